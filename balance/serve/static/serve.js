"use strict";

// A form of changes: numbers that are not as they were, and what is typed, are tried at once.
for (const form of document.querySelectorAll("form.change")) {
  const answer = form.querySelector(".answer"), stop = form.querySelector(".stop");
  let source = null;

  const end = () => {
    source?.close();
    source = null;
    stop.disabled = true;
  };

  const changes = () => {
    const numbers = [...form.querySelectorAll("input[type=number]")];
    const moved = numbers.filter((one) => one.value !== "" && one.value !== one.defaultValue);
    const typed = form.querySelector(".text").value.trim();
    return [...moved.map((one) => ["set", `${one.name}=${one.value}`]),
      ...(typed ? [["typed", typed]] : [])];
  };

  const begin = (event) => {
    event.preventDefault();
    end();
    const sets = changes();
    if (!sets.length) {
      answer.textContent = "Change a number.";
      return;
    }
    answer.textContent = "Playing the first games ...";
    const query = sets.map(([kind, one]) => `&${kind}=${encodeURIComponent(one)}`).join("");
    source = new EventSource(form.dataset.address + query);
    stop.disabled = false;
    for (const name of ["answer", "refused"]) {
      source.addEventListener(name, (found) => { answer.textContent = JSON.parse(found.data); });
    }
    // The browser would ask again after the end and after a failure.
    for (const name of ["end", "refused", "error"]) source.addEventListener(name, end);
  };

  form.addEventListener("submit", begin);
  form.addEventListener("change", (event) => { if (event.target.type === "number") begin(event); });
  stop.addEventListener("click", end);
}

// A game step by step: by the buttons, or by the arrow keys.
const steps = document.querySelector(".steps");
if (steps) {
  const lines = [...document.querySelectorAll(".game p")];
  const ends = lines.filter((line) => line.textContent); // an empty line is no step
  let shown = 1;
  const show = (count) => {
    shown = Math.min(Math.max(count, 1), ends.length);
    const now = ends[shown - 1], last = lines.indexOf(now);
    lines.forEach((line, place) => {
      line.hidden = place > last;
      line.className = line === now ? "now" : "";
    });
    now.scrollIntoView({ block: "nearest" });
    steps.querySelector(".place").textContent = `${shown} of ${ends.length}`;
  };
  const moves = { ".back": () => shown - 1, ".next": () => shown + 1, ".all": () => ends.length };
  for (const [name, to] of Object.entries(moves)) {
    steps.querySelector(name).addEventListener("click", () => show(to()));
  }
  document.addEventListener("keydown", (event) => {
    if (event.target.tagName === "INPUT") return;
    if (event.key === "ArrowRight") show(shown + 1);
    if (event.key === "ArrowLeft") show(shown - 1);
  });
  steps.hidden = false;
  show(1);
}
