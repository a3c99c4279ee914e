// Looks through the mailbox for shops and landlords, and shows those that were found.

import { get, post } from "../api.js";
import { category, day, money } from "../format.js";
import { counted, t } from "../language.js";
import { Button, Empty, Loaded, Note, Problem, View, html, useAction, useEffect, useLoad, useRef, useState } from "../ui.js";

export function Discovery() {
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
  const answer = useAnswers(suggestions, setAdded);
  const button = html`<${Button} kind="primary" busy=${search.busy} onClick=${search.run}>${t("Look for shops and landlords", "Leta efter butiker och hyresvärdar")}</${Button}>`;
  const isUntouched = !found && !search.busy && !search.error && suggestions.value?.length === 0 && added === 0;
  return html`<${View} title=${t("Find shops and landlords", "Hitta butiker och hyresvärdar")} actions=${!isUntouched && button}>
    <p class="quiet">${t("Your mail of the last year is searched for purchases and rent. No mail is stored or fetched until you add its sender.",
      "Det senaste årets mejl söks igenom efter köp och hyra. Inget ur mejlen sparas, och inget hämtas förrän du har lagt till avsändaren.")}</p>
    <${Search} search=${search} found=${found} />
    ${added > 0 && html`<${Note}>
      <p>${counted(added, "shop or landlord was added. Fetch your invoices to read its mails.", "shops and landlords were added. Fetch your invoices to read their mails.",
        "butik eller hyresvärd har lagts till. Hämta dina fakturor för att läsa mejlen.", "butiker och hyresvärdar har lagts till. Hämta dina fakturor för att läsa mejlen.")}</p>
      <a class="button primary" href="#/invoices">${t("Fetch invoices", "Hämta fakturor")}</a>
    </${Note}>`}
    <${Problem} error=${answer.all.error} />
    <${Loaded} of=${suggestions}>${(list) => list.length === 0
      ? html`<${Nothing} found=${found} button=${isUntouched && button} />`
      : html`<${Suggestions} list=${list} answer=${answer} />`}
    </${Loaded}>
  </${View}>`;
}

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
  const all = useAction(async () => {
    for (const { suggestion_id } of list.current) await give(suggestion_id, "accept");
  });
  return { give, all };
}

function sayTooMany(error) {
  if (error.status === 403) {
    error.message = t("You have reached the maximum number of shops or landlords. Remove one first.", "Du har så många butiker eller hyresvärdar som ett konto får ha. Ta bort en först.");
  }
  throw error;
}

function Search({ search, found }) {
  if (search.busy) {
    return html`<div class="card" role="status">
      <p>${t("Searching your mail. This can take some minutes. You can leave this page; the results stay here.",
        "Söker igenom dina mejl. Det kan ta några minuter. Du kan lämna sidan: det som hittas finns kvar här.")}</p>
      <progress aria-label=${t("Searching", "Söker")}></progress>
    </div>`;
  }
  if (search.error?.code === "MAIL_TOKEN_EXPIRED") {
    return html`<div class="note warning" role="alert">
      <p>${t("There is no mailbox to search. Connect yours first.", "Det finns inget e-postkonto att söka i. Koppla ditt först.")}</p>
      <a class="button" href="#/mailbox">${t("Connect the mailbox", "Koppla e-postkontot")}</a>
    </div>`;
  }
  if (search.error) return html`<${Problem} error=${search.error} retry=${search.run} />`;
  if (!found) return null;
  return html`<${Note}>
    <p>${t("Searched", "Sökningen är klar")}: ${counted(found.mails_found, "mail that looks like a purchase or rent", "mails that look like purchases or rent",
      "mejl som ser ut som köp eller hyra", "mejl som ser ut som köp eller hyra")}, ${counted(found.senders_examined, "new sender", "new senders", "ny avsändare", "nya avsändare")}.
      ${found.more && t(" There is more to search. Answer the suggestions below, then continue.", " Det finns mer att söka igenom. Svara på förslagen nedan och fortsätt sedan.")}</p>
    ${found.more && html`<button type="button" onClick=${search.run}>${t("Continue the search", "Fortsätt sökningen")}</button>`}
  </${Note}>`;
}

function Nothing({ found, button }) {
  if (button) return html`<${Empty} title=${t("No suggestions yet", "Inga förslag ännu")}>${button}</${Empty}>`;
  if (found && found.suggestions.length === 0) {
    return html`<${Empty} title=${t("Nothing new was found", "Inget nytt hittades")}>
      <p>${t("You can also add a shop or landlord yourself.", "Du kan också lägga till en butik eller hyresvärd själv.")}</p>
      <a class="button" href="#/sources">${t("Shops and landlords", "Butiker och hyresvärdar")}</a>
    </${Empty}>`;
  }
  return null;
}

function Suggestions({ list, answer }) {
  const heading = useRef(null);
  // The button that had the focus leaves the list with its suggestion.
  const give = async (id, verb) => {
    await answer.give(id, verb);
    heading.current?.focus({ preventScroll: true });
  };
  return html`<section class="stack">
    <div class="view-head">
      <h2 tabindex="-1" ref=${heading}>${counted(list.length, "suggestion", "suggestions", "förslag", "förslag")}</h2>
      ${list.length > 1 && html`<${Button} busy=${answer.all.busy} onClick=${answer.all.run}>${t("Add all", "Lägg till alla")}</${Button}>`}
    </div>
    <ul class="card flush rows acting">${list.map((suggestion) => html`
      <${Suggestion} key=${suggestion.suggestion_id} suggestion=${suggestion} give=${give} isBusy=${answer.all.busy} />`)}</ul>
  </section>`;
}

function Suggestion({ suggestion, give, isBusy }) {
  const { suggestion_id: id, name, kind, sub_type: subType, mails, invoice, senders } = suggestion;
  const action = useAction((verb) => give(id, verb));
  const latest = invoice.total_amount === undefined ? day(invoice.invoice_date)
    : `${money(invoice.total_amount, invoice.currency)}, ${day(invoice.invoice_date)}`;
  return html`<li><div>
    <div class="what">
      <h3>${name} <span class="tag">${kind === "landlord" ? t("Landlord", "Hyresvärd") : category(subType)}</span></h3>
      <p class="small">${counted(mails, "mail", "mails", "mejl", "mejl")} · ${t("latest invoice", "senaste fakturan")} ${latest}</p>
      <p class="small quiet">${senders.join(", ")}</p>
      ${!suggestion.trusted && html`<p class="small">${t("The sender of its mails could not be authenticated, so they are quarantined until you release them.",
        "Inget bevisar vem som skickat mejlen, så de hålls i karantän tills du släpper dem.")}</p>`}
      <${Problem} error=${action.error} />
    </div>
    <div class="side-by-side">
      <${Button} busy=${action.busy} disabled=${isBusy} aria-label=${t(`Add ${name}`, `Lägg till ${name}`)} onClick=${() => action.run("accept")}>${t("Add", "Lägg till")}</${Button}>
      <${Button} kind="plain" disabled=${isBusy || action.busy} aria-label=${t(`No thanks to ${name}`, `Nej tack till ${name}`)} onClick=${() => action.run("refuse")}>${t("No thanks", "Nej tack")}</${Button}>
    </div>
  </div></li>`;
}
