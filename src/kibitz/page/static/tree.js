import { $, ask, complain, el, t, translate, treePicture } from "./common.js";

translate();
const ANY = ["maxn", "paranoid", "offensive", "max-prob", "soft-maxn", "prob-maxn", "mp-mix", "best-reply", "alpha-beta", "m-star", "mcts(simulations=1000)"];
let papers = [];

function choose(name) {
  const chosen = papers.find((each) => each.name === name);
  const searches = [...(chosen?.searches ?? []), ...ANY];
  $("searches").replaceChildren(...[...new Set(searches)].map((value) => el("option", { value })));
  if (!chosen) return;
  $("json").value = chosen.json;
  $("search").value = searches[0];
}

async function look() {
  complain(null);
  $("drawn").textContent = t("busy");
  try {
    const json = JSON.stringify(JSON.parse($("json").value));
    const found = await ask("POST", "/api/trees", { body: { json, search: $("search").value } });
    $("drawn").replaceChildren(
      treePicture(found.svg),
      el("p", { text: t("look_best", { moves: found.best.join(", ") }) }),
      el("pre", { text: found.why, tabindex: 0 }),
      el("pre", { text: found.text, tabindex: 0 }),
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
$("paper").onchange = () => {
  choose($("paper").value);
  if ($("paper").value) look();
};
$("json").oninput = () => ($("paper").value = "");
try {
  papers = await ask("GET", "/api/trees");
  const option = (value, text) => el("option", { value, text });
  $("paper").append(...papers.map(({ name }) => option(name, name)), option("", t("tree_own")));
  choose(papers[0]?.name);
  await look();
} catch (error) {
  complain(error);
}
