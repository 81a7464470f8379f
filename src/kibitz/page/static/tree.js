import { $, ask, complain, el, picture, t, translate } from "./common.js";

translate();
$("json").value = JSON.stringify(
  {
    players: 3,
    root: {
      to_move: 0,
      children: [
        { name: "a", to_move: 1, children: [{ name: "c", values: [1, 0, 0] }, { name: "d", values: [0, 0, 1] }] },
        { name: "b", to_move: 1, children: [{ name: "e", values: [1, 0, 1] }, { name: "f", values: [0, 0, 1] }] },
      ],
    },
  },
  null,
  1,
);

async function look() {
  complain(null);
  $("drawn").textContent = t("busy");
  try {
    const tree = JSON.stringify(JSON.parse($("json").value));
    const game = `tree(json='${tree.replaceAll("'", "")}')`;
    const found = await ask("POST", "/api/service/analysis", { body: { game, search: $("search").value } });
    const drawn = await ask("POST", "/api/service/picture", { body: { game } });
    $("drawn").replaceChildren(
      el("div", { class: "drawn" }, picture(drawn.svg)),
      el("p", { text: t("look_best", { moves: found.best.join(", ") }) }),
      el("pre", { text: found.why, tabindex: 0 }),
      el("pre", { text: drawn.text, tabindex: 0 }),
    );
  } catch (error) {
    $("drawn").textContent = "";
    complain(error);
  }
}
$("form").onsubmit = (event) => {
  event.preventDefault();
  look();
};
look();
