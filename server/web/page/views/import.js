// Imports mails from files: the buttons that choose them, and how each import went.

import { moment } from "../format.js";
import { Importing, groupsOf, importAgain, importFiles, isUnderWay, sum, useImports } from "../imports.js";
import { counted, t } from "../language.js";
import { Note, href, html, useRef } from "../ui.js";
import { Reason } from "./mails.js";
import { Unknown } from "./unknown.js";

// The outcomes of mails, in words.
const STATES = {
  fetched: { name: t("Imported") },
  found: { name: t("Imported, waiting to be fetched") },
  skipped: { name: t("Already imported") },
  quarantined: { name: t("In quarantine: the sender could not be authenticated"), to: href(["mails"], { state: "attention" }) },
  rejected: { name: t("Without an invoice") },
  failed: { name: t("Failed") },
  "unknown-sender": { name: t("Not from your shops and landlords") },
  unreadable: { name: t("Unreadable") },
  unsupported: { name: t("Not supported") },
};

// Maximum number of reasons that are listed.
const LISTED = 50;

export function Import() {
  const imports = useImports();
  return html`<section class="card">
    <h2>${t("Import mails from files")}</h2>
    <p>${t("For mails that are not in your mailbox, or if you would rather not connect it. Choose .eml files, mbox files (from Google Takeout, for example) or whole folders.")}</p>
    <${Choose} />
    ${imports.map((one, index) => html`<${Run} key=${one.id} of=${one} isLatest=${index === 0} />`)}
  </section>`;
}

// The whole page takes what is dropped; the buttons are for the keyboard and for phones.
export function Choose() {
  const files = useRef(null);
  const folder = useRef(null);
  const chosen = (event) => {
    importFiles(event.currentTarget.files);
    event.currentTarget.value = "";
  };
  return html`<div class="drop">
    <p>${t("Drop files or folders anywhere on the page, or")}</p>
    <div class="actions">
      <button type="button" onClick=${() => files.current.click()}>${t("Choose files")}</button>
      <button type="button" onClick=${() => folder.current.click()}>${t("Choose a folder")}</button>
    </div>
    <input type="file" multiple hidden ref=${files} onChange=${chosen} />
    <input type="file" webkitdirectory hidden ref=${folder} onChange=${chosen} />
  </div>`;
}

function Run({ of, isLatest }) {
  const { at, names, fileCount, files, isPart, state } = of;
  if (isUnderWay(of)) return html`<div class="importing"><${Importing} of=${of} /></div>`;
  return html`<details open=${isLatest}>
    <summary class="wrap">${namesOf({ names, count: fileCount })} · ${moment(at)} · ${counted(sum(of.counts), "{n} mail", "{n} mails")}</summary>
    <div class="stack">
      ${isPart && html`<p class="quiet">${t("Only the mails of the senders that you added.")}</p>`}
      <${Outcome} of=${of} />
      ${["stopped", "failed"].includes(state) && files && html`<div class="actions"><button type="button" onClick=${() => importAgain(of, of.only)}>${t("Continue the import")}</button></div>`}
    </div>
  </details>`;
}

function Outcome({ of }) {
  const { counts, state, error, files } = of;
  const states = Object.keys(STATES).filter((name) => counts[name]);
  const isCut = state === "stopped" || state === "failed";
  if (states.length === 0 && !isCut) return html`<${Note}><p>${t("There are no mails in these files.")}</p></${Note}>`;
  return html`
    ${error && html`<div class="note problem"><p>${error}</p></div>`}
    ${isCut && html`<p>${files
      ? t("The import was stopped. Mails are not imported twice if you continue.")
      : t("The import was stopped. Choose the same files again to continue; mails are not imported twice.")}</p>`}
    ${!isCut && html`<p>${state === "parsing"
      ? t("The import is done. The mails are being read …")
      : t("The import is done.")}</p>`}
    ${states.length > 0 && html`<table>
      <thead><tr><th scope="col">${t("Outcome")}</th><th scope="col" class="number">${t("Number")}</th></tr></thead>
      <tbody>${states.map((name) => html`<tr key=${name}>
        <td>${STATES[name].to ? html`<a href=${STATES[name].to}>${STATES[name].name}</a>` : STATES[name].name}</td>
        <td class="number">${counts[name]}</td>
      </tr>`)}</tbody>
    </table>`}
    <${Unknown} of=${of} />
    <${Refused} groups=${groupsOf(of).filter((group) => group.state !== "unknown-sender")} />
    ${(counts.fetched || counts.found || counts.skipped) && html`<div class="actions"><a class="button" href="#/invoices">${t("Show the invoices")}</a><a class="button" href="#/mails">${t("Show the mails")}</a></div>`}`;
}

function Refused({ groups }) {
  const left = groups.length - LISTED;
  return groups.length > 0 && html`<details>
    <summary>${t("Not imported")}</summary>
    <ul class="stack">${groups.slice(0, LISTED).map((group, index) => html`<li key=${index} class="wrap">${group.sender ?? namesOf(group)}
      <p class="small quiet">${group.count > 1 && `${group.count} · `}${reasonOf(group)}</p></li>`)}</ul>
    ${left > 0 && html`<p class="quiet">${counted(left, "{n} more", "{n} more")}</p>`}
  </details>`;
}

function namesOf({ names, count }) {
  const left = count - names.length;
  return names.join(", ") + (left > 0 ? t(" and {left} more", { left }) : "");
}

const reasonOf = (group) => (group.reason ? html`<${Reason} of=${group} />` : STATES[group.state]?.name ?? group.state);
