// How fast the moves of the others are shown: a card after the other, and a finished trick stays on the table for a while.
// A click or a key ends the current pause. The person may choose another pace, which this browser remembers.

import { $, el, memory, t } from "./common.js";

export const MOVE = 500; // milliseconds between two moves of others
export const TRICK = 1300; // milliseconds that a finished trick stays
const PACES = { slow: 2, normal: 1, off: 0 };

const chosen = () => PACES[memory.get("pace")] ?? PACES.normal;
let skip = null;

export const paced = () => chosen() > 0 && !document.hidden;

export async function rest(milliseconds) {
  const wait = milliseconds * chosen();
  if (!(wait > 0) || document.hidden) return;
  await new Promise((done) => {
    const timer = setTimeout(done, wait);
    skip = () => {
      clearTimeout(timer);
      done();
    };
  });
  skip = null;
}

for (const kind of ["pointerdown", "keydown"]) addEventListener(kind, () => skip?.(), { capture: true });

export function offerPaces() {
  const now = memory.get("pace") ?? "normal";
  $("pace").replaceChildren(...Object.keys(PACES).map((name) => el("option", { value: name, text: t(`pace_${name}`), selected: name === now })));
  $("pace").onchange = () => memory.set("pace", $("pace").value);
}
