// The user's notifications, newest first.

import { get, patch } from "../api.js";
import { day, moment, money, month, percent } from "../format.js";
import { counted, t } from "../language.js";
import { Channels } from "./channels.js";
import { Button, Empty, Loaded, Problem, ShowMore, View, href, html, useAction, usePages, useRef } from "../ui.js";

// The service writes notifications in English. For each kind: the texts of this page, and what helps.
const KINDS = {
  reconnect: {
    title: t("Connect your mail account again"),
    text: t("It can no longer be read: access has expired or was revoked. No new invoices are found until you reconnect it."),
    help: { to: "#/mailbox", name: t("Connect the mailbox") },
  },
  "ingest-failed": {
    title: t("Invoices could not be fetched"),
    text: t("There was an error in the service. The next run will try again."),
    help: { to: "#/mailbox", name: t("Show the mailboxes") },
  },
  "account-full": {
    title: t("Your account is full"),
    text: t("No new invoices are fetched. Delete invoices that you don't need to free space."),
    help: { to: "#/account", name: t("Show storage") },
  },
  "webhook-off": {
    title: t("A webhook or channel was disabled"),
    text: t("Its receiver has not accepted anything for days, or responded that it no longer exists. Channels are listed below; a webhook is changed through the API."),
    help: { to: "/docs", name: t("Reference of the API") },
  },
};

export function Notifications({ onNotificationsRead }) {
  const pages = usePages(page, []);
  const change = (id) => {
    const items = pages.value.items.map((one) => (id === undefined || one.notification_id === id ? { ...one, read_at: one.read_at ?? "now" } : one));
    pages.set({ ...pages.value, items });
    onNotificationsRead();
  };
  const all = useAction(async () => {
    await patch("/v1/notifications", { read: true });
    change();
  });
  const markOne = async (id) => {
    await patch(`/v1/notifications/${encodeURIComponent(id)}`, { read: true });
    change(id);
  };
  const hasUnread = pages.value?.items.some((one) => !one.read_at);
  const actions = hasUnread && html`<${Button} busy=${all.busy} onClick=${all.run}>${t("Mark all as read")}</${Button}>`;
  return html`<${View} title=${t("Notifications")} actions=${actions}>
    <${Problem} error=${all.error} />
    <${Loaded} of=${pages}>${({ items }) => items.length === 0 ? html`<${None} />` : html`
      <ul class="card flush rows acting">${items.map((one) => html`<${Row} key=${one.notification_id} notification=${one} markOne=${markOne} />`)}</ul>
      <${ShowMore} pages=${pages} />`}</${Loaded}>
    <${Channels} />
  </${View}>`;
}

async function page(cursor) {
  const { notifications, next_cursor } = await get("/v1/notifications", { cursor });
  return { items: notifications, next: next_cursor };
}

function None() {
  return html`<${Empty} title=${t("No notifications")}>
    <p>${t("You are notified here when a new rent invoice arrives, or when something needs your attention.")}</p>
  </${Empty}>`;
}

function Row({ notification, markOne }) {
  const heading = useRef(null);
  const mark = useAction(() => markOne(notification.notification_id));
  // The button that had the focus is no longer there.
  const markHere = async () => {
    if (await mark.run()) heading.current?.focus({ preventScroll: true });
  };
  const { title, text, help } = words(notification);
  const isUnread = !notification.read_at;
  // Following the link marks it as read.
  const follow = () => isUnread && mark.run();
  return html`<li class=${isUnread ? "unread" : ""}><div>
    <div class="what">
      <p tabindex="-1" ref=${heading}>${title}${isUnread && html`<span class="unseen"> (${t("unread")})</span>`}</p>
      <p>${text}</p>
      <p class="small quiet">${moment(notification.created_at)}</p>
      <${Problem} error=${mark.error} />
    </div>
    <div class="side-by-side">
      ${help && html`<a class="button" href=${help.to} onClick=${follow}>${help.name}</a>`}
      ${isUnread && html`<${Button} kind="plain" busy=${mark.busy} aria-label=${t("Mark as read: {title}", { title })}
        onClick=${markHere}>${t("Mark as read")}</${Button}>`}
    </div>
  </div></li>`;
}

const RENT = { to: href(["invoices"], { category: "rental" }), name: t("Show the rent") };

function history({ invoice_count: count, landlord }) {
  const text = landlord ? t("{count} rent invoices of earlier months from {landlord}", { count, landlord })
    : t("{count} rent invoices of earlier months", { count });
  return { title: t("Earlier rent invoices"), text, help: RENT };
}

function questions({ question_count: count }) {
  return {
    title: counted(count, "{n} document needs a look", "{n} documents need a look"),
    text: t("Choose the total among the amounts that were found, or give the password of a PDF."),
    help: { to: href(["questions"]), name: t("Answer") },
  };
}

function missing({ landlord, due_month: due, usual_day: by }) {
  return {
    title: t("A rent notice is missing"),
    text: t("The notice from {landlord} for {month} has not come. It usually comes by day {by} of the month.", { landlord, month: month(due.slice(0, 7)), by }),
    help: RENT,
  };
}

function lateNotice({ landlord }) {
  return {
    title: t("A rent notice was left out"),
    text: landlord
      ? t("A mail from {landlord} came after its month's notice had been read. If it is another notice, release it.", { landlord })
      : t("A mail came after its month's notice had been read. If it is another notice, release it."),
    help: { to: href(["mails"], { state: "skipped" }), name: t("Show the mails") },
  };
}

function raised({ amount, currency, usual_amount: usual, percent: rise }, help) {
  const [sum, before, more] = [money(amount, currency), money(usual, currency), percent(rise / 100)];
  return {
    title: t("Your rent is higher than usual"),
    text: t("It is {more} more: {sum} instead of {before}.", { more, sum, before }),
    help,
  };
}

function payeeChanged({ payee, payee_before: before }, help) {
  return {
    title: t("The account to pay your rent to has changed"),
    text: t("The new notice is to be paid to {payee}, the one before to {before}. Ask your landlord before you pay.", { payee, before }),
    help,
  };
}

const MADE = { history, question: questions, missing, "late-notice": lateNotice, raised, "payee-changed": payeeChanged };

function words(notification) {
  const { kind, subject, message, invoice_id: invoiceId, amount, currency, due_date: due } = notification;
  if (KINDS[kind]) return KINDS[kind];
  const help = invoiceId && { to: href(["invoices", "rental", invoiceId]), name: t("Show the invoice") };
  if (MADE[kind]) return MADE[kind](notification, help);
  // Those from before they had an amount of its own are shown as they are.
  if ((kind !== "invoice" && kind !== "due") || amount === undefined) return { title: subject, text: message, help };
  const sum = money(amount, currency);
  const text = due ? t("{sum}, due {date}", { sum, date: day(due) }) : sum;
  return { title: kind === "due" ? t("Rent is due soon") : t("New rent invoice"), text, help };
}
