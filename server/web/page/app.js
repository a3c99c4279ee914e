// The page: the frame around the views, and which view is shown.

import { render } from "preact";

import { get, isSignedIn, onSession, resume } from "./api.js";
import { t } from "./language.js";
import { Search } from "./search.js";
import { Status } from "./status.js";
import { Toasts } from "./toasts.js";
import { Problem, html, useEffect, useRoute, useState } from "./ui.js";
import { Account } from "./views/account.js";
import { Discovery } from "./views/discovery.js";
import { Invoices } from "./views/invoices.js";
import { Mail } from "./views/mail.js";
import { Mailbox } from "./views/mailbox.js";
import { Mails } from "./views/mails.js";
import { Notifications } from "./views/notifications.js";
import { Overview } from "./views/overview.js";
import { Questions } from "./views/questions.js";
import { SignIn, SignInAgain } from "./views/sign-in.js";
import { Sources } from "./views/sources.js";
import { Spending } from "./views/spending.js";

// The parts of an address, the view, and its name in the navigation if it is there. A view that `stays` is the same for all addresses
// that begin so, and scrolls itself.
const VIEWS = {
  "": { view: Overview, name: t("Overview", "Översikt") },
  invoices: { view: Invoices, name: t("Invoices", "Fakturor"), stays: true },
  spending: { view: Spending, name: t("Spending", "Utgifter") },
  mails: { view: Mails, name: t("Mails", "Mejl") },
  mail: { view: Mail, under: "mails" },
  questions: { view: Questions, under: "mails" },
  sources: { view: Sources, name: t("Shops and landlords", "Butiker och hyresvärdar") },
  discovery: { view: Discovery, under: "sources" },
  mailbox: { view: Mailbox, name: t("Mailboxes", "E-postkonton") },
  notifications: { view: Notifications, name: t("Notifications", "Aviseringar") },
  account: { view: Account, name: t("Account", "Konto") },
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

function Frame() {
  const { path, query } = useRoute();
  const [isOpen, setOpen] = useState(false);
  const [unread, setUnread] = useState(0);
  const name = Object.hasOwn(VIEWS, path[0] ?? "") ? path[0] ?? "" : "";
  const place = VIEWS[name].under ?? name;
  const { view: Shown, stays } = VIEWS[name];
  const key = stays ? name : `${name}/${path.slice(1).join("/")}`;
  const lookForNotifications = () => {
    if (!isSignedIn()) return;
    get("/v1/notifications", { limit: 1 }).then((page) => setUnread(page.unread_count), () => {});
  };
  useEffect(() => setOpen(false), [location.hash]);
  useEffect(() => {
    scrollTo(0, 0);
    lookForNotifications();
  }, [stays ? key : location.hash]);
  return html`
    <a class="skip" href="#main" onClick=${skip}>${t("Skip to the content", "Hoppa till innehållet")}</a>
    <div class="frame">
      <header class="side">
        <div class="top">
          <a class="brand" href="#/"><img src="/page/icon.svg" alt="" />${t("Invoices", "Fakturor")}</a>
          <button type="button" class="menu" aria-expanded=${isOpen ? "true" : "false"} aria-controls="navigation" onClick=${() => setOpen(!isOpen)}>
            ${t("Menu", "Meny")}${unread > 0 && html` <span class="badge">${unread}</span>`}
          </button>
        </div>
        <nav id="navigation" class=${isOpen ? "open" : ""} aria-label=${t("Main", "Huvudmeny")}>
          <ul>${Object.entries(VIEWS).filter(([, { name }]) => name).map(([key, { name }]) => html`
            <li key=${key}><a href=${`#/${key}`} aria-current=${key === place ? "page" : undefined}>
              <span>${name}</span>
              ${key === "notifications" && unread > 0 && html`<span class="badge" aria-label=${t(`${unread} unread`, `${unread} olästa`)}>${unread}</span>`}
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
          <${Shown} key=${key} path=${path.slice(1)} query=${query} onNotificationsRead=${lookForNotifications} />
        </main>
      </div>
      <${Toasts} />
    </div>`;
}

// The address after `#` names a view, so that the link can't move the focus by itself.
function skip(event) {
  event.preventDefault();
  document.getElementById("main").focus();
}

render(html`<${App} />`, document.getElementById("app"));
