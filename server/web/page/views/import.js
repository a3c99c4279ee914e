// Imports mails from files: a place to drop them, its progress, and the outcome of each.

import { counted, t } from "../language.js";
import { Note, Problem, href, html, useAction, useEffect, useRef, useState } from "../ui.js";
import { droppedFiles, handOver } from "./import-files.js";
import { Reason } from "./mails.js";

// The outcome of a mail, in words. Of those that were not taken the reasons are listed.
const STATES = {
  fetched: { name: t("Imported", "Mottagna"), isTaken: true },
  found: { name: t("Imported, waiting to be fetched", "Mottagna, väntar på att hämtas"), isTaken: true },
  skipped: { name: t("Already imported", "Mottagna sedan tidigare"), isTaken: true },
  quarantined: { name: t("In quarantine: the sender could not be authenticated", "I karantän: inget bevisar avsändaren"), isTaken: true, to: href(["mails"], { state: "attention" }) },
  rejected: { name: t("Without an invoice", "Utan faktura") },
  failed: { name: t("Failed", "Misslyckades") },
  "unknown-sender": { name: t("Not from your shops and landlords", "Inte från någon i din lista över butiker och hyresvärdar"), to: "#/sources" },
  unreadable: { name: t("Unreadable", "Oläsliga") },
  unsupported: { name: t("Not supported", "Stöds inte") },
};

// Maximum number of listed senders and reasons of mails that were not imported, and of file names per reason.
const LISTED = 50;
const NAMED = 5;
const NOTHING = { read: 0, total: 0, counts: {}, refused: new Map(), isStopped: false };

export function Import() {
  const [progress, setProgress] = useState(undefined);
  const stop = useRef(new AbortController());
  useEffect(() => () => stop.current.abort(), []);
  const action = useAction(async (files) => {
    stop.current = new AbortController();
    const { signal } = stop.current;
    setProgress({ ...NOTHING, total: files.reduce((sum, { size }) => sum + size, 0) });
    const onRead = (count) => setProgress((before) => ({ ...before, read: before.read + count }));
    const onResult = (result) => setProgress((before) => counting(before, result));
    await handOver([...files], { onRead, onResult, signal });
    if (signal.aborted) setProgress((before) => ({ ...before, isStopped: true }));
  });
  return html`<section class="card">
    <h2>${t("Import mails from files", "Importera mejl från filer")}</h2>
    <p>${t("For mails that are not in your mailbox, or if you would rather not connect it. Choose .eml files, mbox files (from Google Takeout, for example) or whole folders.",
      "För mejl som inte finns i ditt e-postkonto, eller om du hellre inte kopplar det. Välj .eml-filer, mbox-filer (till exempel från Google Takeout) eller hela mappar.")}</p>
    ${action.busy
      ? html`<${UnderWay} progress=${progress ?? NOTHING} onStop=${() => stop.current.abort()} />`
      : html`<${DropZone} onFiles=${(files) => files.length > 0 && action.run(files)} />`}
    <${Problem} error=${action.error && whyStopped(action.error)} />
    ${progress && !action.busy && html`<${Summary} progress=${progress} hasFailed=${action.error !== undefined} />`}
  </section>`;
}

function counting(before, result) {
  const counts = { ...before.counts, [result.state]: (before.counts[result.state] ?? 0) + 1 };
  return { ...before, counts, refused: STATES[result.state]?.isTaken ? before.refused : grouped(before.refused, result) };
}

// Adds a result to those with the same sender or, of files that aren't mails, with the same reason.
function grouped(groups, { state, reason, reason_code, sender, name }) {
  const key = `${state} ${sender ?? reason}`;
  const { count, names } = groups.get(key) ?? { count: 0, names: [] };
  const shown = sender || names.length === NAMED ? names : [...names, name];
  return new Map(groups).set(key, { state, reason, reason_code, sender, count: count + 1, names: shown });
}

function whyStopped(error) {
  if (error.status !== 403) return error;
  return { message: t("Your quarantined mails have reached the size limit. Release the genuine ones under Mails, then import again.",
    "Dina mejl i karantän fyller hela utrymmet som finns för dem. Släpp de äkta under Mejl och importera sedan igen.") };
}

function DropZone({ onFiles }) {
  const [isOver, setOver] = useState(false);
  const files = useRef(null);
  const folder = useRef(null);
  const drop = async (event) => {
    event.preventDefault();
    setOver(false);
    onFiles(await droppedFiles(event.dataTransfer));
  };
  const over = (event) => {
    event.preventDefault();
    setOver(true);
  };
  const chosen = (event) => {
    onFiles([...event.currentTarget.files]);
    event.currentTarget.value = "";
  };
  return html`<div class=${`drop ${isOver ? "over" : ""}`} onDragOver=${over} onDragLeave=${() => setOver(false)} onDrop=${drop}>
    <p>${t("Drop files or folders here, or", "Släpp filer eller mappar här, eller")}</p>
    <div class="actions">
      <button type="button" onClick=${() => files.current.click()}>${t("Choose files", "Välj filer")}</button>
      <button type="button" onClick=${() => folder.current.click()}>${t("Choose a folder", "Välj en mapp")}</button>
    </div>
    <input type="file" multiple hidden ref=${files} onChange=${chosen} />
    <input type="file" webkitdirectory hidden ref=${folder} onChange=${chosen} />
  </div>`;
}

function UnderWay({ progress, onStop }) {
  const done = Object.values(progress.counts).reduce((sum, count) => sum + count, 0);
  return html`<div class="drop">
    <p>${t("Importing", "Importerar")}: ${counted(done, "mail", "mails", "mejl", "mejl")}</p>
    <progress max=${progress.total || 1} value=${progress.read} aria-label=${t("Import", "Import")}></progress>
    <p class="small quiet">${t("Keep this page open until it is done.", "Låt sidan vara öppen tills det är klart.")}</p>
    <button type="button" onClick=${onStop}>${t("Stop", "Avbryt")}</button>
  </div>`;
}

function Summary({ progress, hasFailed }) {
  const states = Object.keys(STATES).filter((state) => progress.counts[state]);
  const isCut = progress.isStopped || hasFailed;
  if (states.length === 0 && !isCut) return html`<${Note}><p>${t("There are no mails in these files.", "Det finns inga mejl i filerna.")}</p></${Note}>`;
  return html`
    <p role="status">${isCut
      ? t("The import was stopped. Choose the same files again to continue; mails are not imported twice.",
        "Importen avbröts. Välj samma filer igen för att fortsätta: det som redan är mottaget tas inte emot två gånger.")
      : t("The import is done. Imported mails are parsed within seconds.", "Importen är klar. Mejl som togs emot läses inom några sekunder.")}</p>
    ${states.length > 0 && html`<table>
      <thead><tr><th scope="col">${t("Outcome", "Vad som hände med dem")}</th><th scope="col" class="number">${t("Number", "Antal")}</th></tr></thead>
      <tbody>${states.map((state) => html`<tr key=${state}>
        <td>${STATES[state].to ? html`<a href=${STATES[state].to}>${STATES[state].name}</a>` : STATES[state].name}</td>
        <td class="number">${progress.counts[state]}</td>
      </tr>`)}</tbody>
    </table>
    <${Refused} progress=${progress} />
    <div class="actions"><a class="button" href="#/invoices">${t("Show the invoices", "Visa fakturorna")}</a><a class="button" href="#/mails">${t("Show the mails", "Visa mejlen")}</a></div>`}`;
}

function Refused({ progress }) {
  const groups = [...progress.refused.values()].sort((one, other) => other.count - one.count);
  if (groups.length === 0) return null;
  const left = groups.length - LISTED;
  return html`<details>
    <summary>${t("Not imported", "De som inte togs emot")}</summary>
    <table>
      <thead><tr><th scope="col">${t("Sender or file, and reason", "Avsändare eller fil, och varför")}</th><th scope="col" class="number">${t("Number", "Antal")}</th></tr></thead>
      <tbody>${groups.slice(0, LISTED).map((group, index) => html`<tr key=${index}>
        <td class="wrap">${group.sender ?? namesOf(group)}<p class="small quiet">${reasonOf(group)}</p></td>
        <td class="number">${group.count}</td>
      </tr>`)}</tbody>
    </table>
    ${left > 0 && html`<p class="quiet">${counted(left, "more", "more", "till", "till")}</p>`}
  </details>`;
}

function namesOf({ names, count }) {
  const left = count - names.length;
  return names.join(", ") + (left > 0 ? t(` and ${left} more`, ` och ${left} till`) : "");
}

// The names of some states say the reason already.
function reasonOf(group) {
  const { state, reason } = group;
  if (!reason || state === "unknown-sender") return STATES[state]?.name ?? state;
  return html`<${Reason} of=${group} />`;
}
