// A past game: step by step with the arrow keys, and its result as a picture; `request`, `toast` and `$` are those of companion.js.
"use strict";

addEventListener("keydown", (event) => { if (event.key.startsWith("Arrow") && !event.target.matches("input, select, .scroll")) document.querySelector(`[data-step=${event.key}]`)?.click(); });

document.querySelector("[data-picture]")?.addEventListener("click", async (event) => {
  const chart = $("chart"), scale = 3, { width, height } = chart.viewBox.baseVal;
  const rows = [...document.querySelectorAll(".seats .seat")].map((row) => [row.querySelector(".rank").textContent.trim() || "1.", row.querySelector("strong").textContent, row.querySelector(".score").textContent]);
  const canvas = Object.assign(document.createElement("canvas"), { width: width * scale, height: (height + 40 + 26 * rows.length) * scale });
  const pen = canvas.getContext("2d");
  pen.scale(scale, scale);
  const style = getComputedStyle(document.body);
  pen.fillStyle = style.backgroundColor;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = style.color;
  pen.font = "700 18px system-ui, sans-serif";
  pen.fillText(document.querySelector("h1").textContent, 12, 26, width - 24);
  rows.forEach(([rank, name, score], place) => {
    const y = 54 + 26 * place;
    pen.font = "600 15px system-ui, sans-serif";
    pen.fillText(rank, 12, y);
    pen.fillText(name, 40, y, width - 110);
    pen.textAlign = "right";
    pen.fillText(score, width - 12, y);
    pen.textAlign = "left";
  });
  const top = 40 + 26 * rows.length;
  const copy = chart.cloneNode(true);
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width * scale);
  copy.setAttribute("height", height * scale);
  const drawn = [...chart.querySelectorAll("*")], copied = [...copy.querySelectorAll("*")];
  drawn.forEach((part, place) => { const look = getComputedStyle(part); for (const name of ["fill", "stroke", "stroke-width", "font-size", "text-anchor"]) copied[place].style.setProperty(name, look.getPropertyValue(name)); });
  const sprite = new DOMParser().parseFromString(await (await fetch(chart.querySelector("use").getAttribute("href").split("#")[0])).text(), "image/svg+xml");
  for (const use of copy.querySelectorAll("use")) { const mark = sprite.getElementById(use.getAttribute("href").split("#")[1]); use.replaceWith(...[...mark.children].map((part) => document.importNode(part, true))); }
  const image = new Image();
  image.src = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(copy));
  await image.decode();
  pen.drawImage(image, 0, top, width, height);
  const link = Object.assign(document.createElement("a"), { href: canvas.toDataURL("image/png"), download: event.target.dataset.picture + ".png" });
  link.click();
});
