// The senders of an import that are neither shops nor landlords of the user: which of them to add, and their mails once more.

import { get, post } from "../api.js";
import { CATEGORY_NAMES, category } from "../format.js";
import { groupsOf, importAgain, markAdded } from "../imports.js";
import { counted, t } from "../language.js";
import { Button, Field, Problem, html, useAction, useLoad, useState } from "../ui.js";
import { isLikely } from "./discovery.js";
import { sayWhatIsWrong } from "./sources.js";

// Maximum number of senders that are shown at first.
const SHOWN = 8;

// Names of hosts that only send mail: the shop is the domain above.
const OF_MAIL = /^(e|em|email|info|m|mail|mailer|mailing|news|newsletter|notify|order|orders|post|send|service|service-mail|t)\.(?=[^.]+\.[^.]+)/;

export function Unknown({ of }) {
  const groups = groupsOf(of).filter(({ state, isAdded }) => state === "unknown-sender" && !isAdded);
  return groups.length > 0 && html`<${Senders} of=${of} groups=${groups} />`;
}

function Senders({ of, groups }) {
  // Without them, nothing is chosen beforehand.
  const suggestions = useLoad(async () => (await get("/v1/sources/suggestions")).suggestions, []);
  const [drafts, setDrafts] = useState({});
  const rows = groups.map((group) => {
    const suggestion = suggestions.value?.find(({ senders }) => senders.includes(group.sender));
    return { ...proposal(group.sender), isChosen: Boolean(suggestion && isLikely(suggestion)), ...drafts[group.sender], group, suggestion };
  });
  const chosen = rows.filter(({ isChosen }) => isChosen);
  const add = useAction(async () => {
    const added = [];
    try {
      for (const row of chosen) {
        await addSource(row).catch(sayWhatIsWrong);
        added.push(...groups.filter(({ sender }) => covers(row, sender)));
      }
    } finally {
      // Those before one that the service refuses are added.
      if (added.length > 0) {
        // The button is off until another is chosen.
        document.getElementById("main").focus({ preventScroll: true });
        markAdded(added);
        dispatchEvent(new Event("sources"));
        if (of.files) importAgain(of, added.flatMap(({ indexes }) => indexes));
      }
    }
  });
  const change = (sender, draft) => setDrafts((before) => ({ ...before, [sender]: { ...before[sender], ...draft } }));
  const list = (some) => html`<ul>${some.map((row) => html`<${Sender} key=${row.group.sender} row=${row} change=${(draft) => change(row.group.sender, draft)} />`)}</ul>`;
  const left = rows.length - SHOWN;
  return html`<section class="stack tight unknown">
    <h3>${counted(groups.length, "{n} sender is not in your list", "{n} senders are not in your list")}</h3>
    <p class="small quiet">${t("Their mails were not kept. Choose the shops and landlords among them.")}</p>
    ${list(rows.slice(0, SHOWN))}
    ${left > 0 && html`<details><summary>${t("Show {left} more", { left })}</summary>${list(rows.slice(SHOWN))}</details>`}
    <${Problem} error=${add.error} />
    <div class="actions"><${Button} kind="primary" busy=${add.busy} disabled=${chosen.length === 0} onClick=${add.run}>${of.files
      ? t("Add and import again")
      : t("Add")}${chosen.length > 0 && ` (${chosen.length})`}</${Button}></div>
    ${!of.files && html`<p class="small quiet">${t("Choose the same files again afterwards.")}</p>`}
  </section>`;
}

function Sender({ row: { group, suggestion, isChosen, name, from, kind }, change }) {
  const typed = (key) => (event) => change({ [key]: event.currentTarget.value });
  return html`<li class="stack tight">
    <label class="check">
      <input type="checkbox" checked=${isChosen} onChange=${(event) => change({ isChosen: event.currentTarget.checked })} />
      <span class="wrap">${group.sender} <span class="quiet">· ${counted(group.count, "{n} mail", "{n} mails")}${suggestion && ` · ${suggestion.name}`}${group.subject && ` · ${t("“{phrase}”", { phrase: group.subject })}`}</span></span>
    </label>
    ${isChosen && !suggestion && html`<div class="side-by-side" role="group" aria-label=${group.sender}>
      <${Field} label=${t("Is")} value=${kind} onChange=${typed("kind")}>
        <option value="landlord">${t("Landlord")}</option>
        <optgroup label=${t("Shop")}>${CATEGORY_NAMES.map((one) => html`<option key=${one} value=${one}>${category(one)}</option>`)}</optgroup>
      </${Field}>
      ${kind !== "landlord" && html`<${Field} label=${t("Name")} value=${name} onInput=${typed("name")} maxLength="100" autocomplete="off" />`}
      <${Field} label=${t("Mails from")} value=${from} onInput=${typed("from")} maxLength="320" autocomplete="off" autocapitalize="none" spellcheck=${false} />
    </div>`}
  </li>`;
}

// What a shop with this sender may be called, and where its mails come from.
function proposal(sender) {
  const from = sender.slice(sender.lastIndexOf("@") + 1).replace(OF_MAIL, "");
  const [label] = from.split(".");
  return { from, name: label.charAt(0).toUpperCase() + label.slice(1), kind: "miscellaneous" };
}

function addSource({ suggestion, kind, name, from }) {
  if (suggestion) return post(`/v1/sources/suggestions/${encodeURIComponent(suggestion.suggestion_id)}/accept`);
  if (kind === "landlord") return post("/v1/sources/landlords", { sender: from.trim() });
  return post("/v1/sources/vendors", { name: name.trim(), email_patterns: [from.trim()], sub_type: kind });
}

// A domain covers its sub-domains.
function covers({ suggestion, from, group }, sender) {
  const pattern = from.trim().toLowerCase();
  return sender === group.sender || suggestion?.senders.includes(sender) || sender === pattern || sender.endsWith(`@${pattern}`) || sender.endsWith(`.${pattern}`);
}
