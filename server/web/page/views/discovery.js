// Looks through the mailbox for shops and landlords, and shows those that were found.

import { get, post } from "../api.js";
import { category, day, money } from "../format.js";
import { counted, t } from "../language.js";
import { Button, Empty, Loaded, Note, Problem, View, html, useAction, useEffect, useLoad, useRef, useState } from "../ui.js";

export const Discovery = () => html`<${View} title=${t("Find shops and landlords")}>
  <${Finding} />
</${View}>`;

// The search and what it found. With `isAsked` it begins by itself.
export function Finding({ isAsked }) {
  const suggestions = useLoad(async () => (await get("/v1/sources/suggestions")).suggestions, []);
  const [found, setFound] = useState(undefined);
  const [added, setAdded] = useState(0);
  const isShown = useRef(true);
  useEffect(() => () => { isShown.current = false; }, []);
  const search = useAction(async () => {
    // A search that takes long is answered before it ends; the same call joins it.
    for (let ended = false; !ended && isShown.current;) {
      const answer = await post("/v1/sources/discover", {});
      suggestions.set(answer.suggestions);
      setFound(answer);
      ended = answer.finished;
    }
  });
  useEffect(() => { if (isAsked) search.run(); }, []);
  const answer = useAnswers(suggestions, setAdded);
  return html`
    <p class="quiet">${t("Your mail of the last year is searched for purchases and rent. No mail is stored or fetched until you add its sender.")}</p>
    ${!search.busy && !search.error && !found && html`<div class="actions"><${Button} kind=${suggestions.value?.length > 0 ? "" : "primary"} onClick=${search.run}>${t("Look for shops and landlords")}</${Button}></div>`}
    <${Search} search=${search} found=${found} />
    ${added > 0 && html`<${Note}>
      <p>${counted(added, "{n} shop or landlord was added. Fetch your invoices to read its mails.", "{n} shops and landlords were added. Fetch your invoices to read their mails.")}</p>
      <button type="button" class="primary" onClick=${fetchLastYear}>${t("Fetch the last year")}</button>
    </${Note}>`}
    <${Loaded} of=${suggestions} rows=${1}>${(list) => list.length === 0
      ? html`<${Nothing} found=${found} />`
      : html`<${Suggestions} list=${list} answer=${answer} />`}
    </${Loaded}>`;
}

// The status in the frame fetches, and shows how far it is.
export const fetchLastYear = () => dispatchEvent(new CustomEvent("fetch", { detail: "12" }));

// Whether the sender proved who it is and the service read a total from its mail. The others the reader has to judge, and a landlord
// who wrote only once: anybody can call themselves so.
export const isLikely = ({ kind, mails, trusted, invoice }) => trusted && invoice.total_amount !== undefined && (kind === "vendor" || mails > 1);

// Adding and refusing. A suggestion that is answered leaves the list.
function useAnswers(suggestions, setAdded) {
  const list = useRef();
  list.current = suggestions.value;
  const give = async (id, verb) => {
    await post(`/v1/sources/suggestions/${encodeURIComponent(id)}/${verb}`).catch(sayTooMany);
    list.current = list.current.filter(({ suggestion_id }) => suggestion_id !== id);
    suggestions.set(list.current);
    if (verb === "accept") setAdded((before) => before + 1);
  };
  const add = useAction(async (ids) => {
    try {
      for (const id of ids) await give(id, "accept");
    } finally {
      dispatchEvent(new Event("sources"));
    }
  });
  return { give, add };
}

function sayTooMany(error) {
  if (error.status === 403) {
    error.message = t("You have reached the maximum number of shops or landlords. Remove one first.");
  }
  throw error;
}

function Search({ search, found }) {
  if (search.busy) {
    return html`<div class="card" role="status">
      <p>${t("Searching your mail. This can take some minutes. You can leave this page; the results stay here.")}</p>
      <progress aria-label=${t("Searching")}></progress>
    </div>`;
  }
  if (search.error?.code === "MAIL_TOKEN_EXPIRED") {
    return html`<div class="note warning" role="alert">
      <p>${t("There is no mailbox to search. Connect yours first.")}</p>
      <a class="button" href="#/mailbox">${t("Connect the mailbox")}</a>
    </div>`;
  }
  if (search.error) return html`<${Problem} error=${search.error} retry=${search.run} />`;
  if (!found) return null;
  return html`<${Note}>
    <p>${t("Searched")}: ${counted(found.mails_found, "{n} mail that looks like a purchase or rent", "{n} mails that look like purchases or rent")}, ${counted(found.senders_examined, "{n} new sender", "{n} new senders")}.
      ${found.more && t(" There is more to search. Answer the suggestions below, then continue.")}</p>
    <button type="button" onClick=${search.run}>${found.more ? t("Continue the search") : t("Search again")}</button>
  </${Note}>`;
}

function Nothing({ found }) {
  return found && found.suggestions.length === 0 && html`<${Empty} title=${t("Nothing new was found")}>
    <p>${t("You can also add a shop or landlord yourself.")}</p>
    <a class="button" href="#/sources">${t("Shops and landlords")}</a>
  </${Empty}>`;
}

function Suggestions({ list, answer }) {
  const heading = useRef(null);
  // What the reader changed of the choice made beforehand, by id.
  const [choices, setChoices] = useState({});
  const isChosen = (suggestion) => choices[suggestion.suggestion_id] ?? isLikely(suggestion);
  const chosen = list.filter(isChosen).map(({ suggestion_id: id }) => id);
  // What had the focus leaves the list with its suggestion.
  const focusing = (act) => async (...inputs) => {
    await act(...inputs);
    heading.current?.focus({ preventScroll: true });
  };
  return html`<section class="stack">
    <div class="view-head">
      <h2 tabindex="-1" ref=${heading}>${counted(list.length, "{n} suggestion", "{n} suggestions")}</h2>
      <${Button} kind="primary" busy=${answer.add.busy} disabled=${chosen.length === 0} onClick=${focusing(() => answer.add.run(chosen))}>${t("Add {n}", { n: chosen.length })}</${Button}>
    </div>
    <${Problem} error=${answer.add.error} />
    <ul class="card flush rows acting">${list.map((suggestion) => html`
      <${Suggestion} key=${suggestion.suggestion_id} suggestion=${suggestion} isChosen=${isChosen(suggestion)} isBusy=${answer.add.busy} refuse=${focusing(answer.give)}
        choose=${(isOn) => setChoices((before) => ({ ...before, [suggestion.suggestion_id]: isOn }))} />`)}</ul>
  </section>`;
}

function Suggestion({ suggestion, isChosen, choose, refuse, isBusy }) {
  const { suggestion_id: id, name, kind, sub_type: subType, mails, invoice, senders } = suggestion;
  const action = useAction(() => refuse(id, "refuse"));
  const latest = invoice.total_amount === undefined ? day(invoice.invoice_date)
    : `${money(invoice.total_amount, invoice.currency)}, ${day(invoice.invoice_date)}`;
  return html`<li><div>
    <div class="what choosing">
      <input type="checkbox" aria-label=${name} checked=${isChosen} disabled=${isBusy} onChange=${(event) => choose(event.currentTarget.checked)} />
      <div><h3>${name} <span class="tag">${kind === "landlord" ? t("Landlord") : category(subType)}</span></h3>
      <p class="small">${counted(mails, "{n} mail", "{n} mails")} · ${t("latest invoice")} ${latest}</p>
      <p class="small quiet">${senders.join(", ")}</p>
      ${!suggestion.trusted && html`<p class="small">${t("The sender of its mails could not be authenticated, so they are quarantined until you release them.")}</p>`}
      <${Problem} error=${action.error} /></div>
    </div>
    <${Button} kind="plain" busy=${action.busy} disabled=${isBusy} aria-label=${t("No thanks to {name}", { name })} onClick=${action.run}>${t("No thanks")}</${Button}>
  </div></li>`;
}
