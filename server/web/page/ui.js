// The parts that views are made of.

import { Fragment, h } from "preact";
import { useCallback, useEffect, useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import htm from "htm";

import { t } from "./language.js";

export const html = htm.bind(h);
export { Fragment, useCallback, useEffect, useId, useLayoutEffect, useRef, useState };

// The path and the query after `#`, such as `#/invoices?category=grocery`.
export function useRoute() {
  const [hash, setHash] = useState(location.hash);
  useWindowEvent("hashchange", useCallback(() => setHash(location.hash), []));
  return route(hash);
}

export function route(hash = location.hash) {
  const [text, query] = hash.replace(/^#\/?/, "").split("?");
  const path = text.split("/").filter(Boolean).map(decoded);
  // Invoices once had addresses such as `#/invoice/retail/ID?category=grocery`, which may be bookmarked.
  if (path[0] === "invoice") return { path: ["invoices", ...path.slice(1)], query: new URLSearchParams() };
  return { path, query: new URLSearchParams(query ?? "") };
}

// A part of an address that was typed wrong names nothing.
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

// The address of a view. Empty values are left out of the query.
export function href(path, query = {}) {
  const kept = Object.entries(query).filter(([, value]) => value !== undefined && value !== null && value !== "");
  const text = new URLSearchParams(kept).toString();
  return `#/${path.map(encodeURIComponent).join("/")}${text && `?${text}`}`;
}

export function go(path, query) {
  location.hash = href(path, query);
}

// What `load` gives. The value before stays while another is loaded, so that nothing jumps.
//
// `load` gets a signal that ends when its answer is no longer needed.
export function useLoad(load, inputs) {
  const [state, setState] = useState({ value: undefined, error: undefined, busy: true });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const abandoned = new AbortController();
    setState((before) => ({ ...before, busy: true }));
    load(abandoned.signal).then(
      (value) => abandoned.signal.aborted || setState({ value, error: undefined, busy: false }),
      (error) => abandoned.signal.aborted || setState((before) => ({ ...before, error, busy: false })),
    );
    return () => abandoned.abort();
  }, [...inputs, turn]);
  const reload = useCallback(() => setTurn((before) => before + 1), []);
  // What could not be reached is asked for again when the connection is back, or the reader tries one of the parts of a view.
  useWindowEvent("online", useCallback(() => state.error?.status === 0 && reload(), [state.error]));
  const set = useCallback((value) => setState({ value, error: undefined, busy: false }), []);
  return { ...state, reload, set };
}

// An action that runs once at a time. `run` returns whether it succeeded.
export function useAction(action) {
  const [state, setState] = useState({ busy: false, error: undefined });
  const mounted = useRef(true);
  useEffect(() => () => { mounted.current = false; }, []);
  const run = async (...inputs) => {
    if (state.busy) return false;
    setState({ busy: true, error: undefined });
    try {
      await action(...inputs);
      if (mounted.current) setState({ busy: false, error: undefined });
      return true;
    } catch (error) {
      if (mounted.current) setState({ busy: false, error });
      return false;
    }
  };
  return { ...state, run };
}

// The title of the window, until something else is shown.
export function useTitle(title) {
  useEffect(() => {
    const before = document.title;
    document.title = `${title} – ${t("Invoices")}`;
    return () => { document.title = before; };
  }, [title]);
}

// Calls `listener` when the window gets this event. The page has some of its own, such as "fetched".
export function useWindowEvent(name, listener) {
  useEffect(() => {
    addEventListener(name, listener);
    return () => removeEventListener(name, listener);
  }, [name, listener]);
}

// Whether the window is as the media query says.
export function useMedia(query) {
  const [matches, setMatches] = useState(() => matchMedia(query).matches);
  useEffect(() => {
    const media = matchMedia(query);
    const changed = () => setMatches(media.matches);
    media.addEventListener("change", changed);
    return () => media.removeEventListener("change", changed);
  }, [query]);
  return matches;
}

// Calls `press` with the keys that are pressed alone, and not in a form, a dialog or an open menu.
export function useKeys(press) {
  useEffect(() => {
    const listen = (event) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open], :popover-open")) return;
      if (!event.target.closest("form, input, select, textarea, dialog")) press(event);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  });
}

// A view: its heading, which a screen reader hears first, and its content. One that shows one thing after the other gives the `id` of each.
export function View({ title, id, actions, children }) {
  const heading = useRef(null);
  useTitle(title);
  // With the view itself: later it would take the focus from a reader who has moved on.
  useLayoutEffect(() => heading.current?.focus({ preventScroll: true }), [id]);
  return html`
    <header class="view-head">
      <h1 tabindex="-1" ref=${heading}>${title}</h1>
      ${actions && html`<div class="actions">${actions}</div>`}
    </header>
    ${children}`;
}

// Renders a loaded value; until then, a placeholder of the same kind.
export function Loaded({ of, children, rows = 4 }) {
  const retry = () => (of.error.status === 0 ? dispatchEvent(new Event("online")) : of.reload());
  const problem = of.error && html`<${Problem} error=${of.error} retry=${retry} />`;
  if (of.value !== undefined) return html`${problem}${children(of.value)}`;
  if (problem) return problem;
  return html`<div class="placeholder" role="status"><span class="unseen">${t("Loading")}</span>
    ${Array.from({ length: rows }, (_, index) => html`<div class="bone" key=${index}></div>`)}</div>`;
}

export function Problem({ error, retry }) {
  if (!error) return null;
  return html`<div class="note problem" role="alert"><p lang=${error.message === error.english ? "en" : undefined}>${error.message}</p>
    ${retry && html`<button type="button" onClick=${retry}>${t("Try again")}</button>`}</div>`;
}

// Nothing is there: what that means and what to do next.
export function Empty({ title, children }) {
  return html`<div class="empty"><p class="empty-title">${title}</p>${children}</div>`;
}

export function Note({ kind = "info", children }) {
  return html`<div class=${`note ${kind}`} role="status">${children}</div>`;
}

// Gives a lost focus back to this element or, if it is gone, to the heading of the view.
const refocus = (element) => setTimeout(() => {
  if (document.activeElement === document.body) (element?.isConnected ? element : document.querySelector("main h1"))?.focus({ preventScroll: true });
});

// A button that shows that its action is under way.
export function Button({ busy, kind = "", type = "button", children, ...rest }) {
  const button = useRef(null);
  // A browser takes the focus from a button that is disabled or gone.
  useLayoutEffect(() => () => (busy || document.activeElement === button.current) && refocus(button.current), [busy]);
  return html`<button ref=${button} type=${type} class=${kind} aria-busy=${busy ? "true" : undefined} ...${rest} disabled=${busy || rest.disabled}>${children}</button>`;
}

// A labelled input. `hint` says what is expected.
export function Field({ label, hint, children, ...input }) {
  const id = useId();
  const described = hint ? `${id}-hint` : undefined;
  return html`<div class="field">
    <label for=${id}>${label}</label>
    ${children
      ? html`<select id=${id} aria-describedby=${described} ...${input}>${children}</select>`
      : html`<input id=${id} aria-describedby=${described} ...${input} />`}
    ${hint && html`<p class="hint" id=${described}>${hint}</p>`}
  </div>`;
}

// A form whose values are those of its named inputs.
export function Form({ onSubmit, action, children, label, ...rest }) {
  const submit = (event) => {
    event.preventDefault();
    onSubmit(Object.fromEntries(new FormData(event.currentTarget)), event.currentTarget);
  };
  return html`<form onSubmit=${submit} aria-label=${label} ...${rest}>${children}<${Problem} error=${action?.error} /></form>`;
}

// A question before something that can't be undone, or with another `kind` of button before something else.
export function Confirm({ question, kind = "danger", yes, no = t("Cancel"), onYes, onNo, action }) {
  const dialog = useRef(null);
  const id = useId();
  useLayoutEffect(() => {
    const opener = document.activeElement;
    dialog.current.showModal();
    return () => refocus(opener);
  }, []);
  return html`<dialog ref=${dialog} aria-labelledby=${id} onClose=${onNo}>
    <p id=${id}>${question}</p>
    <${Problem} error=${action?.error} />
    <div class="actions">
      <button type="button" onClick=${onNo}>${no}</button>
      <${Button} kind=${kind} busy=${action?.busy} onClick=${onYes}>${yes}</${Button}>
    </div>
  </dialog>`;
}

// Choices of which one is on, as links: the choice is part of the address.
export function Tabs({ label, choices, chosen }) {
  return html`<nav class="tabs" aria-label=${label}>${choices.map(({ value, name, to }) => html`
    <a key=${value} href=${to} aria-current=${value === chosen ? "page" : undefined}>${name}</a>`)}</nav>`;
}

// For the views of mails, sources, notifications and the account.

// A list that is loaded page by page. `load` gets a cursor, undefined at first, and gives `{items, next}`.
export function usePages(load, inputs) {
  const pages = useLoad(() => load(undefined), inputs);
  const latest = useRef();
  latest.current = pages.value;
  const more = useAction(async () => {
    const before = pages.value;
    const page = await load(before.next);
    // The list may have been loaded again in the meantime.
    if (latest.current === before) pages.set({ ...page, items: [...before.items, ...page.items] });
  });
  return { ...pages, more };
}

export function ShowMore({ pages }) {
  if (!pages.value?.next) return null;
  return html`<${Problem} error=${pages.more.error} />
    <p><${Button} busy=${pages.more.busy} onClick=${pages.more.run}>${t("Show more")}</${Button}></p>`;
}

// Something that is on or off. `label` names it for a screen reader.
export function Switch({ label, on, busy, onChange }) {
  return html`<input type="checkbox" role="switch" class="switch" aria-label=${label} checked=${on} disabled=${busy}
    onChange=${(event) => onChange(event.currentTarget.checked)} />`;
}

// For the views of invoices and spending.

// An input whose value is passed to `onCommit` shortly after the last change. Typed text stays while the view changes.
export function Draft({ value, onCommit, ...rest }) {
  const [text, setText] = useState(value);
  const committed = useRef(value);
  const timer = useRef();
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (value !== committed.current) setText(value);
    committed.current = value;
  }, [value]);
  const change = (event) => {
    const input = event.currentTarget;
    setText(input.value);
    clearTimeout(timer.current);
    if (!input.validity.valid) return;
    timer.current = setTimeout(() => {
      committed.current = input.value;
      onCommit(input.value);
    }, 300);
  };
  return html`<${Field} ...${rest} value=${text} onInput=${change} />`;
}
