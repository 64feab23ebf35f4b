"use strict";

// A form of changes: numbers that are not as they were, and what is typed, are tried at once.
for (const form of document.querySelectorAll("form.change")) {
  const answer = form.querySelector(".answer"), state = form.querySelector(".state");
  const stop = form.querySelector(".stop");
  let source = null;

  const end = (why) => {
    source?.close();
    source = null;
    stop.disabled = true;
    state.textContent = why;
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
    answer.textContent = "";
    const cell = form.querySelector(".cell");
    const sets = changes();
    end(sets.length ? "Playing the first games ..." : "Change a number.");
    if (!sets.length) return;
    if (cell) sets.push(["cell", cell.value]);
    const query = sets.map(([kind, one]) => `&${kind}=${encodeURIComponent(one)}`).join("");
    source = new EventSource(form.dataset.address + query);
    stop.disabled = false;
    const listen = (name, then) =>
      source.addEventListener(name, (found) => then(found.data && JSON.parse(found.data)));
    listen("answer", (markup) => { // its texts are escaped
      answer.innerHTML = markup;
      state.textContent = "Playing on: the answer is not finished.";
    });
    listen("end", end);
    listen("refused", end);
    listen("error", () => { // the browser asks again by itself, unless it was refused
      if (source.readyState === EventSource.CLOSED) {
        end("The server does not answer this page: open the address that balance serve printed.");
      } else {
        state.textContent = "The connection is gone: waiting until balance serve is back ...";
      }
    });
    listen("open", () => { state.textContent = "Playing the first games ..."; });
  };

  form.addEventListener("submit", begin);
  form.addEventListener("change", (event) => { if (event.target.type === "number") begin(event); });
  stop.addEventListener("click", () => end("Stopped: this is how far it was played."));
}

// A game step by step: by the buttons, or by the arrow keys.
const steps = document.querySelector(".steps");
if (steps) {
  const lines = [...document.querySelectorAll(".told p")];
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
