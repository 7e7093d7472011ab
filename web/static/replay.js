// A finished game told again: by slider, keys, the chart, or by itself; `morphChildren`, `focusOn` and `$` are those of companion.js.
"use strict";

{
  const PACE_MS = 1600, pages = new Map();
  const nav = () => document.querySelector(".replay");
  const now = () => Number(nav().dataset.step), last = Number(nav().dataset.steps);
  let wanted = now(), timer = 0;

  const fetched = (step) => {
    if (!pages.has(step)) pages.set(step, fetch(`${nav().dataset.address}/${step}`).then((answer) => (answer.ok ? answer.text() : Promise.reject(new Error(answer.statusText)))));
    return pages.get(step);
  };

  async function go(step) {
    wanted = Math.min(last, Math.max(0, step));
    const goal = wanted;
    let html;
    try { html = await fetched(goal); } catch { pages.delete(goal); stop(); toast(words.failed); return; }
    if (goal !== wanted) return; // somebody went on meanwhile
    const fresh = new DOMParser().parseFromString(html, "text/html");
    const focused = document.activeElement;
    morphChildren($("replay"), fresh.getElementById("replay"));
    $("replay-at").value = goal;
    history.replaceState(null, "", `${nav().dataset.address}/${goal}`);
    ready();
    if (!focused.isConnected) focusOn($("replay-play")); // at the first and the last step one key is none
    if (goal < last) fetched(goal + 1).catch(() => pages.delete(goal + 1));
  }

  function ready() {
    $("replay-play").hidden = false;
    $("replay-play").setAttribute("aria-pressed", String(Boolean(timer)));
    document.querySelector("#replay-play .plays").hidden = Boolean(timer);
    document.querySelector("#replay-play .stops").hidden = !timer;
  }

  function stop() {
    clearTimeout(timer);
    timer = 0;
    ready();
  }

  // The next step comes once this one is shown, and has stood for a while.
  async function playOn() {
    await go(wanted === last ? 0 : wanted + 1);
    if (timer && wanted < last) timer = setTimeout(playOn, PACE_MS); else stop();
  }

  function toggle() {
    if (timer) { stop(); return; }
    timer = setTimeout(playOn, 0);
    ready();
  }

  const byHand = (step) => { stop(); go(step); };

  document.addEventListener("click", (event) => {
    const link = event.target.closest(".replay a[rel]");
    if (event.target.closest("#replay-play")) toggle();
    else if (link) { event.preventDefault(); byHand(wanted + (link.rel === "next" ? 1 : -1)); }
  });
  document.addEventListener("input", (event) => { if (event.target.id === "replay-at") byHand(Number(event.target.value)); });

  const point = (event) => {
    const chart = event.target.closest(".timeline")?.querySelector("svg").getBoundingClientRect();
    if (!chart || (event.type === "pointermove" && !event.buttons)) return;
    const [left, right] = JSON.parse(nav().dataset.edges), at = (event.clientX - chart.left) / chart.width * 360;
    const step = Math.min(last, Math.max(0, Math.round((at - left) / (right - left) * last)));
    if (step !== wanted || timer) byHand(step);
  };
  document.addEventListener("pointerdown", point);
  document.addEventListener("pointermove", point);

  const KEYS = { ArrowLeft: () => byHand(wanted - 1), ArrowRight: () => byHand(wanted + 1), Home: () => byHand(0), End: () => byHand(last), " ": toggle };
  addEventListener("keydown", (event) => {
    if (!(event.key in KEYS) || event.target.closest("input, select, .scroll, .pan, summary, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === " " && event.target.closest("a, button")) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  ready();
}
