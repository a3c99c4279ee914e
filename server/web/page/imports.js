// Imports of mails from files. They go on whatever view is shown: files can be dropped on each of them, the frame says how far the
// import is, and the last ones are listed. One runs at a time, and the others wait. The event "imports" tells of each change.

import { get, onSession } from "./api.js";
import { counted, t } from "./language.js";
import { toast } from "./toasts.js";
import { href, html, useCallback, useState, useWindowEvent } from "./ui.js";

// Where this window keeps the last ones, without their files, and how many.
const KEY = "imports";
const KEPT = 10;
// Maximum number of senders and reasons that are kept of each, and of file names.
const GROUPS_KEPT = 200;
const NAMED = 5;
// How often the page is told of progress, and the service asked whether it has parsed the mails, in milliseconds.
const PACE = 100;
const INTERVAL = 1000;
const LONGEST_WAIT = 120_000;

// Subjects of mails that may be receipts: their senders are listed first.
const OF_RECEIPT = /kvitto|order|faktura|avi\b|köp|beställ|boknin|receipt|invoice|purchase|payment|bill\b|rechnung|beleg|bestell|kvittering|ordre|lasku|tilaus|facture|reçu/i;
// The outcomes of mails that the service keeps.
const TAKEN = ["fetched", "found", "skipped", "quarantined"];

// The latest first: `{id, at, names, fileCount, files, only, isPart, state, total, read, counts, groups, error}`. The state is "waiting", "running",
// "parsing", "done", "stopped" or "failed". A group is the mails that were not imported with the same sender, or the files with the
// same reason; its `indexes` are the places of its mails in the files.
let imports = JSON.parse(sessionStorage.getItem(KEY) ?? "[]").map((one) => ({ ...one, state: { waiting: "stopped", running: "stopped", parsing: "done" }[one.state] ?? one.state }));
let isWorking = false;
let isTelling = false;
let stopping = new AbortController();

export function isUnderWay({ state }) {
  return state === "waiting" || state === "running";
}

// Imports the mails in these files now, or after those that are being imported.
export const importFiles = (files) => begin([...files]);

// Imports the files of an earlier import again: only the mails with these indexes, if any are given.
export const importAgain = ({ files }, indexes) => begin(files, indexes && new Set(indexes));

export function stopImport() {
  // The button goes.
  document.getElementById("main")?.focus({ preventScroll: true });
  for (const one of imports) if (one.state === "waiting") one.state = "stopped";
  stopping.abort();
  changed();
}

export function useImports() {
  const [, setTurn] = useState(0);
  useWindowEvent("imports", useCallback(() => setTurn((before) => before + 1), []));
  return imports;
}

// Those of the user before are not for the next one.
onSession((state) => {
  if (state !== "out") return;
  stopImport();
  imports = [];
});

function begin(files, only) {
  if (files.length === 0) {
    toast("import", html`<p>${t("There are no files in it.")}</p>`);
    return;
  }
  const total = files.reduce((sum, { size }) => sum + size, 0);
  const names = files.slice(0, NAMED).map(({ name }) => name);
  const one = { id: (imports[0]?.id ?? 0) + 1, at: new Date().toISOString(), names, fileCount: files.length, isPart: Boolean(only), state: "waiting", total, read: 0, counts: {}, groups: {} };
  imports = [{ ...one, files, only }, ...imports].filter((before, place) => place < KEPT || isUnderWay(before));
  changed();
  work();
}

async function work() {
  if (isWorking) return;
  isWorking = true;
  const ended = [];
  for (let one; (one = imports.findLast(({ state }) => state === "waiting"));) {
    ended.push(one);
    addEventListener("beforeunload", askToStay);
    await run(one);
    removeEventListener("beforeunload", askToStay);
    changed();
    dispatchEvent(new Event("fetched"));
    if (one.state !== "parsing") continue;
    await untilParsed().catch(() => {});
    one.state = "done";
    changed();
  }
  isWorking = false;
  // The user may have signed out.
  if (ended.some((one) => imports.includes(one))) announce(ended);
}

const askToStay = (event) => event.preventDefault();

async function run(one) {
  stopping = new AbortController();
  const { signal } = stopping;
  one.state = "running";
  changed();
  try {
    const { handOver } = await import("./views/import-files.js");
    await handOver(one.files, {
      only: one.only, signal, onRead: (count) => { one.read += count; changed(); }, onResult: (result) => { count(one, result); changed(); },
    });
    one.state = signal.aborted ? "stopped" : one.counts.fetched || one.counts.found ? "parsing" : "done";
  } catch (error) {
    // An answer that is cut off by the stop is an error of its own.
    Object.assign(one, signal.aborted ? { state: "stopped" } : { state: "failed", error: whyStopped(error) });
  }
}

// Mails are parsed after they are taken.
async function untilParsed() {
  const end = Date.now() + LONGEST_WAIT;
  for (;;) {
    const pages = await Promise.all(["found", "stored"].map((state) => get("/v1/mail/messages", { state, limit: 1 })));
    if (pages.every(({ messages }) => messages.length === 0) || Date.now() > end) return;
    await new Promise((resolve) => { setTimeout(resolve, INTERVAL); });
  }
}

function count({ counts, groups }, { state, reason, reason_code, reason_parameters, sender, subject = "", name, index }) {
  counts[state] = (counts[state] ?? 0) + 1;
  if (TAKEN.includes(state)) return;
  const group = groups[`${state} ${sender ?? reason}`] ??= { state, reason, reason_code, reason_parameters, sender, subject, count: 0, receipts: 0, names: [], indexes: [] };
  group.count += 1;
  if (OF_RECEIPT.test(subject)) Object.assign(group, { receipts: group.receipts + 1, subject });
  group.indexes.push(index);
  if (!sender && group.names.length < NAMED) group.names.push(name);
}

function whyStopped({ status, message }) {
  if (status !== 403) return message;
  return t("Your quarantined mails have reached the size limit. Release the genuine ones under Mails, then import again.");
}

// Those that may be receipts first, then the largest.
export const groupsOf = ({ groups }) => Object.values(groups).sort((one, other) => other.receipts - one.receipts || other.count - one.count);

export const sum = (counts) => Object.values(counts).reduce((total, count) => total + count, 0);

// Tells the page, and remembers what this window has imported. Not for each of thousands of mails.
function changed() {
  if (isTelling) return;
  isTelling = true;
  setTimeout(() => {
    isTelling = false;
    dispatchEvent(new Event("imports"));
    sessionStorage.setItem(KEY, JSON.stringify(imports.map(kept)));
  }, PACE);
}

function kept({ files, only, ...one }) {
  if (isUnderWay(one)) return { ...one, groups: {} };
  return { ...one, groups: Object.fromEntries(groupsOf(one).slice(0, GROUPS_KEPT).map(({ indexes, ...group }, at) => [at, group])) };
}

// Their senders are shops or landlords of the user now.
export function markAdded(groups) {
  for (const group of groups) group.isAdded = true;
  changed();
}

// Says how the imports that ended at the same time went.
function announce(ended) {
  const errors = ended.map(({ error }) => error).filter(Boolean);
  const total = (...states) => ended.reduce((before, { counts }) => before + states.reduce((all, state) => all + (counts[state] ?? 0), 0), 0);
  const [taken, known, held] = [total("fetched", "found"), total("skipped"), total("quarantined")];
  const left = ended.reduce((all, { counts }) => all + sum(counts), 0) - taken - known - held;
  const parts = [
    ended.some(({ state }) => state === "stopped") && t("The import was stopped"),
    (taken > 0 || known + held + left === 0) && counted(taken, "{n} mail imported", "{n} mails imported"),
    known > 0 && counted(known, "{n} imported before", "{n} imported before"),
    held > 0 && counted(held, "{n} in quarantine", "{n} in quarantine"),
    left > 0 && counted(left, "{n} not imported", "{n} not imported"),
  ];
  dispatchEvent(new Event("fetched"));
  toast("import", html`
    ${errors.map((error) => html`<p key=${error}>${error}</p>`)}
    <p>${parts.filter(Boolean).join(", ")}</p>
    <p><a href=${href(["mailbox"])}>${t("Show the import")}</a>${taken > 0 && html` · <a href=${href(["invoices"])}>${t("Show the invoices")}</a>`}</p>`,
  errors.length > 0 ? "problem" : "");
}

// How far an import is. In the status of the frame it is in place of when mails were last fetched.
export function Importing({ of: { counts, names, read, total, state } }) {
  if (state === "waiting") return html`<span class="wrap">${t("Waiting:")} ${names.join(", ")}</span>`;
  return html`<i class="dot busy" aria-hidden="true"></i>
    <span>${t("Importing")} · ${counted(sum(counts), "{n} mail", "{n} mails")}</span>
    <button type="button" class="plain" onClick=${stopImport}>${t("Stop")}</button>
    <progress max=${total || 1} value=${read} aria-label=${t("Import")}></progress>`;
}

// The whole page is a place to drop files on.
export function DropAnywhere() {
  const [isOver, setOver] = useState(false);
  const over = useCallback((event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(true);
  }, []);
  const leave = useCallback(({ relatedTarget }) => { if (!relatedTarget) setOver(false); }, []);
  const drop = useCallback(async (event) => {
    if (!event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setOver(false);
    importFiles(await droppedFiles(event.dataTransfer));
  }, []);
  useWindowEvent("dragover", over);
  useWindowEvent("dragleave", leave);
  useWindowEvent("drop", drop);
  return isOver && html`<div class="drop-anywhere" aria-hidden="true"><p>${t("Drop to import the mails in these files")}</p></div>`;
}

// The files that were dropped, those in folders included. A browser gives them only during the event.
async function droppedFiles({ items, files }) {
  const entries = [...items].map((item) => item.webkitGetAsEntry?.()).filter(Boolean);
  if (entries.length === 0) return [...files];
  return (await Promise.all(entries.map(filesOf))).flat();
}

async function filesOf(entry) {
  if (entry.isFile) return [await new Promise((resolve, reject) => { entry.file(resolve, reject); })];
  const reader = entry.createReader();
  const found = [];
  // A folder is read in parts, until an empty one.
  for (;;) {
    const part = await new Promise((resolve, reject) => { reader.readEntries(resolve, reject); });
    if (part.length === 0) return found;
    for (const inner of part) found.push(...await filesOf(inner));
  }
}
