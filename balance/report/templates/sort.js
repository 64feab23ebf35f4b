document.querySelectorAll("table").forEach((table) => {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((head, place) => {
    const button = document.createElement("button");
    button.textContent = head.textContent;
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      const up = head.getAttribute("aria-sort") === "descending";
      const isWord = head.classList.contains("word");
      const order = (row) => row.cells[place].dataset.order;
      [...body.rows]
        .sort((a, b) => {
          const [x, y] = [order(a), order(b)];
          if (x === "" || y === "") return (x === "") - (y === "");
          return (up ? 1 : -1) * (isWord ? x.localeCompare(y) : x - y);
        })
        .forEach((row) => body.append(row));
      table.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", up ? "ascending" : "descending");
    });
  });
});
