// One mail: its facts, the outcome of it, its documents with their invoices, and how they were read.

import { get, post, remove } from "../api.js";
import { moment, money } from "../format.js";
import { t } from "../language.js";
import { Button, Confirm, Empty, Loaded, Note, Problem, View, href, html, useAction, useEffect, useLoad, useState } from "../ui.js";
import { Explanation, partName } from "./explanation.js";
import { AnswerLink, Outcome, Reason, State, sender, stateOf } from "./mails.js";
import { Original } from "./original.js";

// How often, and how many times, a mail that is being fetched or parsed is polled.
const LOOK_AGAIN = 2_000;
const LOOKS = 15;

export function Mail({ path }) {
  const [messageId] = path;
  const address = `/v1/mail/messages/${encodeURIComponent(messageId)}`;
  const mail = useLoad(() => get(address), [messageId]);
  const subject = mail.value?.messages[0]?.subject;
  const isUnderWay = useSecondLook(mail);
  return html`<${View} title=${subject || t("Mail")}>
    <p><a href="#/mails">${t("All mails")}</a></p>
    ${mail.error?.status === 404 ? html`<${Empty} title=${t("This mail is not known")}>
      <p>${t("The mail may have been deleted.")}</p></${Empty}>` : html`<${Loaded} of=${mail}>${({ messages }) => html`
      <${Facts} mail=${messages[0]} />
      ${isUnderWay && html`<${Note}>${t("The mail is being fetched and read …")}</${Note}>`}
      ${messages.map((found) => html`<${Found} key=${found.type} found=${found} isOneOfTwo=${messages.length > 1} address=${address} mail=${mail}>
        ${found === messages.find(needsHelp) && html`<${Actions} address=${address} mail=${mail} />`}
      </${Found}>`)}
      <${HowItWasRead} messageId=${messageId} messages=${messages} />`}
    </${Loaded}>`}
  </${View}>`;
}

const needsHelp = (message) => message.can_be_released || message.can_be_retried;

// Looks at a mail again while it is being fetched or read. Returns whether it is, and is still looked at.
function useSecondLook(mail) {
  const [looks, setLooks] = useState(LOOKS);
  const isUnderWay = mail.value?.messages.some((message) => ["found", "stored"].includes(stateOf(message))) ?? false;
  useEffect(() => {
    if (!isUnderWay) setLooks(LOOKS);
    if (!isUnderWay || looks === 0) return undefined;
    const timer = setTimeout(() => {
      setLooks(looks - 1);
      mail.reload();
    }, LOOK_AGAIN);
    return () => clearTimeout(timer);
  }, [looks, isUnderWay]);
  return isUnderWay && looks > 0;
}

function Facts({ mail }) {
  const facts = [
    [t("Sender"), sender(mail)],
    [t("Received"), moment(mail.received_at)],
    [t("Found"), moment(mail.found_at)],
    [t("Forwarded by"), mail.forwarded && t("you")],
    [t("Sender authentication"), mail.authentication && html`${mail.authenticated ? t("confirmed") : t("not confirmed")} <code class="small" lang="en">${mail.authentication}</code>`],
  ];
  return html`<dl class="card facts">${facts.filter(([, value]) => value).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

// The outcome of the mail, as a landlord's or as a vendor's.
function Found({ found, isOneOfTwo, address, mail, children }) {
  const titles = {
    rental: t("As a mail of a landlord"),
    retail: t("As a mail of a shop"),
  };
  return html`<section class="card">
    <div class="head">
      <h2>${isOneOfTwo ? titles[found.type] : t("Outcome")}</h2>
      <${State} state=${stateOf(found)} />
    </div>
    <p><${Outcome} mail=${found} /></p>
    ${found.documents.length > 0 && html`<ul class="stack">${found.documents.map((document) => html`
      <li class="stack tight" key=${document.part}><${Document} document=${document} address=${address} type=${found.type} isOneOfSeveral=${found.documents.length > 1} />
        ${document.answer && html`<${Answered} document=${document} address=${address} mail=${mail} />`}</li>`)}</ul>`}
    ${found.documents.some(({ state }) => state === "asked") && html`<p><${AnswerLink} mail=${found} /></p>`}
    ${children}
  </section>`;
}

function Document({ document, address, type, isOneOfSeveral }) {
  const { invoice_ids: ids } = document;
  const [isShown, setShown] = useState(false);
  const name = partName(document);
  return html`<div class="actions">
      <h3 class="wrap">${name}</h3>
      ${isOneOfSeveral && html`<${State} state=${document.state} />`}
      ${isOneOfSeveral && document.reason && html`<span class="small quiet"><${Reason} of=${document} /></span>`}
    </div>
    ${ids.map((id, index) => html`<p key=${id}><a href=${href(["invoices", type, id])}>${ids.length > 1
      ? t("Show invoice {number}", { number: index + 1 })
      : t("Show the invoice")}</a></p>`)}
    <p><button type="button" aria-expanded=${isShown ? "true" : "false"} onClick=${() => setShown(!isShown)}>
      ${isShown ? t("Hide the original") : t("Show the original")}</button></p>
    ${isShown && html`<${Original} path=${`${address}/documents/${encodeURIComponent(document.part)}`} isOpen=${true} />`}`;
}

// What the reader answered when asked for the total.
function Answered({ document: { part, answer }, address, mail }) {
  const takeBack = useAction(async () => mail.set(await remove(`${address}/answer?${new URLSearchParams({ part })}`)));
  const { not_an_invoice: isNone, total_amount: total, currency } = answer;
  const sum = money(total, currency);
  return html`
    <div class="actions">
      <p>${isNone ? t("You answered that it isn't an invoice.")
        : t("You answered that the total is {sum}.", { sum })}</p>
      <${Button} kind="plain" busy=${takeBack.busy} onClick=${takeBack.run}>${t("Take the answer back")}</${Button}>
    </div>
    <${Problem} error=${takeBack.error} />`;
}

// What can be done about a mail in quarantine, one of a deleted invoice, or one that failed.
function Actions({ address, mail }) {
  const { messages } = mail.value;
  const [isAsking, setAsking] = useState(false);
  const act = useAction(async (action) => mail.set(await post(`${address}/${action}`)));
  const release = async () => {
    if (await act.run("release")) setAsking(false);
  };
  const from = messages[0].sender;
  return html`
    ${messages.some((message) => message.can_be_released && message.state !== "quarantined") && html`
      <div class="actions"><${Button} busy=${act.busy} onClick=${() => act.run("release")}>${t("It is a different invoice")}</${Button}></div>`}
    ${messages.some((message) => message.state === "quarantined") && html`
      <p>${t("A forged mail can state an invoice that you don't owe. Release it only if you know that it is genuine.")}</p>
      <div class="actions">
        <button type="button" onClick=${() => setAsking(true)}>${t("Release this mail")}</button>
        <a class="button" href=${href(["sources"], { show: "trusted", sender: from })}>${t("Trust its sender")}</a>
      </div>`}
    ${messages.some((message) => message.can_be_retried) && html`
      <div class="actions"><${Button} busy=${act.busy} onClick=${() => act.run("retry")}>${t("Try to read it again")}</${Button}></div>`}
    ${!isAsking && html`<${Problem} error=${act.error} />`}
    ${isAsking && html`<${Confirm} question=${t("Release the mail from {from}? It is read though nothing proves who sent it.", { from })}
      yes=${t("Release")} action=${act} onYes=${release} onNo=${() => setAsking(false)} />`}`;
}

// The reading is made again by the service, so it is asked for only when it is wanted.
function HowItWasRead({ messageId, messages }) {
  const [isOpen, setOpen] = useState(false);
  if (!messages.some((message) => message.documents.length > 0)) return null;
  return html`<section class="card">
    <div class="head">
      <h2>${t("How was it read?")}</h2>
      <button type="button" aria-expanded=${isOpen ? "true" : "false"} onClick=${() => setOpen(!isOpen)}>${isOpen ? t("Hide") : t("Show")}</button>
    </div>
    ${isOpen && html`<${Explanation} messageId=${messageId} />`}
  </section>`;
}
