// The connected mailboxes, the ways to connect one, and the import of mails from files.

import { ApiError, get, patch, post, remove } from "../api.js";
import { moment } from "../format.js";
import { t } from "../language.js";
import { Button, Confirm, Field, Form, Loaded, Note, Problem, View, html, useAction, useEffect, useLoad, useRef, useState } from "../ui.js";
import { Import } from "./import.js";

// What the page at /v1/auth/mail/callback sends, and the channel for it where that page has lost its opener.
const CONSENT = "invoices-mail-connect";
// An account is connected beside the others, or again if its address is known.
const BESIDE = { account_id: "new" };

export function Mailbox() {
  const accounts = useLoad(async () => (await get("/v1/mail/accounts")).accounts, []);
  // The status in the frame depends on them.
  useEffect(() => { if (accounts.value) dispatchEvent(new Event("mailboxes")); }, [accounts.value]);
  return html`<${View} title=${t("Mailboxes")}>
    <${Loaded} of=${accounts} rows=${2}>${(list) => html`
      <${Connected} accounts=${list} onChange=${accounts.reload} />
      <section class="stack">
        <h2>${list.length > 0 ? t("Connect another mailbox") : t("Connect your mailbox")}</h2>
        <p class="quiet">${t("The service only reads: it never changes, sends or deletes mail.")}
          ${list.length > 0 && t(" A mailbox that can't be read any more is connected again here, too.")}</p>
        <div class="card"><${Ways} isFirst=${list.length === 0} onConnected=${accounts.reload} /></div>
      </section>`}
    </${Loaded}>
    <${Import} />
  </${View}>`;
}

function Connected({ accounts, onChange }) {
  if (accounts.length === 0) {
    return html`<${Note} kind="warning"><p>${t("No mailbox is connected, so no new invoices are found. Connect one, or import mails from files.")}</p></${Note}>`;
  }
  return html`<section class="card">
    <h2>${t("Connected")}</h2>
    <ul class="rows acting">${accounts.map((account) => html`<${Account} key=${account.account_id} account=${account} onChange=${onChange} />`)}</ul>
    <div class="actions"><a class="button" href="#/discovery">${t("Look for shops and landlords")}</a></div>
  </section>`;
}

function sentence({ address, state, last_run: last, next_run_at: next }) {
  if (state === "reconnect") return t("{address} can't be read any more: connect it again.", { address });
  if (state === "paused") return t("{address} is paused: it is not read.", { address });
  return [
    t("{address} is connected.", { address }),
    last && t("Last read {time}.", { time: moment(last.finished_at) }),
    next && t("Next time {time}.", { time: moment(next) }),
  ].filter(Boolean).join(" ");
}

function Account({ account, onChange }) {
  const { address, name, state } = account;
  const [asking, setAsking] = useState();
  const path = `/v1/mail/accounts/${encodeURIComponent(account.account_id)}`;
  const change = useAction(async (body) => {
    await (body ? patch(path, body) : remove(path));
    setAsking();
    onChange();
  });
  const [pause, resume, rename] = [t("Pause"), t("Resume"), t("Rename")];
  const disconnect = t("Disconnect");
  return html`<li><div>
    <div class="what">
      <h3>${name ?? address} ${state === "reconnect" && html`<span class="tag bad">${t("Connect again")}</span>`}</h3>
      <p class="small quiet">${sentence(account)}</p>
      ${asking === rename && html`<${Form} label=${rename} action=${change} onSubmit=${change.run}>
        <${Field} label=${t("Name")} name="name" maxLength="100" defaultValue=${name ?? ""} autocomplete="off" />
        <div class="actions"><${Button} type="submit" busy=${change.busy}>${t("Save")}</${Button}></div>
      </${Form}>`}
      ${asking !== rename && asking !== disconnect && html`<${Problem} error=${change.error} />`}
    </div>
    <div class="side-by-side">
      <${Button} kind="plain" aria-expanded=${asking === rename} aria-label=${`${rename}: ${address}`} onClick=${() => setAsking(asking === rename ? undefined : rename)}>${rename}</${Button}>
      <${Button} kind="plain" busy=${change.busy} aria-label=${`${state === "paused" ? resume : pause}: ${address}`}
        onClick=${() => change.run({ paused: state !== "paused" })}>${state === "paused" ? resume : pause}</${Button}>
      <${Button} kind="plain" aria-label=${`${disconnect}: ${address}`} onClick=${() => setAsking(disconnect)}>${disconnect}</${Button}>
    </div>
    ${asking === disconnect && html`<${Confirm} question=${t("Disconnect {address}? Its invoices stay.", { address })}
      yes=${disconnect} action=${change} onYes=${() => change.run()} onNo=${() => setAsking()} />`}
  </div></li>`;
}

// The ways to connect a mailbox. One that the operator has not set up is a line that says so.
export function Ways({ isFirst, onConnected }) {
  const ways = useLoad(() => get("/v1/auth/mail/imap"), []);
  return html`<${Loaded} of=${ways} rows=${1}>${({ servers, gmail = true }) => {
    const consents = servers.filter(({ sign_in: by }) => by === "consent");
    const logins = servers.filter(({ sign_in: by }) => by === "password");
    const isOutlook = ({ name, host }) => /outlook|office365|microsoft/i.test(`${name} ${host}`);
    const hasOutlook = consents.some(isOutlook);
    return html`
      ${(gmail || consents.length > 0) && html`<p class="quiet">${t("Your provider asks you in a separate window whether the service may read your mail.")}</p>`}
      ${gmail && html`<${Provider} name="Gmail" setting="mail.client_id" kind=${isFirst ? "primary" : ""} onConnected=${onConnected} />`}
      ${consents.map((server, index) => html`<${Provider} key=${server.name} name=${isOutlook(server) ? "Outlook" : server.name} server=${server.name} setting="mail.callback_url" kind=${isFirst && !gmail && index === 0 ? "primary" : ""} onConnected=${onConnected} />`)}
      ${logins.length > 0 && html`<details open=${!gmail && consents.length === 0}>
        <summary>${t("Another mailbox, by IMAP")}</summary>
        <${ImapForm} servers=${logins} onConnected=${onConnected} />
      </details>`}
      <div class="small quiet">
        ${!gmail && html`<${Absent} name="Gmail" setting="mail.client_id" />`}
        ${!hasOutlook && html`<${Absent} name=${logins.length > 0 ? "Outlook" : t("Outlook and other mailboxes")} setting="imap.servers" />`}
        ${hasOutlook && logins.length === 0 && html`<${Absent} name=${t("Other mailboxes")} setting="imap.servers" />`}
      </div>`;
  }}</${Loaded}>`;
}

const Absent = ({ name, setting }) => html`<p>${t("{name}: the operator of this service can switch it on (setting {setting}).", { name, setting })}</p>`;

// A provider that asks for consent, such as Google or Microsoft.
function Provider({ name, server, setting, kind, onConnected }) {
  const [consent, setConsent] = useState(undefined);
  // A service may say only now that the operator has not set it up.
  const [isAbsent, setAbsent] = useState(false);
  const begin = useAction(async () => {
    setConsent(await openConsent(server).catch((error) => {
      if (error.status !== 403) throw error;
      setAbsent(true);
    }));
  });
  if (isAbsent) return html`<div class="small quiet" role="status"><${Absent} name=${name} setting=${setting} /></div>`;
  return html`<div class="stack">
    <div class="actions"><${Button} kind=${kind} busy=${begin.busy} onClick=${begin.run}>${t("Connect {name}", { name })}</${Button}></div>
    <${Problem} error=${begin.error} />
    ${consent && html`<${Consent} key=${consent.state} name=${server ? name : "Google"} consent=${consent} onConnected=${onConnected} onEnd=${() => setConsent(undefined)} />`}
  </div>`;
}

// The window is opened before the service is asked: browsers allow it only at once after the click.
async function openConsent(server) {
  const opened = window.open("", "_blank", "popup,width=520,height=720");
  if (!opened) {
    throw new ApiError(0, "BLOCKED", t("The browser blocked the window. Allow windows of this page and try again."));
  }
  try {
    const { authorization_url: address, state } = await post("/v1/auth/mail/connect", { redirect: "service", server });
    opened.location.replace(address);
    return { state, opened };
  } catch (error) {
    opened.close();
    throw error;
  }
}

// Waits for the code that the window brings back, then finishes.
function Consent({ name, consent, onConnected, onEnd }) {
  const finish = useAction(async (code) => {
    await post("/v1/auth/mail/connect/finish", { state: consent.state, code, ...BESIDE });
    onConnected();
    onEnd();
  });
  const [refused, setRefused] = useState(false);
  useAnswer(consent, ({ code }) => {
    consent.opened.close();
    if (code) finish.run(code);
    else setRefused(true);
  });
  if (refused) {
    return html`<${Note} kind="warning"><p>${t("{name} did not grant access, so no mailbox was connected.", { name })}</p></${Note}>`;
  }
  return html`
    <${Note}>
      <p>${finish.busy ? t("Connecting …") : t("Answer {name} in the window that opened.", { name })}</p>
      <button type="button" onClick=${onEnd}>${t("Cancel")}</button>
    </${Note}>
    <details>
      <summary>${t("The window shows a code, and nothing happens here")}</summary>
      <${Form} label=${t("Code")} onSubmit=${({ code }) => finish.run(code.trim().replace(/^code:\s*/, ""))}>
        <${Field} label=${t("Code from the window")} name="code" required autocomplete="off" />
        <div class="actions"><${Button} type="submit" busy=${finish.busy}>${t("Connect")}</${Button}></div>
      </${Form}>
    </details>
    <${Problem} error=${finish.error} />`;
}

// Calls `onAnswer` once, with what the provider sent back for this consent.
function useAnswer(consent, onAnswer) {
  const isAnswered = useRef(false);
  useEffect(() => {
    const take = ({ origin, data }) => {
      if (isAnswered.current || origin !== location.origin || data?.type !== CONSENT || data.state !== consent.state) return;
      isAnswered.current = true;
      onAnswer(data);
    };
    const channel = new BroadcastChannel(CONSENT);
    channel.addEventListener("message", take);
    addEventListener("message", take);
    return () => {
      channel.close();
      removeEventListener("message", take);
    };
  }, [consent]);
}

function ImapForm({ servers, onConnected }) {
  const login = useAction(async (values) => {
    await post("/v1/auth/mail/imap", { ...values, ...BESIDE });
    onConnected();
  });
  const title = t("Connect by IMAP");
  return html`<${Form} class="narrow" label=${title} action=${login} onSubmit=${login.run}>
    <${Field} label=${t("Server")} name="server">${servers.map(({ name, host }) => html`<option key=${name} value=${name}>${name} (${host})</option>`)}</${Field}>
    <${Field} label=${t("User name")} name="user" required maxLength="320" autocomplete="off" autocapitalize="none" spellcheck=${false}
      hint=${t("Usually your e-mail address.")} />
    <${Field} label=${t("Password")} name="password" type="password" required maxLength="1024" autocomplete="off"
      hint=${t("Most providers require an app password, created in their security settings.")} />
    <div class="actions"><${Button} type="submit" kind="primary" busy=${login.busy}>${t("Connect")}</${Button}></div>
  </${Form}>`;
}
