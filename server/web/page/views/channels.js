// Where notifications go: the user's channels, a new one, and tests.

import { get, patch, post, remove } from "../api.js";
import { moment } from "../format.js";
import { t } from "../language.js";
import { Button, Confirm, Field, Form, Loaded, Note, Problem, Switch, html, useAction, useLoad, useRef, useState } from "../ui.js";

const PATH = "/v1/notifications/channels";
const TEST_POLLS = 30;

const TOKEN = t("Token");
// What each type is called, what its target needs, and what its secret is.
const TYPES = {
  email: { name: t("E-mail"), fields: [["address", t("Address"), "email",
    t("The verified address of your account, or that of a connected mailbox.")]] },
  ntfy: { name: "ntfy", secret: TOKEN, fields: [["url", t("URL of the topic"), "url", ""]] },
  gotify: { name: "Gotify", secret: TOKEN, needsSecret: true, fields: [["url", t("URL of the server"), "url", ""]] },
  matrix: { name: "Matrix", secret: t("Access token"), needsSecret: true,
    fields: [["url", t("URL of the homeserver"), "url", ""],
      ["room_id", t("Id of the room"), "text", "!abc:example.com"]] },
  webhook: { name: t("Webhook with a template"), secret: t("Header Authorization"),
    fields: [["url", "URL", "url", ""],
      ["template", t("Template in JSON"), "text",
        t("Placeholders: ") + "{subject} {message} {kind} {amount} {currency} {due_date} {landlord}"]] },
};

const KINDS = [
  ["invoice", t("New rent invoices")],
  ["due", t("Rent that is due soon")],
  ["missing", t("A missing rent invoice")],
  ["raised", t("A higher rent")],
  ["payee-changed", t("A new account for the rent")],
  ["late-notice", t("A rent invoice that was left out")],
  ["history", t("Earlier rent invoices")],
  ["question", t("Documents that need a look")],
  ["reconnect", t("A mailbox that must be reconnected")],
  ["ingest-failed", t("Invoices that could not be fetched")],
  ["account-full", t("A full account")],
  ["webhook-off", t("A webhook or channel that was disabled")],
];

const DELIVERIES = [["at-once", t("At once")], ["weekly", t("On Mondays, together")]];

const ALL = KINDS.map(([kind]) => kind);

export function Channels() {
  const channels = useLoad(async () => (await get(PATH)).channels, []);
  return html`<section class="card">
    <h2>${t("Where notifications go")}</h2>
    <p class="quiet">${t("Besides being listed here, notifications can be sent to you. Not during your quiet hours.")}</p>
    <${Loaded} of=${channels} rows=${1}>${(list) => list.length > 0 && html`
      <ul class="rows acting">${list.map((channel) => html`<${Channel} key=${channel.channel_id} channel=${channel} channels=${channels} />`)}</ul>`}
    </${Loaded}>
    <details><summary>${t("Add a channel")}</summary><${NewChannel} channels=${channels} /></details>
  </section>`;
}

function Channel({ channel, channels }) {
  const { channel_id: id, target, kinds, delivery, active, off_reason: reason, last_delivery: last, has_secret: hasSecret } = channel;
  const path = `${PATH}/${encodeURIComponent(id)}`;
  const name = channel.name ?? TYPES[target.type]?.name ?? target.type;
  const [isAsking, setAsking] = useState(false);
  const [isChanging, setChanging] = useState(false);
  const opener = useRef(null);
  const test = useAction(async () => {
    const sent = await post(`${path}/test`);
    channels.set(await tested(id, sent.delivery_id));
  });
  const enable = useAction(async (isOn) => {
    await patch(path, { active: isOn });
    channels.reload();
  });
  const drop = useAction(async () => {
    await remove(path);
    channels.set(channels.value.filter(({ channel_id }) => channel_id !== id));
  });
  const change = useAction(async (values, form) => {
    const changed = bodyOf(values, form, kinds);
    const moved = targetOf(target, values);
    if (JSON.stringify(moved) !== JSON.stringify(target)) {
      // The service forgets the secret, so that it isn't sent elsewhere.
      if (hasSecret && !values.secret) throw new Error(t("Give the secret again, because it goes elsewhere now."));
      changed.target = moved;
    }
    await patch(path, changed);
    opener.current.focus();
    setChanging(false);
    channels.reload();
  });
  return html`<li><div>
    <div class="what">
      <h3>${name} ${!active && html`<span class="tag">${t("Off")}</span>`}</h3>
      <p class="small wrap">${target.address ?? target.url}${target.room_id ? ` · ${target.room_id}` : ""}</p>
      <p class="small quiet">${kinds.length === ALL.length ? t("All notifications") : KINDS.filter(([kind]) => kinds.includes(kind)).map(([, text]) => text).join(", ")} ·
        ${" "}${DELIVERIES.find(([value]) => value === delivery)?.[1] ?? delivery}</p>
      ${reason && html`<p class="small">${t("Disabled")}: ${reason}</p>`}
      ${last && html`<p class="small quiet" role="status">${result(last)}</p>`}
      <${Problem} error=${test.error ?? enable.error} />
    </div>
    <div class="side-by-side">
      <${Button} busy=${test.busy} aria-label=${t("Test {name}", { name })} onClick=${test.run}>${t("Test")}</${Button}>
      <button type="button" class="plain" ref=${opener} aria-expanded=${isChanging ? "true" : "false"} aria-label=${t("Change {name}", { name })} onClick=${() => setChanging(!isChanging)}>${t("Change")}</button>
      <${Button} kind="plain" aria-label=${t("Remove {name}", { name })} onClick=${() => setAsking(true)}>${t("Remove")}</${Button}>
      <${Switch} label=${t("Send to {name}", { name })} on=${active} busy=${enable.busy} onChange=${enable.run} />
    </div>
    ${isAsking && html`<${Confirm} question=${t("Remove {name}? Nothing is sent there any more.", { name })}
      yes=${t("Remove the channel")} action=${drop} onYes=${drop.run} onNo=${() => setAsking(false)} />`}
  </div>
  ${isChanging && html`<${Form} class="below narrow" label=${t("Change {name}", { name })} action=${change} onSubmit=${change.run}>
    <${Target} type=${target.type} target=${target} name=${channel.name} isStored=${hasSecret} />
    <${What} kinds=${kinds} delivery=${delivery} />
    <div class="actions"><${Button} type="submit" busy=${change.busy}>${t("Save")}</${Button}></div>
  </${Form}>`}</li>`;
}

// The channels, once the test has a result.
async function tested(id, delivery) {
  for (let poll = 0; ; poll += 1) {
    const { channels } = await get(PATH);
    const last = channels.find((channel) => channel.channel_id === id)?.last_delivery;
    if (poll === TEST_POLLS || last?.delivery_id !== delivery || last.state !== "pending") return channels;
    await new Promise((done) => setTimeout(done, 500));
  }
}

function result({ state, last_error: error, finished_at: end, created_at: start }) {
  const time = moment(end ?? start);
  if (state === "delivered") return t("The last message arrived: {time}", { time });
  if (error) return t("The last message failed: {error} ({time})", { error, time });
  return t("The last message is being sent.");
}

// The target with what was typed. What has no field here stays.
const targetOf = (target, values) => ({ ...target, ...Object.fromEntries((TYPES[target.type]?.fields ?? []).map(([field]) => [field, values[field].trim()])) });

// What was chosen. Kinds are sent only if they are others than before: a channel of all also gets those that later versions add.
function bodyOf({ secret, name, delivery }, form, before) {
  const kinds = new FormData(form).getAll("kinds");
  if (kinds.length === 0) throw new Error(t("Choose what is sent."));
  const isSame = kinds.length === before.length && kinds.every((kind) => before.includes(kind));
  return { delivery, ...(!isSame && { kinds }), ...(secret && { secret }), ...(name && { name }) };
}

// The inputs of a type. `target` is what is stored, `isStored` says that a secret is.
function Target({ type, target = {}, name, isStored }) {
  const { fields, secret, needsSecret } = TYPES[type] ?? { fields: [] };
  return html`
    ${fields.map(([field, label, input, hint]) => html`
      <${Field} key=${`${type}-${field}`} label=${label} hint=${hint} name=${field} type=${input} required autocomplete="off" defaultValue=${target[field]} />`)}
    ${secret && html`<${Field} key=${`${type}-secret`} label=${needsSecret ? secret : `${secret} ${t("(if needed)")}`}
      name="secret" type="password" required=${needsSecret && !isStored} maxLength=${1000} autocomplete="new-password"
      hint=${isStored && t("Empty: the stored one stays.")} />`}
    <${Field} label=${t("Name (optional)")} name="name" maxLength=${100} autocomplete="off" defaultValue=${name} />`;
}

function What({ kinds, delivery }) {
  return html`
    <fieldset class="field"><legend>${t("What is sent")}</legend>
      ${KINDS.map(([kind, text]) => html`<label class="check" key=${kind}>
        <input type="checkbox" name="kinds" value=${kind} defaultChecked=${kinds.includes(kind)} /> ${text}</label>`)}
    </fieldset>
    <${Field} label=${t("When")} name="delivery">${DELIVERIES.map(([value, text]) => html`
      <option key=${value} value=${value} selected=${value === delivery}>${text}</option>`)}</${Field}>`;
}

function NewChannel({ channels }) {
  const [type, setType] = useState("email");
  const [isAdded, setAdded] = useState(false);
  const add = useAction(async (values, form) => {
    setAdded(false);
    await post(PATH, { target: targetOf({ type }, values), ...bodyOf(values, form, ALL) });
    channels.set((await get(PATH)).channels);
    form.reset();
    setType("email");
    setAdded(true);
  });
  return html`<${Form} class="narrow" label=${t("New channel")} action=${add} onSubmit=${add.run}>
    <${Field} label=${t("Send to")} name="type" value=${type} onChange=${(event) => setType(event.currentTarget.value)}>
      ${Object.entries(TYPES).map(([value, { name }]) => html`<option key=${value} value=${value}>${name}</option>`)}</${Field}>
    <${Target} type=${type} />
    <${What} kinds=${ALL} delivery="at-once" />
    <div class="actions"><${Button} type="submit" busy=${add.busy}>${t("Add the channel")}</${Button}></div>
    ${isAdded && html`<${Note}><p>${t("Added. Test it to see whether messages arrive.")}</p></${Note}>`}
  </${Form}>`;
}
