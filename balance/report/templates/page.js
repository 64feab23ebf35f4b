"use strict";

// Sorting, filtering and tooltips of tables, panels of cards, and how much is shown.  The page can
// be read without it.

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
    const button = event.target.closest?.("[data-tooltip]");
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
  let isFolded = false;
  for (let one = target?.closest("details"); one; one = one.parentElement.closest("details")) {
    isFolded ||= !one.open;
    one.open = true;
  }
  if (isFolded) target.scrollIntoView();
}

// The name of a card opens what is known of it, over the page; a link in it leads away from there.
function openCards() {
  const panel = document.querySelector("dialog.panel");
  const place = panel.querySelector("div");
  const open = (card) => {
    const copy = card.cloneNode(true);
    copy.removeAttribute("id");
    copy.open = true;
    copy.querySelector("summary").addEventListener("click", (press) => press.preventDefault());
    place.replaceChildren(copy);
    if (!panel.open) panel.showModal();
    panel.scrollTop = 0;
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href^='#']");
    if (!link) {
      if (event.target === panel) panel.close();
      return;
    }
    const card = document.getElementById(decodeURIComponent(link.hash.slice(1)));
    if (!card?.matches("details.card")) {
      panel.close();
      return;
    }
    event.preventDefault();
    open(card);
  });
  findCards(open);
}

// A box that opens a card by its name, or by a part of it that no other name has; / leads to it.
function findCards(open) {
  const line = document.querySelector(".find");
  if (!line) return;
  const box = line.querySelector("input");
  const cards = new Map([...document.querySelectorAll("details.card")].map((card) => [card.dataset.name, card]));
  line.querySelector("datalist").append(...[...cards.keys()].map((name) => new Option(name)));
  line.hidden = false;
  const find = (isWhole) => {
    const wanted = box.value.trim().toLowerCase();
    const names = [...cards.keys()];
    const whole = names.filter((name) => name.toLowerCase() === wanted);
    const found = whole.length || isWhole ? whole : names.filter((name) => name.toLowerCase().includes(wanted));
    if (!wanted || found.length !== 1) return;
    box.value = "";
    open(cards.get(found[0]));
  };
  box.addEventListener("input", (event) => event.inputType !== "insertText" && find(true)); // picked from the list
  box.addEventListener("keydown", (event) => event.key === "Enter" && find(false));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.target.matches("input, textarea")) return;
    event.preventDefault();
    box.focus();
  });
}

// A designer sees what decides, an analyst all columns and tables; the page remembers which.
const MODE = "balance-report-mode";

function remembered() {
  try {
    return localStorage.getItem(MODE);
  } catch {
    return null; // where a file may store nothing
  }
}

function switchMode() {
  const box = document.querySelector(".switch");
  const show = (mode) => {
    document.documentElement.classList.toggle("is-analyst", mode === "analyst");
    document.querySelectorAll("details.more-tables, details.columns:has(.note)").forEach((one) => (one.open = mode === "analyst"));
  };
  box.hidden = false;
  box.addEventListener("change", (event) => {
    show(event.target.value);
    try {
      localStorage.setItem(MODE, event.target.value);
    } catch {} // then it is not remembered
  });
  if (remembered() === "analyst") {
    box.querySelector("[value=analyst]").checked = true;
    show("analyst");
  }
}

function makeWidenable(table) {
  const button = document.createElement("button");
  const name = () => (button.textContent = table.classList.contains("is-wide") ? "Fewer columns" : "More columns");
  button.type = "button";
  button.className = "more-columns";
  button.addEventListener("click", () => {
    table.classList.toggle("is-wide");
    name();
  });
  name();
  table.closest(".scroll").nextElementSibling.querySelector(".files").append(button);
}

// A button that saves a file, which is made when it is pressed.
function addFile(place, kind, make) {
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = kind.toUpperCase();
  button.addEventListener("click", async () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await make());
    link.download = `${place.dataset.name}.${kind}`;
    link.click();
    URL.revokeObjectURL(link.href);
  });
  place.append(button);
}

// The file of a table is in the page, compressed; that of a figure is the figure, in the colours of the day.
function makeSavable(place) {
  if (place.dataset.csv) {
    addFile(place, "csv", () => {
      const packed = Uint8Array.from(atob(place.dataset.csv), (sign) => sign.charCodeAt(0));
      const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
      return new Response(stream).blob();
    });
    return;
  }
  const svg = place.closest("figure").querySelector("svg");
  const [, , width, height] = svg.getAttribute("viewBox").split(" ");
  addFile(place, "svg", () => new Blob([svgFile(svg, width, height)], { type: "image/svg+xml" }));
  addFile(place, "png", async () => {
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(svgFile(svg, width, height))}`;
    await image.decode();
    const dots = 160 / 72; // a point
    const canvas = Object.assign(document.createElement("canvas"), { width: width * dots, height: height * dots });
    const drawing = canvas.getContext("2d");
    drawing.fillStyle = "white";
    drawing.fillRect(0, 0, canvas.width, canvas.height);
    drawing.drawImage(image, 0, 0, canvas.width, canvas.height);
    return new Promise((done) => canvas.toBlob(done));
  });
}

function svgFile(svg, width, height) {
  const colours = [...document.styleSheets[0].cssRules].find((rule) => rule.selectorText === ":root").style;
  const copy = svg.cloneNode(true);
  copy.setAttribute("width", `${width}pt`);
  copy.setAttribute("height", `${height}pt`);
  copy.setAttribute("font-family", "system-ui, 'DejaVu Sans', sans-serif");
  const text = new XMLSerializer().serializeToString(copy);
  return text.replace(/var\((--[a-z]+)\)/g, (variable, name) => colours.getPropertyValue(name).trim());
}

// On paper nothing can be unfolded or sorted, and only plain heads are printed on every page.
function prepareForPrint() {
  const folded = ".is-analyst details.table:not([open], .unprinted)";
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
document.querySelectorAll(".files").forEach(makeSavable);
document.querySelectorAll("table.narrow").forEach(makeWidenable);
explainHeads();
openCards();
switchMode();
prepareForPrint();
markPlace();
addEventListener("hashchange", unfoldTarget);
unfoldTarget();
