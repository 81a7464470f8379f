import { $, ask, complain, el, t, translate } from "./common.js";

translate();
const name = decodeURIComponent(location.pathname.split("/").slice(2).join("/")).replace("~", "/");

function shown(value, depth = 0) {
  if (value === null || typeof value !== "object") return document.createTextNode(typeof value === "number" ? String(Math.round(value * 1e4) / 1e4) : String(value));
  if (Array.isArray(value)) {
    if (value.every((each) => each === null || typeof each !== "object")) return document.createTextNode(value.slice(0, 60).map((each) => (typeof each === "number" ? Math.round(each * 1e4) / 1e4 : each)).join(", "));
    const keys = [...new Set(value.slice(0, 80).flatMap((each) => (each && typeof each === "object" && !Array.isArray(each) ? Object.keys(each) : [])))];
    if (!keys.length) return el("ul", {}, ...value.slice(0, 60).map((each) => el("li", {}, shown(each, depth + 1))));
    return el(
      "table",
      {},
      el("thead", {}, el("tr", {}, ...keys.map((key) => el("th", { text: key })))),
      el("tbody", {}, ...value.slice(0, 80).map((row) => el("tr", {}, ...keys.map((key) => el("td", {}, row?.[key] === undefined ? "" : shown(row[key], depth + 1)))))),
    );
  }
  return el("table", {}, el("tbody", {}, ...Object.entries(value).slice(0, 80).map(([key, each]) => el("tr", {}, el("th", { text: key, scope: "row" }), el("td", {}, depth > 4 ? JSON.stringify(each) : shown(each, depth + 1))))));
}

function entry(each) {
  const about = [each.gain ? t("results_gain", { gain: each.gain }) : each.verdict, each.name].filter(Boolean).join(" · ");
  return el("li", {}, el("a", { href: `/results/${each.name.replace("/", "~")}`, text: each.title }), about ? el("small", { text: about }) : null);
}

// The title, then what was found, then how to repeat it.
function heading(report, { name, title, verdict, gain }) {
  const { rule, command } = report;
  return [
    el("h2", { text: title }),
    gain ? el("p", { class: "verdict", text: t("results_gain", { gain }) }) : "",
    verdict ? el("p", { class: "verdict", text: t("results_verdict", { verdict }) }) : "",
    rule ? el("p", { text: rule }) : "",
    el("p", { class: "hint", text: t("results_report", { name }) }),
    command ? el("pre", { text: command, tabindex: 0 }) : "",
  ];
}

try {
  const all = await ask("GET", "/api/results");
  if (!all.length) $("results").append(el("li", { text: t("results_none") }));
  for (const group of name ? [] : ["leagues", "papers", "others"]) {
    const reports = all.filter((each) => each.group === group);
    if (reports.length) $("results").append(el("li", { class: "group" }, el("h2", { text: t(`results_${group}`) }), el("ul", { class: "results" }, ...reports.map(entry))));
  }
  const one = all.find((each) => each.name === name);
  if (name && !one) throw new Error(t("no_result"));
  if (name) $("results").append(el("li", {}, el("a", { href: "/results", text: t("results_all") })));
  if (one) {
    const report = await ask("GET", `/api/results/${one.name}`);
    $("report").append(
      ...heading(report, one),
      ...one.figures.map((figure) => el("img", { src: `/api/results/figures/${figure}`, alt: t("results_figure", { name: one.title }) })),
      el("details", { open: !one.figures.length }, el("summary", { text: t("results_data") }), el("div", { class: "scroll", tabindex: 0 }, shown(report))),
    );
  }
} catch (error) {
  complain(error);
}
