// When mails were last fetched, the button that fetches, and how far that has come. It is in the frame, so that a fetch is followed
// whatever view is shown. When it has ended, the event "fetched" says so to the view.

import { call, get } from "./api.js";
import { Coded } from "./coded.js";
import { ago, moment, upcoming } from "./format.js";
import { Importing, isUnderWay as isImporting, useImports } from "./imports.js";
import { counted, t } from "./language.js";
import { toast } from "./toasts.js";
import { href, html, useAction, useCallback, useEffect, useLoad, useRef, useState, useWindowEvent } from "./ui.js";

// How often a fetch under way is asked about, and how often while the service can't be reached.
const INTERVAL = 1000;
const LOST_INTERVAL = 5000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

// The runs that bring invoices.
const INGESTS = ["rental", "rental-latest", "retail", "pending"];

// How far back mails of shops are searched, in months. Without one, it is the time since the last fetch, at first thirty days.
const SPANS = [
  ["3", t("The last 3 months")],
  ["12", t("The last year")],
  ["all", t("Everything")],
];

const isUnderWay = ({ state }) => ["queued", "fetching", "parsing"].includes(state);
const hasFailed = ({ error, problems }) => Boolean(error) || problems.length > 0;

export function Status() {
  const known = useLoad(loadStatus, []);
  const { followed, begin, isBusy } = useFetch(known);
  useMinutes();
  const look = useCallback(() => {
    const isFresh = Date.now() - known.value?.at < MINUTE;
    if (!document.hidden && !known.busy && !isFresh) known.reload();
  }, [known.value, known.busy]);
  useWindowEvent("hashchange", look);
  useWindowEvent("visibilitychange", look);
  useWindowEvent("mailboxes", known.reload);
  // The first steps order the first fetch.
  useWindowEvent("fetch", useCallback(({ detail }) => begin(detail), [begin]));
  const importing = useImports().findLast(isImporting);
  const accounts = known.value?.accounts ?? [];
  const canFetch = accounts.some(({ state }) => state !== "paused");
  return html`
    <section class="status" aria-label=${t("Fetching")}>
      <p class="small">
        ${importing && html`<${Importing} of=${importing} />`}
        ${!importing && isBusy && html`<${Step} followed=${followed} />`}
        ${!importing && !isBusy && known.value && html`<${Idle} ...${known.value} />`}
        ${!importing && !isBusy && !known.value && known.error && standing("warning", known.error.message)}
      </p>
      <p class="unseen" role="status">${importing ? t("Importing mails") : isBusy && phase(followed)}</p>
      ${canFetch && html`
        <div class="fetch">
          <button type="button" aria-disabled=${isBusy ? "true" : undefined} onClick=${() => begin()}>${t("Fetch")}</button>
          <button type="button" aria-disabled=${isBusy ? "true" : undefined} popovertarget=${isBusy ? undefined : "older"}>
            <span class="unseen">${t("Fetch older…")}</span><svg viewBox="0 0 16 16" aria-hidden="true"><path d="m4 6 4 4 4-4" /></svg></button>
        </div>
        <div id="older" popover="auto" role="group" aria-labelledby="older-name">
          <p id="older-name" class="small quiet">${t("Fetch older mails")}</p>
          ${SPANS.map(([span, name]) => html`<button key=${span} type="button" class="plain" popovertarget="older" onClick=${() => begin(span)}>${name}</button>`)}
        </div>`}
      ${!importing && isBusy && html`<progress aria-label=${t("Fetching")} value=${share(followed)}></progress>`}
    </section>`;
}

// Renders again as time passes.
function useMinutes() {
  const [, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
}

async function loadStatus() {
  const [{ accounts }, { runs }] = await Promise.all([get("/v1/mail/accounts"), get("/v1/ingest/runs", { limit: 20 })]);
  return { accounts, runs: runs.filter(({ ingest }) => INGESTS.includes(ingest)), at: Date.now() };
}

// The fetch that is followed: its runs, why others were refused, and how many invoices there were before, if that is known.
function useFetch(known) {
  const [followed, setFollowed] = useState();
  const action = useAction(async (span) => {
    toast("failures");
    toast("result");
    const before = await countInvoices();
    const answers = await Promise.allSettled([order("rental", {}), order("retail", days(span))]);
    const refusals = answers.filter(({ reason }) => reason).map(({ reason }) => reason);
    setFollowed({ runs: answers.filter(({ value }) => value).map(({ value }) => value), refusals, before });
  });
  useEffect(() => {
    const runs = known.value?.runs.filter(isUnderWay) ?? [];
    // Another window or the schedule began it.
    if (runs.length > 0) setFollowed((current) => current ?? { runs, refusals: [] });
  }, [known.value]);
  useEffect(() => {
    if (!followed) return undefined;
    if (!followed.runs.some(isUnderWay)) {
      announce(followed, known.value?.accounts);
      dispatchEvent(new Event("fetched"));
      setFollowed(undefined);
      known.reload();
      return undefined;
    }
    const abandoned = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const runs = await Promise.all(followed.runs.map((run) => (isUnderWay(run) ? current(run, abandoned.signal) : run)));
        if (abandoned.signal.aborted) return;
        setFollowed({ ...followed, runs, isLost: false });
      } catch {
        if (!abandoned.signal.aborted) setFollowed({ ...followed, isLost: true });
      }
    }, followed.isLost ? LOST_INTERVAL : INTERVAL);
    return () => {
      clearTimeout(timer);
      abandoned.abort();
    };
  }, [followed]);
  const isBusy = action.busy || Boolean(followed);
  return { followed, isBusy, begin: (span) => isBusy || action.run(span) };
}

// Orders an ingest. Returns its run, or nothing if there is nothing to fetch.
async function order(kind, body) {
  const { data } = await call("POST", `/v1/invoices/${kind}/ingest`, { body, headers: { Prefer: "respond-async" } });
  return data?.run_id ? data : undefined;
}

// The days of a span. No mailbox has mails from before 1990.
function days(span) {
  if (!span) return {};
  const start = new Date();
  if (span === "all") start.setFullYear(1990, 0, 1);
  else start.setMonth(start.getMonth() - Number(span));
  const text = (date) => date.toLocaleDateString("sv-SE");
  return { start_date: text(start), end_date: text(new Date()) };
}

// The run as it is now. One that the service has forgotten ended long ago.
async function current(run, signal) {
  try {
    return (await call("GET", `/v1/ingest/runs/${run.run_id}`, { signal })).data;
  } catch (error) {
    if (error.status === 404) return { ...run, state: "done" };
    throw error;
  }
}

// A run has the number of its mails, not of the invoices in them. Nothing is better than a wrong number.
async function countInvoices() {
  try {
    const { rows } = await get("/v1/statistics/spending", { by: "sub_type" });
    return rows.reduce((sum, { count }) => sum + count, 0);
  } catch {
    return undefined;
  }
}

const newMails = (count) => counted(count, "{n} new mail", "{n} new mails");

// Says how a fetch ended.
async function announce({ runs, refusals, before }, accounts) {
  const isWhole = refusals.length === 0 && !runs.some(hasFailed);
  if (!isWhole) showFailures(accounts, runs, refusals);
  const found = runs.reduce((sum, { counts }) => sum + counts.found, 0);
  const added = found > 0 && before !== undefined ? (await countInvoices()) - before : 0;
  if (added > 0) toast("result", html`<p><a href=${href(["invoices"])}>${counted(added, "{n} new invoice", "{n} new invoices")}</a></p>`);
  else if (found > 0) toast("result", html`<p>${before === undefined ? newMails(found) : t("{found}, no new invoice", { found: newMails(found) })}</p>`);
  else if (isWhole) toast("result", html`<p>${t("Nothing new")}</p>`);
}

const distinct = (values, keyOf) => [...new Map(values.map((value) => [keyOf(value), value])).values()];

// Why something was not fetched, and what the reader can do.
function showFailures(accounts, runs, refusals = []) {
  const errors = [...refusals, ...runs.map(({ error }) => error).filter(Boolean)];
  const isUnreadable = errors.some(({ code }) => code === "MAIL_TOKEN_EXPIRED");
  const problems = runs.flatMap((run) => run.problems).filter(({ account_id: account }) => !(account && isUnreadable));
  toast("failures", html`
    ${distinct(errors, ({ message }) => message).map(({ code, message }) => html`<${Refusal} key=${message} code=${code} message=${message} />`)}
    ${problems.length > 0 && html`<${Problems} problems=${distinct(problems, JSON.stringify)} accounts=${accounts} />`}`, errors.length > 0 ? "problem" : "warning");
}

function Refusal({ code, message }) {
  if (code !== "MAIL_TOKEN_EXPIRED") return html`<p>${message}</p>`;
  return html`<p>${t("The mailbox can't be read.")}
    ${" "}<a href=${href(["mailbox"])}>${t("Connect it again")}</a>${t(", then fetch once more.")}</p>`;
}

function Problems({ problems, accounts = [] }) {
  const addressOf = (id) => accounts.find((account) => account.account_id === id)?.address;
  return html`
    <p>${t("Some of it failed. It will be tried again with your next fetch.")}</p>
    <ul class="stack tight small">${problems.map((problem, index) => html`<li key=${index}><${Failure} of=${problem} address=${addressOf(problem.account_id)} /></li>`)}</ul>`;
}

// The API's sentence about a mailbox begins with its address.
function Failure({ of: { vendor_id: vendor, account_id: account, message_id: message, error_code: code, error }, address }) {
  const name = vendor ?? address;
  return html`
    ${name && html`<strong>${name}</strong>: `}<${Coded} kind="problems" code=${code} sentence=${address ? error.replace(`${address}: `, "") : error} />
    ${account && html` <a href=${href(["mailbox"])}>${t("Show the mailbox")}</a>`}
    ${message && html` <a href=${href(["mail", message])}>${t("Show the mail")}</a>`}`;
}

// The status in words, after a dot whose colour says the same. `rest` is what a narrow window leaves out.
const standing = (kind, text, rest) => html`<i class=${`dot ${kind}`} aria-hidden="true"></i><span>${text}${rest && html`<span class="rest"> · ${rest}</span>`}</span>`;

function Idle({ accounts, runs }) {
  const toMailbox = (text) => html`<a href=${href(["mailbox"])}>${text}</a>`;
  if (accounts.length === 0) return standing("", html`${t("No mailbox")} · ${toMailbox(t("Connect"))}`);
  if (accounts.some(({ state }) => state === "reconnect")) {
    return standing("bad", html`${t("A mailbox can't be read")} · ${toMailbox(t("Connect again"))}`);
  }
  if (accounts.every(({ state }) => state === "paused")) return standing("", html`${t("Paused")} · ${toMailbox(t("Resume"))}`);
  const nextRun = accounts.map(({ next_run_at: at }) => at).filter(Boolean).sort()[0];
  const next = nextRun && t("next fetch {time}", { time: upcoming(nextRun) });
  const finished = runs.filter((run) => !isUnderWay(run));
  const last = finished[0]?.finished_at;
  if (!last) return standing("", t("Nothing fetched lately"), next);
  const time = html`<time datetime=${last} title=${moment(last)}>${ago(last)}</time>`;
  // A fetch is one run for rent and one for shops.
  const failed = ["rental", "retail"].map((kind) => finished.find(({ ingest }) => ingest.startsWith(kind))).filter((run) => run && hasFailed(run));
  if (failed.length > 0) {
    return standing("warning", html`${t("Not everything was fetched")} · <button type="button" class="plain" onClick=${() => showFailures(accounts, failed)}>${t("Show why")}</button>`, time);
  }
  if (Date.now() - new Date(last) > DAY) return standing("", html`${t("Fetched")} ${time}`, next);
  return standing("good", html`${t("Up to date")} · ${time}`, next);
}

// One sentence for all runs. It changes seldom, so that a screen reader is not interrupted by each count.
function phase(followed) {
  if (followed?.isLost) return t("The service can't be reached. Trying again…");
  if (followed?.runs.some(({ state }) => state === "parsing")) return t("Reading new invoices");
  return t("Fetching mails");
}

function Step({ followed }) {
  const run = followed?.runs.find(({ state }) => state === "fetching" || state === "parsing");
  const [done, all] = run ? progress(run) : [0, 0];
  const left = useEstimate(run, done, all);
  const count = all > 0 ? t("{done} of {all}", { done, all }) : run?.counts.searched > 0 && t("{searched} so far", { searched: run.counts.searched });
  if (followed?.isLost) return standing("warning", phase(followed));
  return standing("busy", html`${phase(followed)}${count && ` · ${count}`}`, left);
}

// How long the step will take yet, from its pace while it is shown. Nothing for less than a minute.
function useEstimate(run, done, all) {
  const began = useRef();
  const step = `${run?.run_id} ${run?.state}`;
  if (began.current?.step !== step) began.current = { step, done, at: Date.now() };
  const pace = (done - began.current.done) / (Date.now() - began.current.at);
  const minutes = Math.round((all - done) / pace / MINUTE);
  return pace > 0 && minutes > 0 && minutes < 10_000 ? t("about {minutes} min left", { minutes }) : undefined;
}

// How much of the current step is done, of how much. Zero if that is not known yet.
function progress({ state, counts: { fetched, found, stored, unread } }) {
  if (state === "fetching") return [fetched, found];
  if (state === "parsing") return [Math.max(stored - unread, 0), stored];
  return [0, 0];
}

// The share of the whole fetch that is done. Of a run, fetching and parsing are a half each.
function share(followed) {
  const shares = followed?.runs.map((run) => {
    if (!isUnderWay(run)) return 1;
    const [done, all] = progress(run);
    return (run.state === "parsing" ? 0.5 : 0) + (all > 0 ? done / all / 2 : 0);
  }) ?? [];
  return Math.max(0.03, shares.reduce((sum, one) => sum + one, 0) / Math.max(shares.length, 1));
}
