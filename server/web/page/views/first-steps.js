// What a new user does first. It stays until all is done or it is put away, also on the next visit.

import { get } from "../api.js";
import { Importing, groupsOf, isUnderWay, useImports } from "../imports.js";
import { t } from "../language.js";
import { Button, Loaded, html, useCallback, useEffect, useLoad, useRef, useState, useWindowEvent } from "../ui.js";
import { Finding, fetchLastYear } from "./discovery.js";
import { Choose } from "./import.js";
import { Ways } from "./mailbox.js";
import { Unknown } from "./unknown.js";

// What this browser knows of a user's first steps is whether they are shown, and what the API can't tell: whether files were imported,
// and when the reader said that no shop or landlord is missing.
export function FirstSteps({ email, hasInvoices }) {
  const key = `first-steps ${email}`;
  const [kept, setKept] = useState(() => JSON.parse(localStorage.getItem(key)) ?? { isShown: !hasInvoices });
  const keep = useCallback((changes) => setKept((before) => ({ ...before, ...changes })), []);
  useEffect(() => { localStorage.setItem(key, JSON.stringify(kept)); }, [kept]);
  return (kept.isShown || !hasInvoices) && html`<${Steps} kept=${kept} keep=${keep} hasInvoices=${hasInvoices} />`;
}

function Steps({ kept, keep, hasInvoices }) {
  const known = useLoad(async () => {
    const [{ accounts }, { landlords, vendors }] = await Promise.all([get("/v1/mail/accounts"), get("/v1/sources")]);
    return { accounts, hasSources: [...landlords, ...vendors].some(({ origin }) => origin === "user") };
  }, []);
  useWindowEvent("sources", known.reload);
  const [isJustConnected, setJustConnected] = useState(false);
  const [isFetching, setFetching] = useState(false);
  const fetchFirst = () => {
    setFetching(true);
    fetchLastYear();
  };
  useWindowEvent("fetched", useCallback(() => setFetching(false), []));
  const imports = useImports();
  const importing = imports.findLast(isUnderWay);
  // While an import runs their order changes.
  const unknown = imports.find((one) => !isUnderWay(one) && !(one.at < kept.completeAt) && groupsOf(one).some(({ state, isAdded }) => state === "unknown-sender" && !isAdded));
  const onConnected = () => {
    setJustConnected(true);
    known.reload();
    dispatchEvent(new Event("mailboxes"));
  };
  const hasMailbox = known.value?.accounts.length > 0;
  const hasFiles = kept.hasFiles || imports.some(({ counts }) => Object.keys(counts).some((state) => !["unsupported", "unreadable"].includes(state)));
  const done = [hasMailbox || hasFiles || hasInvoices, Boolean(kept.completeAt || known.value?.hasSources), hasInvoices];
  const isDone = known.value && done.every(Boolean) && !importing && !unknown;
  useEffect(() => { if (hasFiles && !kept.hasFiles) keep({ hasFiles }); }, [hasFiles, kept.hasFiles]);
  const end = () => {
    // What has the focus goes.
    document.getElementById("main").focus({ preventScroll: true });
    keep({ isShown: false });
  };
  useEffect(() => { if (isDone) end(); }, [isDone]);
  return html`<section class="card">
    <div class="head"><h2>${t("First steps")}</h2>
      ${hasInvoices && html`<button type="button" class="plain" onClick=${end}>${t("Hide")}</button>`}</div>
    <${Loaded} of=${known} rows=${3}>${() => html`<ol class="steps">
      <${Step} place=${1} isDone=${done[0]} name=${t("Connect a mailbox, or drop files")}
        why=${t("Invoices are read from your mail. The mailbox is not changed.")}>
        ${importing && html`<div class="importing"><${Importing} of=${importing} /></div>`}
        ${!done[0] && html`<div class="columns"><div class="stack"><${Ways} isFirst=${true} onConnected=${onConnected} /></div><${Choose} /></div>`}
        ${done[0] && !importing && html`<a href="#/mailbox">${t("Mailboxes and imports")}</a>`}
      </${Step}>
      <${Step} place=${2} isDone=${done[1]} name=${t("Choose your shops and landlords")}
        why=${t("The largest shops are known already. Add those that are missing.")}>
        ${hasMailbox && !done[1] && html`<${Finding} isAsked=${isJustConnected} />`}
        ${unknown && html`<${Unknown} key=${unknown.id} of=${unknown} />`}
        ${done[0] && !unknown && html`<a href="#/sources">${t("Shops and landlords")}</a>`}
        ${done[0] && (!done[1] || unknown) && html`<div><button type="button" class="plain" onClick=${() => keep({ completeAt: new Date().toISOString() })}>${t("None is missing")}</button></div>`}
      </${Step}>
      <${Step} place=${3} isDone=${done[2]} name=${t("See your first invoices")}
        why=${t("They are shown here as soon as they are read.")}>
        ${hasMailbox && !hasInvoices && html`<div><${Button} busy=${isFetching} kind=${done[1] ? "primary" : ""} onClick=${fetchFirst}>${t("Fetch the last year")}</${Button}></div>`}
      </${Step}>
    </ol>`}</${Loaded}>
  </section>`;
}

function Step({ place, isDone, name, why, children }) {
  const heading = useRef(null);
  // What had the focus may be gone with the step's content.
  useEffect(() => { if (isDone && document.activeElement === document.body) heading.current.focus({ preventScroll: true }); }, [isDone]);
  return html`<li class="step">
    <span class="place" aria-hidden="true">${isDone ? "✓" : place}</span>
    <div class="stack">
      <div><h3 tabindex="-1" ref=${heading}>${name}${isDone && html` <span class="tag good">${t("Done")}</span>`}</h3>${!isDone && html`<p class="quiet">${why}</p>`}</div>
      ${children}
    </div>
  </li>`;
}
