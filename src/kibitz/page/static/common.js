// What all pages share: the sentences, requests, and making elements. Every text on a page comes from strings.json.

const found = await fetch("/static/strings.json");
const sentences = await found.json();

export function t(key, values = {}) {
  return (sentences[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
}

export function translate(root = document) {
  document.documentElement.lang = t("language");
  for (const each of root.querySelectorAll("[data-text]")) each.textContent = t(each.dataset.text);
  for (const each of root.querySelectorAll("[data-label]")) {
    each.setAttribute("aria-label", t(each.dataset.label));
    each.title = t(each.dataset.label);
  }
  for (const link of document.querySelectorAll("nav a")) {
    if (link.getAttribute("href") === "/" + location.pathname.split("/")[1]) link.setAttribute("aria-current", "page");
  }
}

export const $ = (id) => document.getElementById(id);

export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (name === "text") made.textContent = value;
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

// A request; an answer that is a refusal is thrown with its sentence.
export async function ask(method, path, { body, secret, text } = {}) {
  const headers = {};
  if (body !== undefined) headers["Content-Type"] = "application/json";
  if (secret) headers["Authorization"] = `Bearer ${secret}`;
  const reply = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  if (!reply.ok) {
    let sentence = reply.statusText;
    try {
      sentence = (await reply.json()).error ?? sentence;
    } catch {
      // not from our server: the status has to do
    }
    throw new Error(sentence);
  }
  return text ? reply.text() : reply.json();
}

// "a, b and c".
export const listed = (parts) => (parts.length < 2 ? parts.join("") : t("list_and", { first: parts.slice(0, -1).join(", "), last: parts.at(-1) }));

// "your turn" at the beginning of a sentence.
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

// What did not work, beside what was clicked if that has a place for it.
export function complain(error, place = $("problem")) {
  if (!place) return;
  place.textContent = error ? capital(String(error.message ?? error)) : "";
  place.classList.toggle("problem", Boolean(error));
}

// A picture that the server drew. It is read as XML, so nothing in it runs.
export function picture(text) {
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  drawn.removeAttribute("width");
  drawn.removeAttribute("height");
  return document.importNode(drawn, true);
}

// A tree, not smaller than can be read: a wide one can be scrolled.
export function treePicture(text) {
  const drawn = picture(text);
  drawn.style.minWidth = `${Math.round(0.8 * drawn.viewBox.baseVal.width)}px`;
  return el("div", { class: "drawn", tabindex: 0 }, drawn);
}

export function save(name, text) {
  const link = el("a", { href: URL.createObjectURL(new Blob([text])), download: name });
  document.body.append(link);
  link.click();
  link.remove();
}

export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

// What this browser remembers: links of seats, and one's own name. It may be forbidden to remember anything.
export const memory = {
  get(key) {
    try {
      return JSON.parse(localStorage.getItem(`kibitz ${key}`));
    } catch {
      return null;
    }
  },
  set(key, value) {
    try {
      if (value === null) localStorage.removeItem(`kibitz ${key}`);
      else localStorage.setItem(`kibitz ${key}`, JSON.stringify(value));
    } catch {
      // then the page does without
    }
  },
};

// The games of this browser that are not over, the newest first, so that the start page can list them.
const KEPT = 12;
export const running = {
  all: () => memory.get("tables") ?? [],
  keep(table) {
    memory.set("tables", [table, ...running.all().filter((each) => each.id !== table.id)].slice(0, KEPT));
  },
  drop(id) {
    memory.set("tables", running.all().filter((each) => each.id !== id));
  },
};

export async function openTable(body) {
  const made = await ask("POST", "/api/tables", { body });
  if (Object.keys(made.links).length) memory.set(`links ${made.table}`, made.links);
  location.assign(`/table/${made.table}${made.secret ? "#" + made.secret : ""}`);
}
