// Entering an event by hand; `request`, `focusOn`, `toast` and `$` are those of companion.js.
"use strict";

document.addEventListener("click", (event) => { const button = event.target.closest(".field button"); if (button) fill(button); });

function fill(button) {
  const field = button.closest(".field");
  if (!field) return;
  const form = button.closest("details.form");
  if (form) form.dataset.touched = "";
  if (field.dataset.kind === "cells") fillCell(button, field);
  else if (field.dataset.kind === "many" && button.dataset.label) button.setAttribute("aria-pressed", button.getAttribute("aria-pressed") !== "true");
  else if (field.dataset.kind === "list" && button.dataset.label) {
    const picked = field.querySelector(".picked");
    if (!picked.querySelector("button")) picked.textContent = "";
    const one = document.createElement("button");
    one.type = "button";
    one.dataset.picked = button.dataset.label;
    one.textContent = button.dataset.words + " ✕";
    picked.append(one);
  } else if (button.dataset.picked) {
    const picked = button.closest(".picked");
    const beside = button.nextElementSibling || button.previousElementSibling;
    button.remove();
    if (!picked.querySelector("button")) picked.textContent = picked.dataset.none;
    focusOn(beside, field);
  }
}

function fillCell(button, field) {
  const cells = [...field.querySelectorAll(".cell")];
  const palette = field.querySelector(".palette");
  if (button.matches(".cell")) {
    for (const cell of cells) cell.classList.toggle("here", cell === button);
    palette.hidden = false;
  } else if (button.dataset.label) {
    const here = cells.find((cell) => cell.matches(".here"));
    if (!here) return;
    here.dataset.label = button.dataset.label;
    const kind = button.closest(".kind-row").querySelector(".tile").cloneNode(true);
    if (/\d$/.test(button.dataset.label)) kind.append(Object.assign(document.createElement("b"), { textContent: button.textContent }));
    here.replaceChildren(kind);
    here.dataset.said ??= here.getAttribute("aria-label"); // which square it is
    here.setAttribute("aria-label", button.getAttribute("aria-label") + ", " + here.dataset.said);
    const next = cells.find((cell) => !cell.dataset.label);
    for (const cell of cells) cell.classList.toggle("here", cell === next);
    palette.hidden = !next;
    (next || here).focus({ preventScroll: true });
  }
}

function valueOf(field) {
  const { kind } = field.dataset;
  if (kind === "cells") return [...field.querySelectorAll(".cell")].map((cell) => cell.dataset.label || null);
  if (kind === "many") return [...field.querySelectorAll("[aria-pressed=true]")].map((option) => option.dataset.label);
  if (kind === "list") return [...field.querySelectorAll("[data-picked]")].map((one) => one.dataset.picked);
  const { value } = field.querySelector("select, input");
  if (kind === "text") return value.trim();
  return kind === "number" && value !== "" ? Number(value) : value;
}

let sending = false; // a second tap while the first is on its way was meant for the same event
document.addEventListener("submit", async (event) => {
  const form = event.target;
  if (!form.dataset.enter) return;
  event.preventDefault();
  if (sending) return;
  sending = true;
  try { await enter(form); } finally { sending = false; }
});

async function enter(form) {
  const event_ = { do: form.dataset.enter };
  if (form.dataset.seat) event_.seat = form.dataset.seat;
  for (const field of form.querySelectorAll(".field")) {
    const value = valueOf(field);
    if (Array.isArray(value) && value.includes(null)) { field.querySelector(".cell:not([data-label])").click(); return; }
    if (value !== "") event_[field.dataset.field] = value;
  }
  const { numbers, then } = form.dataset;
  if (numbers) {
    delete event_.do;
    if ((await request({ do: "numbers", game: numbers, filled: event_ })).ok) setTimeout(() => { location.href = then; }, 1200);
    return;
  }
  const { awaited } = form.dataset;
  const done = await request({ do: "enter", event: event_, ...(awaited && { awaited }) });
  if (!done.ok) return;
  const part = form.closest("details");
  if (part) {
    delete part.dataset.touched;
    putNewest(part.closest("[id^=s-]")); // while it was filled in, what is offered stayed as it was
    part.open = "lead" in part.dataset; // what comes next again stays open
  }
  empty(form);
}

function empty(form) {
  form.reset();
  for (const picked of form.querySelectorAll(".picked")) picked.textContent = picked.dataset.none;
  for (const pressed of form.querySelectorAll("[aria-pressed=true]")) pressed.setAttribute("aria-pressed", "false");
}

document.addEventListener("change", (event) => { const part = event.target.closest("details.form"); if (part) part.dataset.touched = ""; });
