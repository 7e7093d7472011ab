// The keepsake of a finished game: drawn here as one picture, to be saved or shared.
"use strict";

{
  const image = document.getElementById("keepsake"), card = JSON.parse(image.dataset.card);
  const WIDTH = 1080, EDGE = 56, INNER = WIDTH - 2 * EDGE, INK = "#1b232d", SOFT = "#55606d", GOLD = "#f8e3a3", PAPER = "#f5f1e8", LEAF = "#fffdf8";
  const FONT = getComputedStyle(document.body).fontFamily;

  const loaded = async (address) => {
    const picture = new Image();
    picture.src = address;
    try { await picture.decode(); return picture; } catch { return null; }
  };

  // a symbol of the sprite as a picture, in one colour
  const symbol = (sprite, name, colour) => {
    const found = sprite.getElementById(name);
    const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="-1 -1 26 26" fill="${colour}" stroke="#0006" stroke-width=".6">${[...found.children].map((part) => new XMLSerializer().serializeToString(part)).join("")}</svg>`;
    return loaded("data:image/svg+xml," + encodeURIComponent(drawn));
  };

  const lines = (pen, text, width) => {
    const found = [""];
    for (const word of text.split(/\s+/)) {
      const longer = (found.at(-1) + " " + word).trim();
      if (pen.measureText(longer).width <= width || !found.at(-1)) found[found.length - 1] = longer; else found.push(word);
    }
    return found;
  };

  // Writes a text in as many lines as it takes and returns where the next one begins; nothing is written with `measure`.
  const write = (pen, text, x, y, { size, weight = 400, colour = INK, width = INNER, measure = false }) => {
    pen.font = `${weight} ${size}px ${FONT}`;
    pen.fillStyle = colour;
    for (const line of text ? lines(pen, text, width) : []) {
      if (!measure) pen.fillText(line, x, y + size, width);
      y += size * 1.25;
    }
    return y;
  };

  const box = (pen, x, y, width, height, colour) => {
    pen.fillStyle = colour;
    pen.beginPath();
    pen.roundRect(x, y, width, height, 28);
    pen.fill();
  };

  const token = (pen, marks, seat, x, y, size) => {
    pen.drawImage(marks.get(seat.shape + seat.colour), x, y, size, size);
    pen.font = `800 ${size * 0.46}px ${FONT}`;
    pen.fillStyle = seat.ink;
    pen.textAlign = "center";
    pen.fillText(seat.number, x + size / 2, y + size * (seat.shape === "triangle" ? 0.7 : 0.66));
    pen.textAlign = "left";
  };

  const round = (pen, picture, x, y, size) => {
    pen.save();
    pen.beginPath();
    pen.arc(x + size / 2, y + size / 2, size / 2, 0, 2 * Math.PI);
    pen.clip();
    pen.drawImage(picture, x, y, size, size);
    pen.restore();
  };

  const head = (pen, marks, measure) => {
    const width = INNER - 2 * EDGE, crowned = EDGE + 112;
    let y = crowned + 40;
    y = write(pen, card.title + " · " + card.when, 2 * EDGE, y, { size: 30, colour: SOFT, width, measure }) + 4;
    y = write(pen, card.line, 2 * EDGE, y, { size: card.line.length > 60 ? 44 : 60, weight: 800, width, measure }) + 8;
    y = write(pen, card.decisive.charAt(0).toLocaleUpperCase() + card.decisive.slice(1), 2 * EDGE, y, { size: 34, weight: 600, width, measure }) + 32;
    if (!measure) {
      pen.drawImage(marks.get("crown"), 2 * EDGE, EDGE + 40, 104, 104);
      card.winners.forEach((seat, place) => {
        const x = 2 * EDGE + 124 + 192 * place, face = marks.get(seat.portrait);
        token(pen, marks, seat, x, EDGE + 54, 80);
        if (face) round(pen, face, x + 92, EDGE + 48, 92);
      });
    }
    return y;
  };

  const badge = (pen, seat, x, y, width, measure) => {
    const below = write(pen, seat.shown, x + 96, y + 16, { size: 30, weight: 700, width: width - 116, measure });
    return write(pen, seat.text, x + 96, below, { size: 32, width: width - 116, measure }) + 16;
  };

  const badges = (pen, marks, x, y, width, measure) => {
    for (const seat of card.badges) {
      const end = badge(pen, seat, x, y, width, true);
      if (!measure) {
        box(pen, x, y, width, end - y, LEAF);
        token(pen, marks, seat, x + 20, y + 24, 60);
        badge(pen, seat, x, y, width, false);
      }
      y = end + 24;
    }
    return y;
  };

  const curves = (pen, x, y, width, height) => {
    box(pen, x, y, width, height, LEAF);
    const ways = card.ways.map((way) => ({ ...way, at: way.points.split(" ").map((point) => point.split(",").map(Number)) }));
    const all = ways.flatMap((way) => way.at), least = (place) => Math.min(...all.map((at) => at[place])), most = (place) => Math.max(...all.map((at) => at[place]));
    const [left, right, top, bottom] = [least(0), most(0), least(1), most(1)];
    pen.lineJoin = pen.lineCap = "round";
    for (const way of ways) {
      for (const [thick, colour] of [[13, "#1b232d66"], [9, way.colour]]) {
        pen.beginPath();
        for (const [px, py] of way.at) pen.lineTo(x + 32 + (width - 64) * (px - left) / (right - left || 1), y + 32 + (height - 64) * (py - top) / (bottom - top || 1));
        pen.lineWidth = thick;
        pen.strokeStyle = colour;
        pen.stroke();
      }
    }
  };

  const rows = (pen, marks, y) => {
    box(pen, EDGE, y, INNER, 76 * card.seats.length + 24, LEAF);
    for (const seat of card.seats) {
      const size = 36, weight = seat.won ? 800 : 500, own = { size, weight, width: INNER - 340 };
      write(pen, seat.rank + ".", EDGE + 32, y + 26, { ...own, colour: SOFT });
      token(pen, marks, seat, EDGE + 96, y + 20, 56);
      pen.font = `${weight} ${size}px ${FONT}`;
      pen.fillStyle = INK;
      pen.fillText(seat.shown, EDGE + 172, y + 26 + size, own.width);
      pen.textAlign = "right";
      pen.fillText(String(seat.score).replace("-", "−"), WIDTH - EDGE - 32, y + 26 + size);
      pen.textAlign = "left";
      y += 76;
    }
    return y + 24;
  };

  const measured = (pen, photo) => {
    const below = head(pen, null, true), side = photo ? 460 : 0, gap = 32;
    const beside = side ? EDGE + side + gap : EDGE, left = WIDTH - EDGE - beside;
    const chartHigh = 220, badgesEnd = badges(pen, null, beside, below + gap, left, true);
    const middle = Math.max(below + gap + side, badgesEnd + chartHigh);
    return { below, side, gap, beside, left, badgesEnd, middle, height: Math.floor(middle + gap + 76 * card.seats.length + 24 + 96) };
  };

  const drawn = async () => {
    const sprite = new DOMParser().parseFromString(await (await fetch(image.dataset.marks)).text(), "image/svg+xml");
    const marks = new Map([["crown", await symbol(sprite, "i-crown", "#6b4a00")]]);
    for (const seat of [...card.seats, ...card.winners, ...card.badges]) marks.set(seat.shape + seat.colour, await symbol(sprite, "s-" + seat.shape, seat.colour));
    for (const { portrait } of card.winners) if (portrait) marks.set(portrait, await loaded(portrait));
    const photo = card.photo ? await loaded(card.photo) : null;
    const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
    const { below, side, gap, beside, left, badgesEnd, middle, height } = measured(pen, photo);
    canvas.width = WIDTH;
    canvas.height = height;
    pen.fillStyle = PAPER;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    box(pen, EDGE, EDGE, INNER, below - EDGE, GOLD);
    head(pen, marks, false);
    if (photo) {
      pen.save();
      pen.beginPath();
      pen.roundRect(EDGE, below + gap, side, side, 28);
      pen.clip();
      const scale = side / Math.min(photo.naturalWidth, photo.naturalHeight);
      pen.drawImage(photo, EDGE + (side - photo.naturalWidth * scale) / 2, below + gap + (side - photo.naturalHeight * scale) / 2, photo.naturalWidth * scale, photo.naturalHeight * scale);
      pen.restore();
    }
    badges(pen, marks, beside, below + gap, left, false);
    curves(pen, beside, badgesEnd, left, middle - badgesEnd);
    const end = rows(pen, marks, middle + gap);
    write(pen, "Table Companion", EDGE, end + 24, { size: 28, colour: SOFT });
    return canvas;
  };

  const show = async () => {
    const blob = await new Promise((done, failed) => drawn().then((canvas) => canvas.toBlob(done, "image/png"), failed));
    const address = URL.createObjectURL(blob), save = document.getElementById("keepsake-save"), share = document.getElementById("keepsake-share");
    image.src = save.href = address;
    await image.decode();
    const file = new File([blob], save.download, { type: "image/png" });
    share.hidden = !navigator.canShare?.({ files: [file] });
    share.addEventListener("click", () => navigator.share({ files: [file] }).catch(() => {}));
  };

  image.height = measured(document.createElement("canvas").getContext("2d"), card.photo).height; // its place, until it is drawn
  show();
}
