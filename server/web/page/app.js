// The page: the frame around the views, and which view is shown.

import { render } from "preact";

import { get, isSignedIn, onSession, resume } from "./api.js";
import { DropAnywhere } from "./imports.js";
import { t } from "./language.js";
import { Search } from "./search.js";
import { Shared } from "./share.js";
import { Status } from "./status.js";
import { Toasts } from "./toasts.js";
import { Problem, html, route, useEffect, useRoute, useState } from "./ui.js";
import { SignIn, SignInAgain } from "./views/sign-in.js";

// The parts of an address, what loads the view, and its name in the navigation if it is there. A view that `stays` is the same for all addresses
// that begin so, and scrolls itself.
const VIEWS = {
  "": { load: async () => (await import("./views/overview.js")).Overview, name: t("Overview") },
  invoices: { load: async () => (await import("./views/invoices.js")).Invoices, name: t("Invoices"), stays: true },
  spending: { load: async () => (await import("./views/spending.js")).Spending, name: t("Spending") },
  mails: { load: async () => (await import("./views/mails.js")).Mails, name: t("Mails") },
  mail: { load: async () => (await import("./views/mail.js")).Mail, under: "mails" },
  questions: { load: async () => (await import("./views/questions.js")).Questions, under: "mails" },
  sources: { load: async () => (await import("./views/sources.js")).Sources, name: t("Shops and landlords") },
  discovery: { load: async () => (await import("./views/discovery.js")).Discovery, under: "sources" },
  mailbox: { load: async () => (await import("./views/mailbox.js")).Mailbox, name: t("Mailboxes") },
  notifications: { load: async () => (await import("./views/notifications.js")).Notifications, name: t("Notifications") },
  account: { load: async () => (await import("./views/account.js")).Account, name: t("Account") },
};

document.documentElement.dataset.theme = localStorage.getItem("theme") ?? "";

function App() {
  const [session, setSession] = useState(undefined);
  const [error, setError] = useState(undefined);
  const begin = () => {
    setError(undefined);
    resume().then(setSession, setError);
  };
  useEffect(() => {
    begin();
    return onSession(setSession);
  }, []);
  if (error) return html`<main class="sign-in"><${Problem} error=${error} retry=${begin} /></main>`;
  // Nothing is shown until it is known which of the two it is, so that nothing flashes.
  if (session === undefined) return null;
  if (session === "out") return html`<${SignIn} />`;
  // The frame stays as it is behind the dialog, with what was typed.
  return html`<${Frame} />${session === "ended" && html`<${SignInAgain} />`}`;
}

// Once a view is loaded it is shown at once.
const loadView = async (name) => { VIEWS[name].view ??= await VIEWS[name].load(); };
const nameOf = ([name = ""]) => (Object.hasOwn(VIEWS, name) ? name : "");

// The view of this name, when it is loaded. The others follow a moment later, while their files are those of this page's version.
function useView(name) {
  const [state, setState] = useState({});
  const load = () => {
    setState({});
    loadView(name).then(() => setState({ name }), () => setState({ error: { message: t("This view can't be loaded. Check the connection and try again.") } }));
  };
  const { view } = VIEWS[name];
  // Also if it was loaded since: nothing else would show it.
  useEffect(() => {
    if (!view) load();
  }, [name]);
  useEffect(() => {
    const later = setTimeout(() => Object.keys(VIEWS).forEach((other) => loadView(other).catch(() => {})), 1000);
    return () => clearTimeout(later);
  }, []);
  return { view, error: state.error, load };
}

function Frame() {
  const { path, query } = useRoute();
  const [isOpen, setOpen] = useState(false);
  const [unread, setUnread] = useState(0);
  const name = nameOf(path);
  const place = VIEWS[name].under ?? name;
  const { stays } = VIEWS[name];
  const { view: Shown, error, load } = useView(name);
  const key = stays ? name : `${name}/${path.slice(1).join("/")}`;
  const lookForNotifications = () => {
    if (!isSignedIn()) return;
    get("/v1/notifications", { limit: 1 }).then((page) => setUnread(page.unread_count), () => {});
  };
  useEffect(() => setOpen(false), [location.hash]);
  const leave = ({ key, currentTarget }) => {
    if (key !== "Escape" || !isOpen) return;
    setOpen(false);
    currentTarget.querySelector(".menu").focus();
  };
  useEffect(() => {
    scrollTo(0, 0);
    lookForNotifications();
  }, [stays ? key : location.hash]);
  return html`
    <a class="skip" href="#main" onClick=${skip}>${t("Skip to the content")}</a>
    <div class="frame">
      <header class="side" onKeyDown=${leave}>
        <div class="top">
          <a class="brand" href="#/"><img src="/page/icon.svg" alt="" />${t("Invoices")}</a>
          <button type="button" class="menu" aria-expanded=${isOpen ? "true" : "false"} aria-controls="navigation" onClick=${() => setOpen(!isOpen)}>
            ${t("Menu")}${unread > 0 && html` <span class="badge">${unread}</span>`}
          </button>
        </div>
        <nav id="navigation" class=${isOpen ? "open" : ""} aria-label=${t("Main")}>
          <ul>${Object.entries(VIEWS).filter(([, { name }]) => name).map(([key, { name }]) => html`
            <li key=${key}><a href=${`#/${key}`} aria-current=${key === place ? "page" : undefined}>
              <span>${name}</span>
              ${key === "notifications" && unread > 0 && html`<span class="badge" aria-label=${t("{unread} unread", { unread })}>${unread}</span>`}
            </a></li>`)}
          </ul>
        </nav>
      </header>
      <div class=${stays ? "content stays" : "content"}>
        <div class="top-bar">
          <${Search} path=${path} query=${query} />
          <${Status} />
        </div>
        <main id="main" tabindex="-1">
          ${Shown
            ? html`<${Shown} key=${key} path=${path.slice(1)} query=${query} onNotificationsRead=${lookForNotifications} />`
            : html`<${Problem} error=${error} retry=${load} />`}
        </main>
      </div>
      <${Toasts} />
      <${Shared} isAsked=${query.has("shared")} />
      <${DropAnywhere} />
    </div>`;
}

// The address after `#` names a view, so that the link can't move the focus by itself.
function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

render(html`<${App} />`, document.getElementById("app"));
// The view is loaded while the user signs in, or while the service is asked whether the session goes on.
loadView(nameOf(route().path)).catch(() => {});
