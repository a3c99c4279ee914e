// When and how the service tells the user something: language, time zone, reminders, quiet hours.

import { get, put } from "../api.js";
import { t } from "../language.js";
import { Button, Field, Form, Loaded, Note, html, useAction, useLoad, useState } from "../ui.js";

const LANGUAGES = [["en", "English"], ["sv", "Svenska"]];

export function Preferences() {
  const preferences = useLoad(() => get("/v1/user/me/preferences"), []);
  return html`<section class="card">
    <h2>${t("Messages to you", "Meddelanden till dig")}</h2>
    <${Loaded} of=${preferences} rows=${3}>${(shown) => html`<${Choices} shown=${shown} preferences=${preferences} />`}</${Loaded}>
  </section>`;
}

function Choices({ shown, preferences }) {
  const [isSaved, setSaved] = useState(false);
  const save = useAction(async ({ language, time_zone, reminder_days: days, from, to }) => {
    const body = { language, time_zone, reminder_days: Number(days) };
    if (from && to) body.quiet_hours = { from, to };
    preferences.set(await put("/v1/user/me/preferences", body));
    setSaved(true);
  });
  const { from, to } = shown.quiet_hours ?? {};
  return html`<${Form} onSubmit=${save.run} action=${save} onInput=${() => setSaved(false)}>
    <${Field} label=${t("Language", "Språk")} name="language">${LANGUAGES.map(([code, name]) => html`
      <option key=${code} value=${code} lang=${code} selected=${code === shown.language}>${name}</option>`)}</${Field}>
    <${Field} label=${t("Time zone", "Tidszon")} name="time_zone" list="zones" required maxlength="64" defaultValue=${shown.time_zone} />
    <datalist id="zones">${Intl.supportedValuesOf("timeZone").map((zone) => html`<option key=${zone} value=${zone} />`)}</datalist>
    <${Field} label=${t("Days before a due date", "Dagar före förfallodagen")} name="reminder_days" type="number" min="0" max="30" required
      defaultValue=${shown.reminder_days} hint=${t("You are reminded of rent then; 0: never.", "Då blir du påmind om hyran; 0: aldrig.")} />
    <${Field} label=${t("Quiet from", "Tyst från")} name="from" type="time" defaultValue=${from} />
    <${Field} label=${t("Quiet until", "Tyst till")} name="to" type="time" defaultValue=${to}
      hint=${t("Nothing is sent to you between these times. Leave both empty to be told at any hour.",
        "Ingenting skickas till dig mellan de tiderna. Lämna båda tomma för att få veta när som helst.")} />
    ${isSaved && html`<${Note} kind="good">${t("Saved.", "Sparat.")}</${Note}>`}
    <div class="actions"><${Button} type="submit" busy=${save.busy}>${t("Save", "Spara")}</${Button}></div>
  </${Form}>`;
}
