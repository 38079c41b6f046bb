// The whole application in the browser. Texts of briefs, findings and raters are only ever set as text, never as markup.
"use strict";

const $ = (selector, from = document) => from.querySelector(selector);
const app = document.getElementById("app");
const status = document.getElementById("status");

function make(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "class") element.className = value;
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}
const key = (name) => make("kbd", { "aria-hidden": "true" }, name);
const stored = (name, value) => {
  try {
    if (value !== undefined) localStorage.setItem(`annotate-${name}`, value);
    return localStorage.getItem(`annotate-${name}`) ?? "";
  } catch { return value ?? ""; }
};

let saying = 0;
function say(text) {
  status.textContent = text;
  clearTimeout(saying);
  saying = setTimeout(() => { status.textContent = ""; }, 4000);
}

// ---- requests

let token = stored("token");
let view = "";
{
  const given = new URLSearchParams(location.hash.slice(1));
  if (given.get("token")) {
    token = stored("token", given.get("token"));
    view = given.get("view") ?? "";
    history.replaceState(null, "", location.pathname);
  }
}

async function ask(path, body) {
  const headers = { "X-Token": token, "X-Rater": stored("rater") };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let reply;
  try {
    reply = await fetch(`/api/${path}`, { method: body === undefined ? "GET" : "POST", headers, body: body && JSON.stringify(body) });
  } catch {
    throw new Error("The application cannot be reached. Is the command still running? Your answer is kept here; try again.");
  }
  const content = await reply.json().catch(() => ({}));
  if (!reply.ok) throw Object.assign(new Error(content.error ?? `Error ${reply.status}`), { status: reply.status });
  return content;
}

// ---- screens

function theme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = () => document.documentElement.dataset.theme ?? (dark ? "dark" : "light");
  const button = make("button", { class: "plain", type: "button", onclick: () => {
    document.documentElement.dataset.theme = stored("theme", now() === "dark" ? "light" : "dark");
    label();
  } });
  const label = () => { button.textContent = now() === "dark" ? "Light" : "Dark"; button.title = "Colours"; };
  label();
  return button;
}

function screen(title, ...children) {
  state.task = null;
  document.title = `${title} · Annotate`;
  app.replaceChildren(make("main", { class: "screen" }, make("h1", { tabindex: "-1" }, title), ...children));
}

function failed(error) {
  if (error.status === 401 || error.status === 403) screen("No access", make("p", {}, error.message));
  else if (error.status === 409) join();
  else say(error.message);
}

const state = { forms: [], raters: [], form: "", task: null, rater: null, widths: {} };

async function begin() {
  if (["light", "dark"].includes(stored("theme"))) document.documentElement.dataset.theme = stored("theme");
  try {
    Object.assign(state, await ask("state"));
    if (view === "results") return await results();
    state.form = state.forms.some((form) => form.id === stored("form")) ? stored("form") : state.forms[0].id;
    if (!state.rater) return join();
    await show(await ask("next", { form: state.form }));
  } catch (error) {
    failed(error);
    if (!app.firstChild) screen("No connection", make("p", {}, error.message));
  }
  return undefined;
}

function join() {
  const field = make("input", { id: "name", name: "name", maxlength: "60", autocomplete: "name", required: true });
  const enter = async (name) => {
    try {
      const rater = await ask("join", { name });
      stored("rater", rater.key);
      state.rater = rater.name;
      await show(await ask("next", { form: state.form || state.forms[0].id }));
    } catch (error) { failed(error); }
  };
  const choice = state.raters.length
    ? make("div", { class: "names" }, state.raters.map((name) => make("button", { type: "button", onclick: () => enter(name) }, name)))
    : make("form", { onsubmit: (event) => { event.preventDefault(); enter(field.value); } },
      make("label", { for: "name" }, "Your name", field), make("button", { class: "main" }, "Start"));
  screen("Rate what models made",
    make("p", {}, "You see a brief and pages that models made for it. Use each page, then answer the questions. You will not learn which model made a page."),
    make("p", {}, "Every answer is saved at once. Close this page when you like; under the same name you continue where you stopped."),
    choice);
  (state.raters.length ? $(".names button") : field).focus();
}

const ROLES = {
  practice: "Practice: this answer does not count. Afterwards you see the expected one, and why.",
  calibration: "", main: "",
  arbitration: "Two raters differ on this one. Your answer decides; you do not see theirs.",
};

async function show(next, { isFeedbackSeen = false } = {}) {
  if (next.feedback && !isFeedbackSeen) return feedback(next);
  state.form = stored("form", next.form);
  state.progress = next.progress;
  if (!next.task) return finished();
  state.task = next.task;
  state.values = structuredClone(next.task.draft ?? {});
  state.current = 0;
  state.nonce = crypto.randomUUID ? crypto.randomUUID() : String(Math.random()) + Date.now();
  state.seconds = 0;
  state.since = performance.now();
  state.shown = 0;
  state.sending = false;
  state.onward = null;
  document.title = `${next.task.title} · Annotate`;
  taskScreen();
  return undefined;
}

// The page and the brief stay, so that the reasons can be checked there.
function feedback(next) {
  const rows = next.feedback.map((row) => make("li", { class: row.same ? "same" : "wrong" },
    make("h3", {}, row.question),
    make("p", {}, "Your answer: ", make("strong", {}, row.own), row.own === row.known ? ", as expected" : row.same ? " · near enough to " : " · expected: ", row.own !== row.known && make("strong", {}, row.known)),
    row.why && make("p", { class: "quiet" }, row.why)));
  const onward = make("button", { class: "main", type: "button", onclick: () => show(next, { isFeedbackSeen: true }) }, "Continue", key("Enter"));
  state.onward = onward;
  $(".form").replaceChildren(
    make("div", { class: "questions", tabindex: "-1" }, make("h2", {}, "Practice: the expected answers"), make("ul", { class: "rows" }, rows)),
    make("div", { class: "send" }, onward));
  takeKeyboard();
}

function finished() {
  const others = state.forms.filter((form) => form.id !== state.form);
  screen("Nothing left to rate",
    state.progress.mine > 0 && make("p", {}, make("strong", {}, `Thank you. ${state.progress.mine} ${state.progress.mine === 1 ? "answer is" : "answers are"} saved.`)),
    make("p", {}, `You have answered everything that there is for you in “${state.forms.find((form) => form.id === state.form).title}”. If others differ from each other later, their tasks may come to you.`),
    others.length > 0 && make("p", {}, "Other kinds of tasks:"),
    others.length > 0 && make("div", { class: "names" }, others.map((form) => make("button", { type: "button", onclick: () => change(form.id) }, form.title))),
    make("div", { class: "names" }, make("button", { type: "button", onclick: undo }, "Open the last answer again", key("Z")), theme()));
  $("h1").focus();
}

async function change(form) {
  if (state.task && form === state.form) return;  // keys pressed meanwhile would be lost
  await saveDraft(true);
  try { await show(await ask("next", { form })); } catch (error) { failed(error); }
}

// ---- the task screen

function taskScreen() {
  const task = state.task;
  const forms = state.forms.length > 1
    ? make("select", { "aria-label": "Kind of task", onchange: (event) => change(event.target.value) },
      state.forms.map((form) => make("option", { value: form.id, selected: form.id === state.form }, form.title)))
    : make("h1", {}, task.title);
  const { mine, my_share: share } = state.progress;
  const bar = make("header", { class: "bar" },
    state.forms.length > 1 && make("h1", { class: "unseen" }, task.title), forms,
    make("div", { class: "progress" }, make("span", {}, task.practice ? `Practice ${task.practice[0]} of ${task.practice[1]}` : `${mine} of ${share}`), make("progress", { max: share || 1, value: mine, "aria-label": "Your progress" })),
    make("button", { class: "plain", type: "button", onclick: undo }, "Last answer", key("Z")),
    make("button", { class: "plain keys", type: "button", onclick: help }, "Keys", key("?")), theme());
  const none = task.artifacts.length === 0;
  const work = make("section", { class: "work", "aria-label": "Brief and pages" },
    make("div", { class: "brief" },
      make("div", { class: "head" }, make("span", { class: "term" }, ["Brief", ...(none ? task.labels : [])].filter(Boolean).join(" · ")),
        make("button", { class: "plain more", type: "button", onclick: unfold }, "", key("L"))),
      make("div", { class: "text", tabindex: "0", role: "region", "aria-label": "Brief", onscroll: (event) => fade(event.target) }, task.brief)),
    ...(none ? [make("div", { class: "nothing quiet" }, "This task is about the brief alone.")]
      : [tools(), make("div", { class: "panes" }), make("p", { class: "hint", role: "status" })]));
  const questions = make("div", { class: "questions", tabindex: "-1" },
    make("div", {}, make("h2", {}, task.title), make("p", { class: "small quiet" }, task.instruction)),
    ROLES[task.role] && make("p", { class: "notice" }, ROLES[task.role]),
    task.is_reopened && make("p", { class: "notice" }, Object.keys(task.draft ?? {}).length
      ? "This is your old answer, open again. Change it or leave it: Enter saves it and shows the next open task."
      : "You had skipped this task; it is open again. Answer it, or skip it again (S): the next open task follows."),
    task.check && make("p", { class: "notice" }, `To check attention: whatever you think of this page, ${task.check}.`),
    task.questions.map(questionView), noteView());
  const form = make("section", { class: "form", "aria-label": "Questions" }, questions,
    make("div", { class: "send" },
      make("button", { class: "main", type: "button", onclick: () => send() }, "Save and next", key("Enter")),
      make("button", { class: "skip", type: "button", onclick: skip, title: "You cannot judge this; somebody else will" }, "Skip", key("S"))));
  app.replaceChildren(make("main", { class: none ? "task empty" : "task" }, bar, work, form));
  markLongBrief();
  if (!none) drawPanes();
  refresh();
  takeKeyboard();
}

// A long brief is cut, so it must show that it goes on. It stays open or cut as the rater last chose, in all tasks.
function markLongBrief() {
  const text = $(".brief .text");
  if (!text) return;
  const more = $(".brief .more");
  const at = text.scrollTop;
  text.classList.remove("whole");
  more.hidden = text.scrollHeight <= text.clientHeight + 1;
  const isWhole = !more.hidden && stored("brief") === "whole";
  text.classList.toggle("whole", isWhole);
  text.scrollTop = at;
  more.setAttribute("aria-expanded", String(isWhole));
  more.firstChild.textContent = isWhole ? "Less of the brief" : "Whole brief";
  fade(text);
}

// What goes on below fades out; at the end it is clear.
function fade(text) {
  text.classList.toggle("goes-on", text.scrollTop + text.clientHeight < text.scrollHeight - 1);
}

function unfold() {
  const text = $(".brief .text");
  if ($(".brief .more").hidden) { say("The whole brief is shown."); return; }
  stored("brief", text.classList.contains("whole") ? "cut" : "whole");
  markLongBrief();
  text.scrollTop = 0;
  fit();
  const scrolls = text.classList.contains("whole") && text.scrollHeight > text.clientHeight + 1;
  if (scrolls) text.focus({ preventScroll: true }); else takeKeyboard();
}

// The keyboard belongs to the form, except while the rater types or uses the page in the frame.
const takeKeyboard = () => $(".questions")?.focus({ preventScroll: true });

const WIDTHS = [375, 768, 1280];
const LEAST_SCALE = 0.6;  // below it, a page is hard to read
const LEAST_HEIGHT = 600;  // of a page in px, where LEAST_SCALE allows, so that a long brief does not make it a strip
const VIEWS = [["live", "Live"], ["film", "Film"], ["pictures", "Pictures"]];

const shownArtifacts = () => state.task.artifacts.filter((_, index) => state.shown === "all" || Number(state.shown) === index);
const ALL = { pair: ["all", "Both", "3"], list: ["all", "All", "0"] }; // value, label and key of all pages in view

// Why a button of the tools has no effect now; "" if it has one.
function whyNot(name, value) {
  if (name === "width") return state.view === "live" ? "" : "The width is that of the live page.";
  if (name !== "view") return "";
  const none = { live: "No page can be opened here.", film: "No film was recorded.", pictures: "No pictures were taken." };
  return shownArtifacts().some(HAS[value]) ? "" : none[value];
}

const HAS = { live: (one) => one.page, film: (one) => one.film, pictures: (one) => one.figures.length };
const possibleViews = () => VIEWS.map(([value]) => value).filter((value) => !whyNot("view", value));

function tools() {
  const task = state.task;
  const group = (label, name, options) => make("div", { class: "group", role: "group", "aria-label": label }, options.map(([value, text, letter]) =>
    make("button", { type: "button", "data-group": name, "data-value": value, "aria-pressed": "false", onclick: () => set(name, value) }, text, letter && key(letter))));
  const many = task.artifacts.length > 1;
  const views = VIEWS.filter(([value]) => value === "live" || task.artifacts.some(HAS[value]));
  return make("div", { class: "tools" },
    many && group("Page", "shown", [...task.artifacts.map((one, index) => [index, one.name, String(index + 1)]), ...(ALL[task.layout] ? [ALL[task.layout]] : [])]),
    views.length > 1 && group("View", "view", views),
    group("Width", "width", WIDTHS.map((width) => [width, String(width)])),
    make("button", { class: "plain small", type: "button", onclick: () => reload(), title: "Loads the page anew and keeps what it stored" }, "Reload", key("R")),
    make("button", { class: "plain small", type: "button", onclick: () => reload({ isFresh: true }), title: "Loads the page anew without what it stored" }, "Fresh start", key("⇧R")),
    make("button", { class: "plain small", type: "button", onclick: openTab, title: "Without a frame: dialogs of the page work" }, "New tab", key("O")));
}

function set(name, value) {
  const reason = whyNot(name, value);
  if (reason) { say(reason); return; }
  state[name] = value;
  if (name === "width") state.widths[state.task.layout] = value;
  if (name === "width") fit(); else drawPanes();
  pressGroups();
  if (name === "view") (value === "pictures" ? $(".pane:not([hidden]) .stage") : $(".questions")).focus({ preventScroll: true });
}

function pressGroups() {
  for (const button of app.querySelectorAll("[data-group]")) {
    const { group, value } = button.dataset;
    button.setAttribute("aria-pressed", String(String(state[group]) === value));
    const reason = whyNot(group, value);
    button.title = reason;
    if (reason) button.setAttribute("aria-disabled", "true"); else button.removeAttribute("aria-disabled");
  }
}

// Frames stay loaded while another page or view is shown, so that nothing that the rater did in them is lost.
function drawPanes() {
  const panes = $(".panes");
  if (state.paned !== state.task) {
    state.paned = state.task;
    state.shown = state.task.layout === "pair" && innerWidth > 1200 ? "all" : 0;
    panes.replaceChildren(...state.task.artifacts.map((one) => make("div", { class: "pane" },
      state.task.artifacts.length > 1 && make("h2", {}, `Page ${one.name}`), make("div", { class: "stage", tabindex: "-1" }))));
    state.view = possibleViews()[0] ?? "live";
    const room = panes.clientWidth / (state.shown === "all" ? 2 : 1);
    state.width = state.widths[state.task.layout] ??= WIDTHS.findLast((width) => room / width >= LEAST_SCALE) ?? WIDTHS[0];
  }
  [...panes.children].forEach((pane, index) => {
    pane.hidden = state.shown !== "all" && Number(state.shown) !== index;
    if (!pane.hidden) fill($(".stage", pane), state.task.artifacts[index]);
  });
  const many = state.shown === "all" ? state.task.artifacts.length : 1;
  panes.style.gridTemplateColumns = `repeat(${many < 4 ? many : Math.ceil(Math.sqrt(many))}, minmax(0, 1fr))`;
  pressGroups();
  fit();
}

function fill(stage, artifact) {
  let frame = $("iframe", stage);
  if (!frame && artifact.page && state.view === "live") {
    frame = make("iframe", { title: `Page ${artifact.name}, running`, sandbox: "allow-scripts allow-forms allow-pointer-lock", referrerpolicy: "no-referrer", src: artifact.page });
    frame.seal = artifact.seal;
    stage.append(frame);
  }
  for (const other of [...stage.children]) if (other !== frame) other.remove();
  if (frame) frame.hidden = state.view !== "live";
  if (state.view === "live" && !artifact.page) stage.append(make("p", { class: "nothing" }, "No page can be opened here. Judge by film and pictures; if there are none, the model made no page."));
  if (state.view === "film") {
    stage.append(artifact.film ? make("video", { src: artifact.film, controls: true, preload: "metadata", "aria-label": "Film of an agent that uses the page" })
      : make("p", { class: "nothing" }, "No film was recorded."));
  }
  if (state.view === "pictures") {
    stage.append(artifact.figures.length === 0 ? make("p", { class: "nothing" }, "No pictures were taken.")
      : make("div", { class: "pictures" }, artifact.figures.map(drawFigure)));
    stage.tabIndex = 0;
  } else stage.tabIndex = -1;
}

function drawFigure(figure) {
  const drawPicture = (one) => make("figure", {}, make("img", { src: one.address, alt: one.caption || "Picture of the page", loading: "lazy" }), make("figcaption", {}, one.caption));
  return make("section", {}, make("h3", {}, figure.title), make("div", { class: figure.columns > 1 ? "grid two" : "grid" }, figure.pictures.map(drawPicture)));
}

function fit() {
  for (const stage of app.querySelectorAll(".pane:not([hidden]) .stage")) {
    const frame = $("iframe", stage);
    if (!frame) continue;
    const scale = Math.min(1, stage.clientWidth / state.width, Math.max(LEAST_SCALE, stage.clientHeight / LEAST_HEIGHT));
    state.height = Math.floor(stage.clientHeight / scale);
    frame.style.width = `${state.width}px`;
    frame.style.height = `${state.height}px`;
    frame.style.transform = `scale(${scale})`;
    frame.style.left = `${Math.max(0, (stage.clientWidth - state.width * scale) / 2)}px`;
    state.scale = scale;
  }
  showHint();
}

// One line below the page, which is always there: who has the keyboard, or else the scale of the page.
function showHint() {
  const hint = $(".hint");
  if (!hint) return;
  const holder = document.hasFocus() && document.activeElement?.tagName === "IFRAME" ? document.activeElement : null;
  for (const frame of app.querySelectorAll("iframe")) frame.parentElement.classList.toggle("held", frame === holder);
  hint.classList.toggle("held", holder !== null);
  const scale = state.scale < 1 ? `shown at ${Math.round(100 * state.scale)} %${state.scale < LEAST_SCALE ? "; a new tab shows it larger" : ""}` : "shown in full size";
  const text = holder ? "Keys go to the page. F2 gives them back."
    : state.view === "live" && $(".pane:not([hidden]) iframe") ? `${state.width} × ${state.height} px, ${scale}${wrong()}` : "";
  if (hint.textContent !== text) hint.textContent = text;
}
// A page that stays blank may be at fault, or need what this study does not allow.
function wrong() {
  const faults = Math.max(0, ...shownFrames().map((frame) => frame.faults ?? 0));
  return faults ? ` · ${faults === 1 ? "an error" : `${faults} errors`} in its scripts or files` : "";
}
const shownFrames = () => [...app.querySelectorAll(".pane:not([hidden]) iframe")];
// A frame tells nobody that it got the keyboard, or that another frame did.
setInterval(showHint, 250);
for (const name of ["blur", "focus"]) addEventListener(name, () => setTimeout(showHint));

// The storage of a page belongs to its frame: the same frame keeps it, a new one is empty.
function reload({ isFresh = false } = {}) {
  if (!state.task?.artifacts.length) return;
  if (!shownArtifacts().some((one) => one.page)) { say("No page can be opened here."); return; }
  const shown = state.view === "live" ? "" : "The live page is shown. ";
  state.view = "live";
  for (const stage of app.querySelectorAll(".pane:not([hidden]) .stage")) {
    const frame = $("iframe", stage);
    if (isFresh) frame?.remove();
    else if (frame) {
      frame.faults = 0;
      frame.src = frame.getAttribute("src");
    }
  }
  drawPanes();
  say(shown + (isFresh ? "A fresh start: loaded anew, and what the page had stored is gone." : "Loaded anew. What the page stored is still there; ⇧R empties it."));
}

function openTab() {
  const artifact = shownArtifacts()[0];
  if (artifact?.page) open(artifact.page, "_blank", "noopener,noreferrer");
  else say("No page can be opened here.");
}

// ---- questions

const isAsked = (question) => Object.entries(question.when).every(([name, wanted]) => wanted.includes(state.values[name]));
const isEmpty = (value) => value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

function questionView(question, index) {
  const id = `question-${index}`;
  const about = [question.about, question.criterion && `On such a page: ${question.criterion}.`].filter(Boolean);
  const box = make("fieldset", { class: "question", id, "data-index": index, onfocusin: () => focusOn(index, false) },
    make("legend", {}, question.label), about.map((text) => make("p", { class: "about" }, text)),
    question.exemption && make("details", { class: "about" }, make("summary", {}, "What does not count"), `${question.exemption}.`));
  box.append(...INPUTS[question.kind](question, index));
  return box;
}

const optionKey = (option, position) => option.key || (position < 9 ? String(position + 1) : position === 9 ? "0" : "");

const INPUTS = {
  choice: (question, index) => [make("div", { class: "options", role: "radiogroup", "aria-label": question.label }, question.options.map((option, position) =>
    make("button", { type: "button", role: "radio", "aria-checked": "false", tabindex: position ? "-1" : "0", "data-option": option.value, onclick: () => answer(index, option.value) },
      option.label, key(optionKey(option, position).toUpperCase())))),
  question.options.some((option) => option.about) && make("ul", { class: "anchors" }, question.options.filter((option) => option.about).map((option) =>
    make("li", {}, make("strong", {}, option.label), ` ${option.about}`)))].filter(Boolean),
  many: (question, index) => [make("div", { class: "options column" }, question.options.map((option, position) =>
    make("button", { type: "button", "aria-pressed": "false", "data-option": option.value, onclick: () => toggle(index, option.value) },
      option.label, option.about && make("span", { class: "quiet" }, ` ${option.about}`), key(optionKey(option, position)))))],
  scale: (question, index) => {
    const points = Array.from({ length: question.high - question.low + 1 }, (_, step) => question.low + step);
    const box = make("div", { class: "scale", role: "radiogroup", "aria-label": question.label }, points.map((point, position) =>
      make("button", { type: "button", role: "radio", "aria-checked": "false", tabindex: position ? "-1" : "0", "data-option": point, "aria-label": question.anchors[point] ? `${point}, ${question.anchors[point]}` : null,
        onclick: () => answer(index, point) }, String(point))));
    box.style.setProperty("--points", Math.min(points.length, 11));
    const anchors = points.filter((point) => question.anchors[point]);
    return anchors.length ? [box, make("ul", { class: "anchors" }, anchors.map((point) => make("li", { "data-point": point }, make("strong", {}, String(point)), ` ${question.anchors[point]}`)))] : [box];
  },
  preference: (question, index) => [make("div", { class: "duel", role: "radiogroup", "aria-label": question.label }, [["A", "Page A", "A"], ["tie", "Tie", "T"], ["B", "Page B", "B"]].map(([value, label, letter], position) =>
    make("button", { type: "button", role: "radio", "aria-checked": "false", tabindex: position ? "-1" : "0", "data-option": value, onclick: () => answer(index, value) }, label, key(letter)))),
  state.task.questions.length === 1 && make("p", { class: "about keys" }, "A, B or T saves at once; Z takes it back.")],
  rank: (question, index) => [make("p", { class: "about" }, "Press the letters in order, best first; = ties with the one before, Backspace starts over. Or drag."), make("ol", { class: "ranking", "data-rank": index })],
  text: (question, index) => [make("textarea", { "aria-label": question.label, maxlength: "4000", oninput: (event) => { state.values[question.id] = event.target.value; saveDraft(); } })],
};

// Marks the words for the chosen point, or those on both sides of it.
function markAnchors(box, point) {
  const words = [...box.querySelectorAll("[data-point]")];
  const below = words.findLast((one) => Number(one.dataset.point) <= point);
  const above = words.find((one) => Number(one.dataset.point) >= point);
  for (const one of words) one.classList.toggle("near", point !== undefined && (one === below || one === above));
}

function noteView() {
  return make("fieldset", { class: "question" }, make("label", { class: "legend", for: "note" }, "Note", key("M")),
    make("textarea", { id: "note", maxlength: "4000", placeholder: "Anything worth knowing (optional)", oninput: (event) => { state.task.note = event.target.value; saveDraft(); } }));
}

function answer(index, value) {
  const question = state.task.questions[index];
  state.values[question.id] = value;
  saveDraft();
  const next = state.task.questions.findIndex((one, position) => position > index && isAsked(one) && one.kind !== "text");
  if (next > 0) focusOn(next); else focusOn(index);
  refresh();
}

function toggle(index, value) {
  const question = state.task.questions[index];
  const chosen = new Set(state.values[question.id] ?? []);
  if (chosen.has(value)) chosen.delete(value); else chosen.add(value);
  state.values[question.id] = question.options.map((option) => option.value).filter((one) => chosen.has(one));
  saveDraft();
  refresh();
}

function focusOn(index, shouldScroll = true) {
  state.current = index;
  for (const box of app.querySelectorAll(".question[data-index]")) box.classList.toggle("current", Number(box.dataset.index) === index);
  if (shouldScroll) document.getElementById(`question-${index}`)?.scrollIntoView({ block: "nearest" });
}

function refresh() {
  state.task.questions.forEach((question, index) => {
    const box = document.getElementById(`question-${index}`);
    box.hidden = !isAsked(question);
    const value = state.values[question.id];
    const buttons = [...box.querySelectorAll("[data-option]")];
    for (const button of buttons) {
      const isOn = Array.isArray(value) ? value.includes(button.dataset.option) : String(value) === button.dataset.option;
      if (button.role === "radio") button.setAttribute("aria-checked", String(isOn)); else button.setAttribute("aria-pressed", String(isOn));
      if (button.role === "radio") button.tabIndex = isOn || (value === undefined && button === buttons[0]) ? 0 : -1;
    }
    if (question.kind === "scale") markAnchors(box, value);
    if (question.kind === "text" && document.activeElement !== $("textarea", box)) $("textarea", box).value = value ?? "";
    if (question.kind === "rank") drawRanking(index);
  });
  const note = document.getElementById("note");
  if (document.activeElement !== note) note.value = state.task.note ?? "";
  focusOn(state.current, false);
}

// ---- ranking: groups of letters, best first; letters of one group share a place

function groupsOf(question) {
  const places = state.values[question.id] ?? {};
  const groups = new Map();
  for (const [slot, place] of Object.entries(places)) groups.set(place, [...(groups.get(place) ?? []), slot].sort());
  return [...groups.entries()].sort((a, b) => a[0] - b[0]).map(([, slots]) => slots);
}

function setGroups(index, groups) {
  const places = {};
  let place = 1;
  for (const group of groups) {
    for (const slot of group) places[slot] = place;
    place += group.length;
  }
  state.values[state.task.questions[index].id] = places;
  saveDraft();
  refresh();
}

function drawRanking(index) {
  const question = state.task.questions[index];
  const list = $(`[data-rank="${index}"]`);
  const groups = groupsOf(question);
  const placed = groups.flat();
  const focused = document.activeElement?.dataset?.action;
  const row = (slot, position, place, isTied) => {
    const move = (label, action, change) => make("button", { type: "button", "data-action": `${slot}-${action}`, "aria-label": `${label} page ${slot}`, onclick: change }, { up: "↑", down: "↓", tie: "=", place: "Place" }[action]);
    const buttons = placed.includes(slot)
      ? [move("Move up", "up", () => shift(index, slot, -1)), move("Move down", "down", () => shift(index, slot, 1)), position > 0 && move(isTied ? "Untie" : "Tie with the one above", "tie", () => tieUp(index, slot))]
      : [move("Place", "place", () => setGroups(index, [...groups, [slot]]))];
    const item = make("li", { "data-slot": slot }, make("span", { class: "place" }, place ? `${place}.` : "–"), make("span", { class: "name" }, `Page ${slot}`), buttons);
    item.addEventListener("pointerdown", (event) => drag(event, index, item));
    return item;
  };
  const rows = [];
  let place = 1;
  for (const group of groups) {
    group.forEach((slot, within) => rows.push(row(slot, rows.length, place, within > 0)));
    place += group.length;
  }
  for (const one of state.task.artifacts) if (!placed.includes(one.name)) rows.push(row(one.name, rows.length, 0, false));
  list.replaceChildren(...rows);
  if (focused) $(`[data-action="${focused}"]`, list)?.focus();
}

function shift(index, slot, by) {
  const order = groupsOf(state.task.questions[index]).flat();
  const from = order.indexOf(slot);
  const to = Math.max(0, Math.min(order.length - 1, from + by));
  order.splice(to, 0, order.splice(from, 1)[0]);
  setGroups(index, order.map((one) => [one]));
}

function tieUp(index, slot) {
  const groups = groupsOf(state.task.questions[index]);
  const at = groups.findIndex((group) => group.includes(slot));
  if (groups[at].length > 1 && groups[at][0] !== slot) {
    groups[at] = groups[at].filter((one) => one !== slot);
    groups.splice(at + 1, 0, [slot]);
  } else if (at > 0) {
    groups[at - 1].push(...groups[at]);
    groups.splice(at, 1);
  }
  setGroups(index, groups);
}

function drag(event, index, item) {
  if (event.target.closest("button") || event.button) return;
  event.preventDefault();
  const list = item.parentElement;
  item.classList.add("held");
  const move = (moved) => {
    const over = [...list.children].find((one) => one !== item && moved.clientY > one.getBoundingClientRect().top && moved.clientY < one.getBoundingClientRect().bottom);
    if (!over) return;
    const isBelow = moved.clientY > over.getBoundingClientRect().top + over.offsetHeight / 2;
    over[isBelow ? "after" : "before"](item);
  };
  const drop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", drop);
    removeEventListener("pointercancel", drop);
    setGroups(index, [...list.children].map((one) => [one.dataset.slot]));
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);
}

function rankKey(index, pressed) {
  const question = state.task.questions[index];
  const groups = groupsOf(question);
  if (pressed === "Backspace") return setGroups(index, []), true;
  if (pressed === "=" && groups.length) { state.tieNext = true; return say("The next letter ties with the one before."), true; }
  const slot = pressed.toUpperCase();
  if (!state.task.artifacts.some((one) => one.name === slot)) return false;
  const others = groups.map((group) => group.filter((one) => one !== slot)).filter((group) => group.length);
  if (state.tieNext && others.length) others[others.length - 1].push(slot); else others.push([slot]);
  state.tieNext = false;
  setGroups(index, others);
  return true;
}

// ---- saving

let drafting = 0;
function saveDraft(now = false) {
  clearTimeout(drafting);
  const { task, values } = state;
  if (!task) return Promise.resolve();
  const save = () => ask("draft", { task: task.id, values, note: task.note ?? "" }).catch(() => {});
  if (now) return save();
  drafting = setTimeout(() => { if (state.task === task && !state.sending) save(); }, 300);
  return Promise.resolve();
}

const MOST_NAMED = 6;

function missing() {
  return state.task.questions.filter((question) => {
    const value = state.values[question.id];
    if (!isAsked(question) || !question.required) return false;
    return question.kind === "rank" ? Object.keys(value ?? {}).length < state.task.artifacts.length : isEmpty(value);
  });
}

async function send({ isSkipped = false } = {}) {
  if (!state.task || state.sending || state.onward) return;
  const open = isSkipped ? [] : missing();
  if (open.length) {
    focusOn(state.task.questions.indexOf(open[0]));
    const more = open.length > MOST_NAMED ? `, and ${open.length - MOST_NAMED} more` : "";
    say(`Still open: ${open.slice(0, MOST_NAMED).map((question) => question.label).join(", ")}${more}`);
    return;
  }
  state.sending = true;
  clearTimeout(drafting);
  const { task } = state;
  const values = {};
  if (!isSkipped) for (const question of task.questions) if (isAsked(question) && !isEmpty(state.values[question.id])) values[question.id] = state.values[question.id];
  try {
    const next = await ask("answer", { task: task.id, values, skipped: isSkipped, note: task.note ?? "", nonce: state.nonce, seconds: seconds() });
    await show(next);
  } catch (error) {
    state.sending = false;
    failed(error);
  }
}

const skip = () => send({ isSkipped: true });
const seconds = () => Math.round((state.seconds + (document.hidden ? 0 : (performance.now() - state.since) / 1000)) * 10) / 10;
document.addEventListener("visibilitychange", () => {
  if (document.hidden) state.seconds += (performance.now() - state.since) / 1000;
  else state.since = performance.now();
});

async function undo() {
  try {
    const before = state.task?.id;
    await saveDraft(true);
    const next = await ask("undo", { form: state.form });
    await show(next);
    say(next.task && next.task.id !== before ? "Your last answer is open again." : "There is nothing to undo.");
  } catch (error) { failed(error); }
}

// ---- keys

// Keys of this task alone, without those that its answers take.
function keysOf(task) {
  const { questions, artifacts } = task;
  const ofKind = (...kinds) => questions.filter((question) => kinds.includes(question.kind));
  const isTaken = (pressed) => questions.some((question) => (question.kind === "rank" ? artifacts.some((one) => one.name.toLowerCase() === pressed) : chosenBy(question, pressed) !== undefined));
  const hasLetters = ofKind("choice", "many").some((question) => question.options.some((option) => /[a-z]/i.test(option.key)));
  const pages = artifacts.map((_, index) => String(index + 1)).filter((digit) => digit.length === 1 && !isTaken(digit));
  const all = ALL[task.layout] && !isTaken(ALL[task.layout][2]) ? [ALL[task.layout][2]] : [];
  const command = (letter, meaning) => !isTaken(letter.toLowerCase()) && [letter, meaning];
  return [
    ofKind("choice", "many", "scale").length > 0 && [hasLetters ? "letters, digits" : "digits", "answer the marked question"],
    ofKind("preference").length > 0 && ["A, B, T", questions.length === 1 ? "answer, save and show the next task" : "answer the marked question"],
    ...(ofKind("rank").length ? [["A, B, …", "place the pages, best first"], ["=", "the next letter ties with the one before"], ["Backspace", "start the order over"]] : []),
    hasLetters && ofKind("choice").length > 1 && ["⇧ + letter", "give this answer to every open question"],
    questions.length > 1 && ["↑ ↓", "mark another question"],
    ["Tab, ← →", "reach buttons and answers; Space presses them"],
    ["Enter", "save and show the next task"],
    command("Z", "open your last answer again"), command("S", "skip: you cannot judge it"), command("M", "write a note; Esc leaves a text, ⇧ Enter saves from there"),
    command("L", "the whole of a long brief, or less of it; ↑ ↓ scroll it, Esc returns to the questions"),
    ...(artifacts.length ? [
      artifacts.length > 1 && pages.length > 0 && [[...pages, ...all].join(" "), `show page ${artifacts.slice(0, pages.length).map((one) => one.name).join(", ")}${all.length ? `, or ${ALL[task.layout][1].toLowerCase()}` : ""}`],
      possibleViews().length > 1 && command("V", `next of ${possibleViews().join(", ")}; ↑ ↓ scroll the pictures`),
      command("W", "next width of the page"), command("R", "load the page anew; what it stored stays"),
      !isTaken("r") && ["⇧ R", "fresh start: load the page without what it stored"],
      command("I", "give the keyboard to the page; F2 takes it back"), command("O", "open the page in a tab of its own"),
    ] : []),
  ].filter(Boolean);
}

function help() {
  const dialog = make("dialog", { "aria-label": "Keys", onclose: () => dialog.remove() }, make("h2", {}, "Keys"),
    make("dl", {}, (state.task ? keysOf(state.task) : [["Enter", "go on"], ["Z", "open your last answer again"]]).flatMap(([name, meaning]) => [make("dt", {}, name), make("dd", {}, meaning)])),
    make("button", { type: "button", onclick: () => dialog.close() }, "Close"));
  document.body.append(dialog);
  dialog.showModal();
}

function chosenBy(question, pressed) {
  if (question.kind === "preference") return { a: "A", b: "B", t: "tie", "=": "tie" }[pressed];
  if (question.kind === "scale") {
    const point = /^[0-9]$/.test(pressed) ? Number(pressed) : NaN;
    return point >= question.low && point <= question.high ? point : undefined;
  }
  const position = (question.options ?? []).findIndex((option, place) => optionKey(option, place).toLowerCase() === pressed || (option.key && String(place + 1) === pressed));
  return position >= 0 ? question.options[position].value : undefined;
}

function answerByKey(event) {
  const { questions } = state.task;
  const question = questions[state.current];
  if (!question || !isAsked(question)) return false;
  if (question.kind === "rank") return rankKey(state.current, event.key);
  const value = chosenBy(question, event.key.toLowerCase());
  if (value === undefined) return false;
  if (question.kind === "many") toggle(state.current, value);
  else if (event.shiftKey && question.kind === "choice" && /[a-z]/i.test(event.key)) answerAll(question, value);
  else {
    answer(state.current, value);
    const isAlone = questions.length === 1 && ["preference", "choice"].includes(question.kind);
    if (isAlone) send();
  }
  return true;
}

function answerAll(like, value) {
  for (const question of state.task.questions) {
    if (question.kind === "choice" && question.options.some((option) => option.value === value) && isEmpty(state.values[question.id])) state.values[question.id] = value;
  }
  saveDraft();
  refresh();
  say("Every open question has this answer now.");
}

function moveBy(step) {
  const { questions } = state.task;
  let index = state.current + step;
  while (questions[index] && !isAsked(questions[index])) index += step;
  if (!questions[index]) return;
  focusOn(index);
  if (questions[index].kind === "text") $("textarea", document.getElementById(`question-${index}`)).focus();
}

const COMMANDS = {
  z: undo, s: skip, l: unfold, r: (event) => reload({ isFresh: event.shiftKey }), o: openTab,
  m: () => document.getElementById("note").focus(),
  v: () => {
    const views = possibleViews();
    if (views.length > 1) set("view", views[(views.indexOf(state.view) + 1) % views.length]);
    else say(`There is nothing but ${views[0] ?? "the brief"}.`);
  },
  w: () => set("width", WIDTHS[(WIDTHS.indexOf(state.width) + 1) % WIDTHS.length]),
  i: () => {
    if (state.view !== "live") say("Only the live page takes the keyboard: V shows it.");
    else $(".pane:not([hidden]) iframe")?.focus();
  },
};

const COMMANDS_BESIDE = new Set("lrovwiz");  // while the expected answers are read

addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  const typing = event.target.closest?.("textarea, input, select");
  if (typing) {
    if (event.key === "Escape") takeKeyboard();
    if (typing.tagName !== "TEXTAREA" || event.key !== "Enter" || !event.shiftKey) return;
  }
  if (event.key === "?") { help(); event.preventDefault(); return; }
  if (!state.task) {
    if (event.key.toLowerCase() === "z" && state.form && state.rater) undo();
    return;
  }
  if (state.onward && !COMMANDS_BESIDE.has(event.key.toLowerCase())) {
    if (event.key === "Enter") { event.preventDefault(); state.onward.click(); }
    return;
  }
  const onButton = event.target.closest?.("button, a, video, summary");
  if (event.key === "Enter" || event.key === " ") {
    const isAnswer = onButton?.dataset?.option !== undefined;
    if (event.key === " " || (onButton && !isAnswer)) return;
    event.preventDefault();
    send();
  } else if (event.key.startsWith("Arrow")) {
    if (!arrow(event, onButton)) return;
    event.preventDefault();
  } else if (answerByKey(event)) event.preventDefault();
  else if (/^[1-9]$/.test(event.key) && state.task.artifacts.length > 1 && state.task.artifacts[event.key - 1]) set("shown", event.key - 1);
  else if (event.key === ALL[state.task.layout]?.[2] && state.task.artifacts.length > 1) set("shown", "all");
  else if (COMMANDS[event.key.toLowerCase()] && (state.task.artifacts.length || "zsml".includes(event.key.toLowerCase()))) {
    event.preventDefault();
    COMMANDS[event.key.toLowerCase()](event);
  } else if (event.key === "Escape") {
    takeKeyboard();
    markOpen();
  }
});

// Digits answer the marked question, so the mark goes to one that is open: Tab may have left it at another.
function markOpen() {
  const open = state.task.questions.findIndex((question) => missing().includes(question));
  if (open >= 0) focusOn(open);
}

function arrow(event, onButton) {
  const group = onButton?.closest("[role=radiogroup]");
  const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (group && side) {
    const buttons = [...group.querySelectorAll("[role=radio]")];
    buttons[(buttons.indexOf(onButton) + side + buttons.length) % buttons.length].focus();
    return true;
  }
  if (side || event.target.closest?.(".brief .text, .stage, video")) return false;
  moveBy(event.key === "ArrowDown" ? 1 : -1);
  return true;
}

// The page in the frame asks to give the keyboard back (F2). Heeded only while it has the keyboard, so it cannot steal it.
// Keys that still reached the page come with the frame's seal, which only our guard in it knows, not the page.
addEventListener("message", (event) => {
  const frame = [...app.querySelectorAll("iframe")].find((one) => one.contentWindow === event.source);
  if (frame && event.data === "annotate:leave" && document.activeElement === frame) takeKeyboard();
  if (frame?.seal && event.data === `annotate:fault:${frame.seal}`) frame.faults = (frame.faults ?? 0) + 1;
  const sealed = frame?.seal && `annotate:key:${frame.seal}:`;
  if (!sealed || typeof event.data !== "string" || !event.data.startsWith(sealed)) return;
  const [shift, pressed] = [event.data[sealed.length], event.data.slice(sealed.length + 2)];
  document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: pressed, shiftKey: shift === "1", bubbles: true, cancelable: true }));
});

// The mouse does not take the keyboard from the form, so that Enter saves after a click on a button
addEventListener("mousedown", (event) => {
  const pressed = event.target.closest?.(".task button, .task summary");
  if (!pressed || pressed.dataset.option !== undefined) return;
  event.preventDefault();
  if (!document.activeElement?.matches("textarea, input")) takeKeyboard();
});
addEventListener("click", (event) => { if (event.detail && event.target.matches?.("video")) takeKeyboard(); });
addEventListener("resize", () => { markLongBrief(); fit(); });

// ---- results

const rate = (one, percent) => {
  if (!one || one.mean === null) return "–";
  const number = (value) => (percent ? (100 * value).toFixed(0) : value.toFixed(2)).replace("-", "−");
  const unit = percent ? " %" : "";
  return one.low === null ? number(one.mean) + unit : `${number(one.mean)}${unit} (${number(one.low)} to ${number(one.high)})`;
};

function table(caption, columns, rows, { isHeat = false } = {}) {
  const cell = (value, index) => {
    if (index === 0) return make("th", { scope: "row" }, value);
    const element = make("td", { class: "number" }, typeof value === "object" && value ? value.text : value ?? "–");
    if (typeof value === "object" && value) { element.classList.add("cell"); element.style.setProperty("--share", value.share); }
    return element;
  };
  return make("div", {}, make("p", { class: "small quiet" }, caption), make("div", { class: "scrolls", tabindex: "0", role: "group", "aria-label": caption }, make("table", { class: isHeat ? "heat" : "", "aria-label": caption },
    make("thead", {}, make("tr", {}, columns.map((name, index) => make("th", { scope: "col", class: index ? "number" : "" }, name)))),
    make("tbody", {}, rows.map((row) => make("tr", {}, row.map(cell)))))));
}

async function results() {
  let found;
  try { found = await ask("results"); } catch (error) { return failed(error); }
  document.title = "Results · Annotate";
  const refresh = make("button", { type: "button", onclick: results }, "Refresh");
  const files = found.exports.map((name) => make("button", { type: "button", onclick: () => download(name) }, name));
  app.replaceChildren(make("main", { class: "results" },
    make("header", {}, make("h1", { tabindex: "-1" }, `Results of ${found.run}`), make("div", { class: "names" }, refresh, theme())),
    make("section", {}, make("h2", {}, "Progress"), table("Answers so far. A task is complete with all its raters.", ["Kind of task", "tasks", "complete", "answers", "disputed", "median time"],
      found.progress.map((row) => [row.title, row.tasks, row.complete, row.answers, row.disputed, row.seconds === null ? "–" : `${row.seconds.toFixed(0)} s`]))),
    found.forms.length > 1 && make("nav", { class: "names", "aria-label": "Sections" }, [...found.forms.map((form) => form.title), "Judge against people", "Files"].map((title) =>
      make("button", { type: "button", class: "plain small", onclick: () => [...app.querySelectorAll("h2")].filter((one) => one.textContent === title).pop().scrollIntoView() }, title))),
    found.forms.map(formResults), judgeResults(found.judge),
    make("section", {}, make("h2", {}, "Files"), make("p", { class: "small quiet" }, "For pytest-cookie agree, gate and calibrate."), make("div", { class: "names" }, files))));
  if (document.activeElement === document.body) $("h1").focus();
  return undefined;
}

function formResults(form) {
  return make("section", {}, make("h2", {}, form.title),
    table("Agreement of people, with 95 % intervals by resampling tasks. α and κ: 1 is perfect, 0 is chance.", ["Question", "tasks", "same answer", "Krippendorff’s α", "Fleiss’ κ", "Cohen’s κ, mean"],
      form.questions.map((row) => [row.label, row.units, rate(row.same, true), rate(row.alpha), rate(row.fleiss), rate(row.cohen)])),
    form.pairwise && table("Preferences between two artifacts of a case, rater against rater, ties included", ["Who", "pairs", "same preference", "beyond chance, κ"], [["people", form.pairwise.pairs, rate(form.pairwise.match, true), rate(form.pairwise.kappa)]]),
    table("By rater", ["Rater", "answers", "same as others", "α without the rater", "median time", "attention checks"],
      form.raters.map((row) => [row.rater, row.answers, rate(row.same, true), rate(row.alpha_without), row.seconds === null ? "–" : `${row.seconds.toFixed(0)} s`, row.checks ? `${row.passed} of ${row.checks}` : "–"])),
    form.disputed.length > 0 && make("details", {}, make("summary", { class: "small" }, `Most disputed tasks (${form.disputed.length})`), table("Where raters agree least", ["Task", "same answer", "raters"], form.disputed.map((row) => [row.task, rate(row.same, true), row.raters]))));
}

function judgeResults(judge) {
  if (!judge.judges.length) return make("section", {}, make("h2", {}, "Judge against people"), make("p", { class: "quiet" }, judge.missing));
  const heat = (value) => (value === null ? "–" : { text: `${(100 * value).toFixed(0)} %`, share: value });
  return make("section", {}, make("h2", {}, "Judge against people"),
    table("Match rate: preferences between two artifacts of a case, judge against each rater. Ablations have a ~ in their name.", ["Judge", "score", "pairs", "match", "κ", "models, footrule"],
      judge.judges.map((row) => [row.judge, row.score, row.pairs, rate(row.match, true), rate(row.kappa), rate(row.footrule)])),
    judge.domains.length > 0 && table("Match rate by domain", ["Domain", ...judge.columns], judge.domains.map((row) => [row.domain, ...row.match.map(heat)]), { isHeat: true }),
    judge.arena.length > 0 && table("Order of models against imported rankings", ["Ranking", "models", "footrule", "Spearman’s ρ"], judge.arena.map((row) => [row.name, row.models, row.footrule.toFixed(2), row.spearman === null ? "–" : row.spearman.toFixed(2)])));
}

async function download(name) {
  try {
    const reply = await fetch(`/api/export/${encodeURIComponent(name)}`, { headers: { "X-Token": token } });
    if (!reply.ok) throw new Error(`Error ${reply.status}`);
    const link = make("a", { href: URL.createObjectURL(await reply.blob()), download: name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  } catch (error) { failed(error); }
}

begin();
