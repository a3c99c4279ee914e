// Access tokens of scripts: what there is, a new one, which is shown once, and revoking one.

import { get, post, remove } from "../api.js";
import { moment } from "../format.js";
import { t } from "../language.js";
import { Button, Confirm, Field, Form, Loaded, Note, Problem, html, useAction, useLoad, useState } from "../ui.js";

const SCOPES = [
  ["read", t("Read everything")],
  ["ingest", t("Fetch new mails")],
  ["hand-over", t("Hand over mails")],
  ["calendar", t("Show due dates in a calendar")],
  ["all", t("Everything but the account itself")],
];

const LIVES = [
  [90, t("90 days")],
  [365, t("One year")],
  [1826, t("Five years")],
];

export function Tokens() {
  const tokens = useLoad(async () => (await get("/v1/tokens")).tokens, []);
  const ended = tokens.value?.filter(hasEnded) ?? [];
  const clear = useAction(() => Promise.all(ended.map(({ token_id: id }) => remove(`/v1/tokens/${encodeURIComponent(id)}`))).finally(tokens.reload));
  return html`<section class="card">
    <h2>${t("Access tokens for scripts")}</h2>
    <p class="quiet">${t("A script calls the API with a token instead of your password, and can do no more than the token allows.")}</p>
    <${Loaded} of=${tokens} rows=${1}>${(list) => list.length > 0 && html`
      <ul class="rows">${list.map((token) => html`<${Token} key=${token.token_id} token=${token} tokens=${tokens} />`)}</ul>`}
    </${Loaded}>
    ${ended.length > 0 && html`<div class="actions"><${Button} busy=${clear.busy} onClick=${clear.run}>${t("Remove those that have ended")}</${Button}></div>`}
    <${Problem} error=${clear.error} />
    <${NewToken} tokens=${tokens} />
  </section>`;
}

const hasEnded = ({ expires_at: end }) => new Date(end) <= new Date();

function Token({ token, tokens }) {
  const { token_id: id, name, scopes: given, expires_at: end, last_used_at: used } = token;
  const [isAsking, setAsking] = useState(false);
  const revoke = useAction(async () => {
    await remove(`/v1/tokens/${encodeURIComponent(id)}`);
    tokens.set(tokens.value.filter(({ token_id }) => token_id !== id));
  });
  const names = Object.fromEntries(SCOPES);
  const isOver = hasEnded(token);
  return html`<li><div>
    <div class="what">
      <h3>${name} ${isOver && html`<span class="tag">${t("Ended")}</span>`}</h3>
      <p class="small quiet">${given.map((scope) => names[scope] ?? scope).join(", ")} · ${t("until")} ${moment(end)} ·
        ${" "}${used ? html`${t("last used")} ${moment(used)}` : t("never used")}</p>
    </div>
    ${!isOver && html`<${Button} kind="plain" aria-label=${t("Revoke {name}", { name })} onClick=${() => setAsking(true)}>${t("Revoke")}</${Button}>`}
    ${isAsking && html`<${Confirm} question=${t("Revoke {name}? Scripts that use it stop working at once.", { name })}
      yes=${t("Revoke the token")} action=${revoke} onYes=${revoke.run} onNo=${() => setAsking(false)} />`}
  </div></li>`;
}

function NewToken({ tokens }) {
  const [secrets, setSecrets] = useState([]);
  const create = useAction(async ({ name, days }, form) => {
    const scopes = new FormData(form).getAll("scopes");
    if (scopes.length === 0) throw new Error(t("Choose what it may do."));
    const made = await post("/v1/tokens", { name, scopes, expires_in_days: Number(days) });
    tokens.set((await get("/v1/tokens")).tokens);
    const address = scopes.includes("calendar") && `${location.origin}/v1/calendar/${made.token}.ics`;
    form.reset();
    setSecrets([scopes.some((scope) => scope !== "calendar") && made.token, address].filter(Boolean));
  });
  return html`
    ${secrets.map((secret) => html`<${Secret} key=${secret} secret=${secret} />`)}
    <${Form} class="narrow" label=${t("New access token")} action=${create} onSubmit=${create.run}>
      <${Field} label=${t("Name")} name="name" required maxLength=${100} autocomplete="off" placeholder=${t("bookkeeping script")} />
      <fieldset class="field"><legend>${t("It may")}</legend>${SCOPES.map(([value, text]) => html`<label class="check" key=${value}>
        <input type="checkbox" name="scopes" value=${value} defaultChecked=${value === "read"} /> ${text}</label>`)}</fieldset>
      <${Field} label=${t("Valid for")} name="days">${LIVES.map(([value, text]) => html`<option key=${value} value=${value}>${text}</option>`)}</${Field}>
      <div class="actions"><${Button} type="submit" busy=${create.busy}>${t("Create a token")}</${Button}></div>
    </${Form}>`;
}

// A new token, or the address of a calendar.
function Secret({ secret }) {
  const [isCopied, setCopied] = useState(false);
  const copy = useAction(async () => {
    await navigator.clipboard.writeText(secret);
    setCopied(true);
  });
  return html`<${Note}>
    <p>${secret.endsWith(".ics")
      ? t("Subscribe to this address in your calendar. It is not shown again, and whoever has it sees your due dates.")
      : t("Copy the token now. It is not shown again.")}</p>
    <p class="wrap"><code class="secret">${secret}</code></p>
    <${Button} busy=${copy.busy} onClick=${copy.run}>${isCopied ? t("Copied") : t("Copy")}</${Button}>
    <${Problem} error=${copy.error} />
  </${Note}>`;
}
