// "Keep this game": everything happens beside the button, also choosing a name.

import { $, ask, complain, el, memory, t } from "./common.js";

export function keeping(table, seatSecret, seat) {
  $("keeping").hidden = seat === null;
  const said = $("keepsaid");

  async function attempt(work) {
    complain(null, said);
    try {
      await work();
    } catch (error) {
      complain(error, said);
    }
  }

  async function keep(mine) {
    const { games } = await ask("POST", `/api/people/${encodeURIComponent(mine.name)}/games`, { body: { table, seat_secret: seatSecret }, secret: mine.secret });
    $("keepname").hidden = true;
    $("keep").disabled = true;
    said.replaceChildren(t(games === 1 ? "keep_done_one" : "keep_done", { games, name: mine.name }), " ", el("a", { href: "/you", text: t("keep_look") }));
  }

  $("keep").onclick = () =>
    attempt(async () => {
      const mine = memory.get("name");
      if (mine) return keep(mine);
      $("keepname").hidden = false;
      $("newname").focus();
    });
  $("keepname").onsubmit = (event) => {
    event.preventDefault();
    attempt(async () => {
      const mine = await ask("POST", "/api/people", { body: { name: $("newname").value, agreed: $("newagree").checked } });
      memory.set("name", mine);
      await keep(mine);
      said.prepend(`${t("you_keep_secret", { secret: mine.secret })} `);
    });
  };
}
