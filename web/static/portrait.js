// A player's photo: cut here to 256 × 256 pixels, so that nothing else of it leaves the phone; `toast`, `words` and `$` are those of companion.js.
"use strict";

{
  const PHOTO_PX = 256;

  async function cut(file) {
    const picture = new Image(), address = URL.createObjectURL(file);
    try {
      picture.src = address;
      await picture.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: PHOTO_PX, height: PHOTO_PX });
      const side = Math.min(picture.naturalWidth, picture.naturalHeight);
      canvas.getContext("2d").drawImage(picture, (picture.naturalWidth - side) / 2, (picture.naturalHeight - side) / 2, side, side, 0, 0, PHOTO_PX, PHOTO_PX);
      return await new Promise((done) => canvas.toBlob(done, "image/jpeg", 0.85));
    } finally { URL.revokeObjectURL(address); }
  }

  $("portrait-photo").addEventListener("change", async (event) => {
    const [file] = event.target.files;
    if (!file) return;
    try {
      const answer = await fetch(event.target.dataset.to, { method: "POST", headers: { "Content-Type": "image/jpeg" }, body: await cut(file) });
      const done = answer.ok ? await answer.json() : { text: words.failed };
      if (done.ok) location.reload(); else toast(done.text);
    } catch { toast(words.failed); }
  });
}
