"use strict";

// Sorting, filtering and tooltips of tables.  The page can be read without it.

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: "base" });
const orderOf = (cell) => cell.dataset.order ?? cell.textContent.trim();

function makeSortable(table) {
  const body = table.tBodies[0];
  const heads = [...table.tHead.rows[0].cells];
  heads.forEach((head, place) => {
    const isWord = head.classList.contains("word");
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = head.textContent;
    if (!button.textContent) button.setAttribute("aria-label", "by name");
    if (head.title) {
      button.dataset.tooltip = head.title;
      const ids = head.getAttribute("aria-describedby");
      if (ids) button.setAttribute("aria-describedby", ids);
      else button.setAttribute("aria-description", head.title);
      head.removeAttribute("title");
      head.removeAttribute("aria-describedby");
    }
    head.replaceChildren(button);
    button.addEventListener("click", () => {
      // Words start with A, numbers with the largest; empty cells are always last.
      const before = head.getAttribute("aria-sort");
      const isUp = before === null ? isWord : before === "descending";
      const compare = (a, b) => {
        const [x, y] = [orderOf(a.cells[place]), orderOf(b.cells[place])];
        if (x === "" || y === "") return (x === "") - (y === "");
        return (isUp ? 1 : -1) * (isWord ? collator.compare(x, y) : x - y);
      };
      body.append(...[...body.rows].sort(compare));
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", isUp ? "ascending" : "descending");
    });
  });
}

function makeFilterable(table) {
  const rows = [...table.tBodies[0].rows];
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const line = document.createElement("p");
  const label = document.createElement("label");
  const box = document.createElement("input");
  const count = document.createElement("output");
  line.className = "filter";
  box.type = "search";
  box.placeholder = "one or more words";
  box.setAttribute("aria-label", `Filter: ${table.caption.textContent}`);
  label.append("Filter ", box);
  line.append(label, count);
  table.parentElement.before(line);
  const filter = () => {
    const words = box.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    rows.forEach((row, place) => {
      row.hidden = !words.every((word) => texts[place].includes(word));
      shown += !row.hidden;
    });
    count.textContent = words.length ? `${shown} of ${rows.length} rows` : "";
  };
  box.addEventListener("input", filter);
  box.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      box.value = "";
      filter();
    }
  });
}

// One box for all tooltips, outside the tables, which would cut it off.
function explainHeads() {
  const tip = document.createElement("div");
  tip.className = "tip";
  tip.hidden = true;
  tip.setAttribute("aria-hidden", "true"); // read out as the description of the button
  document.body.append(tip);
  const show = (event) => {
    const button = event.target.closest?.("button[data-tooltip]");
    tip.hidden = !button;
    if (!button) return;
    tip.textContent = button.dataset.tooltip;
    const place = button.getBoundingClientRect();
    const right = document.documentElement.clientWidth - tip.offsetWidth - 8;
    tip.style.left = `${Math.max(8, Math.min(place.left, right)) + scrollX}px`;
    tip.style.top = `${place.bottom + 6 + scrollY}px`;
  };
  const hide = () => (tip.hidden = true);
  document.addEventListener("mouseover", show);
  document.addEventListener("focusin", show);
  document.addEventListener("focusout", hide);
  document.addEventListener("keydown", (event) => event.key === "Escape" && hide());
}

// Open what is folded where a link leads into it.
function unfoldTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  const folded = target?.closest("details:not([open])");
  if (!folded) return;
  folded.open = true;
  target.scrollIntoView();
}

// On paper nothing can be unfolded or sorted, and only plain heads are printed on every page.
function prepareForPrint() {
  const folded = "details.table:not([open], .unprinted), details.columns:not([open])";
  let opened = [];
  let heads = [];
  addEventListener("beforeprint", () => {
    opened = [...document.querySelectorAll(folded)];
    opened.forEach((one) => (one.open = true));
    heads = [...document.querySelectorAll("thead button")].map((button) => [button.parentElement, button]);
    heads.forEach(([head, button]) => (head.textContent = button.textContent));
  });
  addEventListener("afterprint", () => {
    opened.forEach((one) => (one.open = false));
    heads.forEach(([head, button]) => head.replaceChildren(button));
  });
}

function markPlace() {
  const links = new Map([...document.querySelectorAll("nav a")].map((link) => [link.hash.slice(1), link]));
  const watch = new IntersectionObserver(
    (seen) => seen.filter((one) => one.isIntersecting).forEach((one) => {
      links.forEach((link) => link.removeAttribute("aria-current"));
      links.get(one.target.id)?.setAttribute("aria-current", "true");
    }),
    { rootMargin: "-20% 0px -75% 0px" },
  );
  document.querySelectorAll("main > section").forEach((section) => watch.observe(section));
}

[...document.querySelectorAll("table")].filter((table) => table.rows.length > 2).forEach(makeSortable);
document.querySelectorAll("table.long").forEach(makeFilterable);
explainHeads();
prepareForPrint();
markPlace();
addEventListener("hashchange", unfoldTarget);
unfoldTarget();
