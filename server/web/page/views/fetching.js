// Orders new invoices and shows how far the fetching has come, also where it began before the view was opened.

import { call, get } from "../api.js";
import { moment } from "../format.js";
import { counted, t } from "../language.js";
import { Button, Problem, href, html, useAction, useEffect, useLoad, useRef, useState } from "../ui.js";

const INTERVAL = 1000;

// The runs that bring invoices, and what they look for.
const NAMES = {
  rental: t("Rent notices", "Hyresavier"),
  "rental-latest": t("The latest rent notice", "Den senaste hyresavin"),
  retail: t("Invoices from shops", "Fakturor från butiker"),
  pending: t("Mails that waited", "Mejl som väntade"),
};

// How far back mails of shops are searched, in months. Nothing stands for the time since the last fetch, at first thirty days.
const SPANS = [
  ["", t("New ones", "Nya")],
  ["3", t("The last 3 months", "De senaste 3 månaderna")],
  ["12", t("The last year", "Det senaste året")],
  ["all", t("Everything", "Allt")],
];

const isUnderWay = ({ state }) => ["queued", "fetching", "parsing"].includes(state);

// `onDone` is called when a run has ended.
export function Fetching({ onDone }) {
  const recent = useLoad(() => get("/v1/ingest/runs", { limit: 5 }).then(({ runs }) => runs.filter(({ ingest }) => NAMES[ingest])), []);
  const { runs, error, setRuns, retry } = useRuns(onDone);
  const [refusals, setRefusals] = useState();
  const [span, setSpan] = useState("");
  const action = useAction(async () => {
    const answers = await Promise.allSettled([order("rental", {}), order("retail", days(span))]);
    const ordered = answers.filter(({ value }) => value).map(({ value }) => value);
    setRefusals(distinct(answers.filter(({ reason }) => reason).map(({ reason }) => reason)));
    setRuns([...ordered, ...runs.filter((run) => isUnderWay(run) && !ordered.some(({ run_id: id }) => id === run.run_id))]);
  });
  useEffect(() => {
    if (recent.value) setRuns(recent.value.filter(isUnderWay));
  }, [recent.value]);
  const isBusy = action.busy || runs.some(isUnderWay);
  return html`
    <section class="card" aria-label=${t("Fetching", "Hämtning")}>
      <div class="fetching">
        <p aria-live="polite">${summary(runs, recent.value, isBusy, refusals)}</p>
        <select aria-label=${t("Which invoices", "Vilka fakturor")} disabled=${isBusy} onChange=${(event) => setSpan(event.currentTarget.value)}>
          ${SPANS.map(([value, name]) => html`<option key=${value} value=${value} selected=${value === span}>${name}</option>`)}</select>
        <${Button} kind="primary" busy=${isBusy} onClick=${action.run}>${span ? t("Fetch them", "Hämta dem") : t("Fetch new invoices", "Hämta nya fakturor")}</${Button}>
      </div>
      ${runs.map((run) => html`<${Run} key=${run.run_id} run=${run} />`)}
      ${refusals?.map((refusal) => html`<${Refusal} key=${refusal.message} code=${refusal.code} message=${refusal.message} />`)}
      <${Problem} error=${error ?? recent.error} retry=${error ? retry : recent.reload} />
    </section>`;
}

// Orders an ingest. Returns its run, or nothing where there is nothing to fetch.
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

const distinct = (errors) => [...new Map(errors.map((error) => [error.message, error])).values()];

// The runs that are followed. Those under way are asked for each second.
function useRuns(onDone) {
  const [runs, setRuns] = useState([]);
  const [error, setError] = useState();
  useEffect(() => {
    if (!runs.some(isUnderWay)) return undefined;
    const abandoned = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const next = await Promise.all(runs.map((run) => (isUnderWay(run) ? current(run, abandoned.signal) : run)));
        if (abandoned.signal.aborted) return;
        setRuns(next);
        if (next.some((run, index) => isUnderWay(runs[index]) && !isUnderWay(run))) onDone?.();
      } catch (failure) {
        if (!abandoned.signal.aborted) setError(failure);
      }
    }, INTERVAL);
    return () => {
      clearTimeout(timer);
      abandoned.abort();
    };
  }, [runs]);
  const retry = () => {
    setError(undefined);
    setRuns([...runs]);
  };
  return { runs, error, setRuns, retry };
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

// One sentence for all runs. It changes seldom, so that a screen reader is not interrupted by each count.
function summary(runs, recent, isBusy, refusals) {
  if (runs.some(({ state }) => state === "parsing")) return t("Reading the new invoices…", "Läser de nya fakturorna…");
  if (isBusy) return t("Fetching from your mailbox…", "Hämtar från ditt e-postkonto…");
  if (refusals?.length > 0 || runs.some(({ state, problems }) => state === "failed" || problems.length > 0)) return t("Not everything could be fetched.", "Allt kunde inte hämtas.");
  if (runs.length > 0) return t("Everything is fetched.", "Allt är hämtat.");
  if (refusals) return t("There is nothing to fetch.", "Det finns inget att hämta.");
  const last = recent?.find(({ finished_at: at }) => at);
  if (last) return html`<span class="quiet">${t("Last fetched", "Senast hämtat")} ${moment(last.finished_at)}</span>`;
  return html`<span class="quiet">${recent ? t("Nothing has been fetched lately.", "Inget har hämtats på sistone.") : "\u00a0"}</span>`;
}

function Run({ run }) {
  const { ingest, counts, state, error, problems } = run;
  const [done, all] = progress(run);
  const left = useEstimate(run, done, all);
  return html`
    <div class="run">
      <p class="fetching"><strong>${NAMES[ingest]}</strong><span class="quiet">${words(state, counts)}${left}</span></p>
      ${isUnderWay(run) && html`<progress key=${all > 0} aria-label=${NAMES[ingest]} max=${all || 1} value=${all > 0 ? done : undefined}></progress>`}
      ${error && html`<${Refusal} code=${error.code} message=${error.message} />`}
      ${problems.length > 0 && html`<${Problems} problems=${problems} />`}
    </div>`;
}

// How long the step will take yet, from its pace while it is shown. Nothing for less than a minute.
function useEstimate({ state }, done, all) {
  const began = useRef();
  if (began.current?.state !== state) began.current = { state, done, at: Date.now() };
  const pace = (done - began.current.done) / (Date.now() - began.current.at);
  const minutes = Math.round((all - done) / pace / 60000);
  return pace > 0 && minutes > 0 && minutes < 10000 ? t(`, about ${minutes} min left`, `, omkring ${minutes} min kvar`) : "";
}

// How much of the current step is done, of how much. Zero if that is not known yet.
function progress({ state, counts }) {
  if (state === "fetching") return [counts.fetched, counts.found];
  if (state === "parsing") return [readDocuments(counts), counts.stored];
  return [0, 0];
}

const readDocuments = ({ stored, unread }) => Math.max(stored - unread, 0);

const mails = (count) => counted(count, "mail", "mails", "mejl", "mejl");
const newMails = (count) => counted(count, "new mail", "new mails", "nytt mejl", "nya mejl");
const documents = (count) => counted(count, "document", "documents", "dokument", "dokument");

function words(state, counts) {
  const { searched, found, fetched, stored } = counts;
  switch (state) {
    case "queued":
      return t("Waits for its turn", "Väntar på sin tur");
    case "fetching":
      if (found === 0) return t(`Searching, ${mails(searched)} so far`, `Söker, ${mails(searched)} hittills`);
      return t(`Fetched ${fetched} of ${newMails(found)}`, `Hämtat ${fetched} av ${newMails(found)}`);
    case "parsing":
      return t(`Read ${readDocuments(counts)} of ${documents(stored)}`, `Läst ${readDocuments(counts)} av ${documents(stored)}`);
    default:
      if (found === 0) return t("Nothing new", "Inget nytt");
      return t(`${newMails(found)}, ${documents(stored)} read`, `${newMails(found)}, ${documents(stored)} lästa`);
  }
}

// Why a run was refused or ended early, and what the reader can do.
function Refusal({ code, message }) {
  if (code === "MAIL_TOKEN_EXPIRED") {
    return html`<div class="note problem" role="alert">
      <p>${t("The mailbox can't be read. Connect it again, then fetch once more.", "E-postkontot kan inte läsas. Koppla det på nytt och hämta sedan igen.")}</p>
      <a class="button" href=${href(["mailbox"])}>${t("Connect the mailbox", "Koppla e-postkontot")}</a>
    </div>`;
  }
  return html`<div class="note problem" role="alert"><p>${message}</p></div>`;
}

function Problems({ problems }) {
  return html`
    <div class="note warning">
      <div class="stack tight">
        <p>${t("Some of it failed. It will be tried again with your next fetch.", "En del misslyckades. Det görs ett nytt försök nästa gång du hämtar.")}</p>
        <ul class="stack tight small">${problems.map((problem, index) => html`<li key=${index}>
          ${problem.vendor_id && html`<strong>${problem.vendor_id}</strong>: `}<span lang="en">${problem.error}</span>
          ${problem.message_id && html` <a href=${href(["mail", problem.message_id])}>${t("Show the mail", "Visa mejlet")}</a>`}
        </li>`)}</ul>
      </div>
    </div>`;
}
