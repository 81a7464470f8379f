import { $, ask, complain, el, t, translate } from "./common.js";

translate();

function example(path, body) {
  const text = el("textarea", { rows: 6, spellcheck: "false", "aria-label": t("service_example") });
  text.value = JSON.stringify(body, null, 1);
  const answer = el("pre", { tabindex: 0, hidden: true });
  const send = async () => {
    complain(null);
    try {
      const found = await ask("POST", path, { body: JSON.parse(text.value) });
      answer.hidden = false;
      answer.textContent = JSON.stringify(found, null, 1);
    } catch (error) {
      complain(error);
    }
  };
  return el("div", {}, text, el("p", { class: "actions" }, el("button", { text: t("service_try"), onclick: send })), answer);
}

try {
  const described = await ask("GET", "/openapi.json");
  for (const [path, { post }] of Object.entries(described.paths)) {
    if (!post?.tags?.includes("service")) continue;
    const schema = post.requestBody.content["application/json"].schema.$ref.split("/").at(-1);
    const examples = described.components.schemas[schema].examples ?? [];
    $("routes").append(el("h2", { text: `POST ${path}` }), el("p", { text: post.description ?? "" }), ...examples.slice(0, 1).map((body) => example(path, body)));
  }
} catch (error) {
  complain(error);
}
