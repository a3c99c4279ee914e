// When and how the service tells the user something: language, time zone, reminders, quiet hours.

import { get, put } from "../api.js";
import { t } from "../language.js";
import { Button, Field, Form, Loaded, Note, html, useAction, useLoad, useState } from "../ui.js";

const LANGUAGES = [["en", "English"], ["sv", "Svenska"]];

export function Preferences() {
  const preferences = useLoad(() => get("/v1/user/me/preferences"), []);
  return html`<section class="card">
    <h2>${t("Messages to you")}</h2>
    <${Loaded} of=${preferences} rows=${3}>${(shown) => html`<${Choices} shown=${shown} preferences=${preferences} />`}</${Loaded}>
  </section>`;
}

function Choices({ shown, preferences }) {
  const [isSaved, setSaved] = useState(false);
  const save = useAction(async ({ language, time_zone, reminder_days: days, from, to }) => {
    if (!from !== !to) throw new Error(t("Give both times, or none."));
    const body = { language, time_zone, reminder_days: Number(days) };
    if (from && to) body.quiet_hours = { from, to };
    preferences.set(await put("/v1/user/me/preferences", body));
    setSaved(true);
  });
  const { from, to } = shown.quiet_hours ?? {};
  // The stored one may have a name that the browser does not use.
  const zones = [...new Set([...Intl.supportedValuesOf("timeZone"), shown.time_zone])].sort();
  return html`<${Form} onSubmit=${save.run} action=${save} onInput=${() => setSaved(false)}>
    <${Field} label=${t("Language of messages")} name="language">${LANGUAGES.map(([code, name]) => html`
      <option key=${code} value=${code} lang=${code} selected=${code === shown.language}>${name}</option>`)}</${Field}>
    <${Field} label=${t("Time zone")} name="time_zone">${zones.map((zone) => html`
      <option key=${zone} value=${zone} selected=${zone === shown.time_zone}>${zone.replaceAll("_", " ")}</option>`)}</${Field}>
    <${Field} label=${t("Reminder of rent, days before it is due")} name="reminder_days" type="number" min="0" max="30" required
      defaultValue=${shown.reminder_days} hint=${t("0: no reminder.")} />
    <div class="pair">
      <${Field} label=${t("Quiet from")} name="from" type="time" defaultValue=${from} />
      <${Field} label=${t("Quiet until")} name="to" type="time" defaultValue=${to} />
    </div>
    <p class="hint">${t("Nothing is sent to you between these times. Leave both empty to be told at any hour.")}</p>
    ${isSaved && html`<${Note} kind="good">${t("Saved.")}</${Note}>`}
    <div class="actions"><${Button} type="submit" busy=${save.busy}>${t("Save")}</${Button}></div>
  </${Form}>`;
}
