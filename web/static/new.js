// The form that begins a game; `request`, `toast` and `$` are those of companion.js.
"use strict";

const rows = () => [...document.querySelectorAll(".player")];
function showPlayers() {
  const shown = rows().filter((row) => !row.hidden);
  const most = Number(document.querySelector("[name=game]:checked").dataset.most);
  $("one-more").hidden = shown.length >= most;
  const least = Number(document.querySelector("[name=game]:checked").dataset.least);
  for (const row of rows()) row.querySelector("[data-move=out]").disabled = shown.length <= least;
  for (const part of document.querySelectorAll("[data-each]")) part.hidden = Number(part.dataset.each) >= shown.length;
  for (const part of document.querySelectorAll("[data-options]")) part.hidden = part.dataset.options !== document.querySelector("[name=game]:checked").value;
}

// No two players choose the same: whoever had it gets what the other one had.
function changeOver(select) {
  const all = [...select.closest("fieldset").querySelectorAll("select")];
  const left = [...select.options].map((option) => option.value).find((value) => all.every((one) => one.value !== value));
  const other = all.find((one) => one !== select && one.value === select.value);
  if (other && left) other.value = left;
}

// Whoever moves takes along what they have chosen for themselves.
function changePlaces(place, other) {
  const exchange = (one, two) => { [one.value, two.value] = [two.value, one.value]; };
  const [here, there] = [place, other].map((at) => rows()[at].querySelector("input"));
  exchange(here, there);
  for (const own of document.querySelectorAll(`[data-each="${place}"] select`)) {
    const others = own.closest("fieldset").querySelector(`[data-each="${other}"] select`);
    if (others) exchange(own, others);
  }
}

let beginning = false; // a second tap while the first is on its way was meant for the same game
addEventListener("pageshow", () => { beginning = false; });

async function begin(form) {
  if (beginning) return;
  beginning = true;
  const game = form.elements.game.value;
  const options = {};
  for (const input of form.querySelectorAll(`[data-options="${game}"] [data-option]`)) {
    const each = input.closest("[data-each]");
    if (each) { if (!each.hidden) (options[input.dataset.option] ??= {})[Number(each.dataset.each) + 1] = input.value; } else if (input.type === "checkbox") { if (input.checked !== input.defaultChecked) options[input.dataset.option] = input.checked; } else if (input.value) options[input.dataset.option] = input.value;
  }
  const players = rows().filter((row) => !row.hidden).map((row) => row.querySelector("input").value.trim());
  const done = await request({ do: "new_game", game, players, options, practice: form.elements.practice.checked });
  if (done.ok) { location.href = "/"; return; }
  beginning = false;
  $("new-error").textContent = done.text;
  $("toast").textContent = "";
}

{
  showPlayers();
  $("new-game").addEventListener("submit", (event) => { event.preventDefault(); begin(event.target); });
  $("new-game").addEventListener("change", (event) => { if (event.target.closest("[data-each]")) changeOver(event.target); showPlayers(); });
  $("one-more").addEventListener("click", () => { const row = rows().find((one) => one.hidden); if (row) { row.hidden = false; row.querySelector("input").focus(); } showPlayers(); });
  $("players").addEventListener("click", (event) => {
    const button = event.target.closest("[data-move]");
    if (!button) return;
    const inputs = rows().filter((row) => !row.hidden).map((row) => row.querySelector("input"));
    const place = inputs.indexOf(button.closest(".player").querySelector("input"));
    if (button.dataset.move === "out") {
      for (let next = place; next < inputs.length - 1; next += 1) changePlaces(next, next + 1);
      inputs.at(-1).value = "";
      inputs.at(-1).closest(".player").hidden = true;
      if (!event.detail) inputs[Math.min(place, inputs.length - 2)].focus(); // after a tap it would bring a phone's keyboard up
    } else if (place > 0) changePlaces(place, place - 1);
    showPlayers();
  });
}
