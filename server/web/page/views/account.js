// The user's account: who they are, what is stored, the password, the sessions, the export, and deleting it all.

import { begin, download, forget, get, post, remove, save, signOut } from "../api.js";
import { bytes, day, moment } from "../format.js";
import { LANGUAGES, choose, counted, language, locale, t } from "../language.js";
import { Preferences } from "./preferences.js";
import { Tokens } from "./tokens.js";
import { Button, Confirm, Field, Form, Loaded, Note, Problem, View, go, html, useAction, useLoad, useState } from "../ui.js";

// The number of sessions that are shown at first.
const SHOWN = 5;
const PASSWORD_LENGTHS = { minLength: 8, maxLength: 128 };

export function Account() {
  const leave = useAction(signOut);
  const [passwordChanges, setPasswordChanges] = useState(0);
  const button = html`<${Button} busy=${leave.busy} onClick=${leave.run}>${t("Sign out")}</${Button}>`;
  return html`<${View} title=${t("Account")} actions=${button}>
    <${Problem} error=${leave.error} />
    <div class="columns">
      <div class="stack"><${Profile} /><${Appearance} /><${Password} onChanged=${() => setPasswordChanges(passwordChanges + 1)} /></div>
      <div class="stack"><${Preferences} /><${Usage} /></div>
    </div>
    <${Sessions} key=${passwordChanges} />
    <${Tokens} key=${`tokens ${passwordChanges}`} />
    <div class="columns">
      <${Export} />
      <${Delete} />
    </div>
  </${View}>`;
}

function Profile() {
  const profile = useLoad(() => get("/v1/user/me"), []);
  return html`<section class="card">
    <h2>${t("You")}</h2>
    <${Loaded} of=${profile} rows=${2}>${({ name, email, created_on: since }) => html`
      <dl class="facts">
        <dt>${t("Name")}</dt><dd>${name}</dd>
        <dt>${t("E-mail")}</dt><dd>${email}</dd>
        <dt>${t("Member since")}</dt><dd>${day(since)}</dd>
      </dl>`}
    </${Loaded}>
    <${Email} />
  </section>`;
}

// Whether the address is verified. A service that sends no mail verifies none.
function Email() {
  const email = useLoad(() => get("/v1/user/me/email").catch(hideForbidden), []);
  const [isSent, setSent] = useState(false);
  const send = useAction(async () => {
    const answer = await post("/v1/user/me/email/verify").catch(hideForbidden);
    if (!answer) email.set(null);
    else if (answer.verified) email.set(answer);
    else setSent(true);
  });
  const confirm = useAction(async ({ code }) => email.set(await post("/v1/user/me/email/confirm", { code: code.trim() })));
  return html`<${Loaded} of=${email} rows=${1}>${(value) => {
    if (!value) return html`<p class="quiet">${t("This service sends no e-mail, so it can't verify addresses.")}</p>`;
    if (value.verified) return html`<p><span class="tag good">${t("Verified")}</span> <span class="quiet small">${moment(value.verified_at)}</span></p>`;
    if (!isSent) {
      return html`<p class="quiet">${t("Your address is not verified.")}</p>
        <div class="actions"><${Button} busy=${send.busy} onClick=${send.run}>${t("Send a code to verify it")}</${Button}></div>
        <${Problem} error=${send.error} />`;
    }
    return html`<${Form} class="row" label=${t("Verify the address")} action=${{ error: confirm.error ?? send.error }} onSubmit=${confirm.run}>
      <${Field} label=${t("Code from the mail")} name="code" required autocomplete="one-time-code" />
      <${Button} type="submit" busy=${confirm.busy}>${t("Verify")}</${Button}>
      <${Button} kind="plain" busy=${send.busy} onClick=${send.run}>${t("Send another code")}</${Button}>
    </${Form}>`;
  }}</${Loaded}>`;
}

function hideForbidden(error) {
  if (error.status === 403) return null;
  throw error;
}

function Usage() {
  const usage = useLoad(() => get("/v1/user/me/usage"), []);
  const count = (number) => new Intl.NumberFormat(locale).format(number);
  return html`<section class="card">
    <h2>${t("Storage")}</h2>
    <${Loaded} of=${usage} rows=${2}>${(value) => html`
      <${Share} name=${t("Mails and documents")} used=${value.stored_bytes} limit=${value.stored_bytes_limit} write=${bytes} />
      <${Share} name=${t("Number of mails")} used=${value.messages} limit=${value.messages_limit} write=${count} />`}
    </${Loaded}>
  </section>`;
}

function Share({ name, used, limit, write }) {
  return html`<div>
    <p>${name}: ${limit === undefined ? write(used) : t("{used} of {limit}", { used: write(used), limit: write(limit) })}</p>
    ${limit !== undefined && html`<progress max=${limit || 1} value=${used} aria-label=${name}></progress>`}
  </div>`;
}

function Appearance() {
  const [theme, setTheme] = useState(localStorage.getItem("theme") ?? "");
  const change = (event) => {
    const chosen = event.currentTarget.value;
    setTheme(chosen);
    document.documentElement.dataset.theme = chosen;
    if (chosen) localStorage.setItem("theme", chosen);
    else localStorage.removeItem("theme");
  };
  const themes = [["", t("As the system")], ["light", t("Light")], ["dark", t("Dark")]];
  return html`<section class="card">
    <h2>${t("Appearance")}</h2>
    <${Field} label=${t("Theme")} onChange=${change}>${themes.map(([value, name]) => html`
      <option key=${value} value=${value} selected=${value === theme}>${name}</option>`)}</${Field}>
    <${Field} label=${t("Language of this page")} onChange=${(event) => choose(event.currentTarget.value)}>${Object.entries(LANGUAGES).map(([code, { name }]) => html`
      <option key=${code} value=${code} lang=${code} selected=${code === language}>${name}</option>`)}</${Field}>
  </section>`;
}

function Password({ onChanged }) {
  const [isChanged, setChanged] = useState(false);
  const change = useAction(async (body, form) => {
    setChanged(false);
    // Every session has ended, this one too; the new token begins another.
    const { access_token: token } = await post("/v1/user/me/password", body).catch(sayWrongPassword);
    await begin(token);
    form.reset();
    setChanged(true);
    onChanged();
  });
  return html`<section class="card">
    <h2>${t("Change the password")}</h2>
    <${Form} label=${t("Change the password")} action=${change} onSubmit=${change.run}>
      <${Field} label=${t("Current password")} name="current_password" type="password" required autocomplete="current-password" />
      <${Field} label=${t("New password")} name="new_password" type="password" required ...${PASSWORD_LENGTHS} autocomplete="new-password"
        hint=${t("At least 8 characters. All other sessions and scripts' tokens will end.")} />
      <div class="actions"><${Button} type="submit" busy=${change.busy}>${t("Change the password")}</${Button}></div>
    </${Form}>
    ${isChanged && html`<${Note}>${t("The password is changed.")}</${Note}>`}
  </section>`;
}

function sayWrongPassword(error) {
  if (error.code === "INVALID_CREDENTIALS") error.message = t("The current password is wrong.");
  throw error;
}

function Sessions() {
  const sessions = useLoad(async () => (await get("/v1/auth/sessions")).sessions, []);
  const [isAsking, setAsking] = useState(false);
  const everywhere = useAction(async () => {
    await post("/v1/auth/logout-all");
    forget();
  });
  const row = (session) => html`<${Session} key=${session.session_id} session=${session} sessions=${sessions} />`;
  return html`<section class="card flush">
    <div class="card-head">
      <h2>${t("Where you are signed in")}</h2>
      <button type="button" onClick=${() => setAsking(true)}>${t("Sign out everywhere")}</button>
    </div>
    <div class="card-body"><${Loaded} of=${sessions} rows=${2}>${(list) => html`
      <ul class="rows">${list.slice(0, SHOWN).map(row)}</ul>
      ${list.length > SHOWN && html`<details><summary>${counted(list.length - SHOWN, "{n} more", "{n} more")}</summary>
        <ul class="rows">${list.slice(SHOWN).map(row)}</ul></details>`}`}
    </${Loaded}></div>
    ${isAsking && html`<${Confirm} question=${t("Sign out everywhere? All sessions and tokens will end, those of scripts too, and this one.")}
      yes=${t("Sign out everywhere")} action=${everywhere} onYes=${everywhere.run} onNo=${() => setAsking(false)} />`}
  </section>`;
}

function Session({ session, sessions }) {
  const { session_id: id, name, current, last_used_at: used, created_at: created } = session;
  const title = name ?? t("Without a name");
  const end = useAction(async () => {
    await remove(`/v1/auth/sessions/${encodeURIComponent(id)}`);
    sessions.set(sessions.value.filter(({ session_id }) => session_id !== id));
  });
  return html`<li><div>
    <div class="what">
      <h3>${title} ${current && html`<span class="tag good">${t("This one")}</span>`}</h3>
      <p class="small quiet">${t("last used")} ${moment(used)} · ${t("since")} ${moment(created)}</p>
      <${Problem} error=${end.error} />
    </div>
    ${!current && html`<${Button} kind="plain" busy=${end.busy} aria-label=${t("End the session {title}", { title })} onClick=${end.run}>${t("End")}</${Button}>`}
  </div></li>`;
}

function Export() {
  const action = useAction(async () => save(await download("/v1/user/me/export")));
  return html`<section class="card">
    <h2>${t("Export")}</h2>
    <p>${t("All of your data as a zip archive: invoices as JSON and CSV, mails and documents. It can be large and take some minutes.")}</p>
    <div class="actions"><${Button} busy=${action.busy} onClick=${action.run}>${t("Download the archive")}</${Button}></div>
    <${Problem} error=${action.error} />
    <p class="small quiet">${t("For programs: the API and webhooks")}: <a href="/docs">${t("reference")}</a></p>
  </section>`;
}

function Delete() {
  const profile = useLoad(() => get("/v1/user/me"), []);
  const [typed, setTyped] = useState("");
  const [isAsking, setAsking] = useState(false);
  const action = useAction(async () => {
    await remove("/v1/user/me");
    go([]);
    forget();
  });
  const isSame = typed.trim().toLowerCase() === profile.value?.email.toLowerCase();
  return html`<section class="card">
    <h2>${t("Delete the account")}</h2>
    <p>${t("Deletes all invoices, stored mails and documents, access to your mailbox, and the account. This can't be undone.")}</p>
    <${Form} label=${t("Delete the account")} onSubmit=${() => isSame && setAsking(true)}>
      <${Field} label=${t("Type your e-mail address to confirm")} autocomplete="off" autocapitalize="none" spellcheck=${false}
        value=${typed} onInput=${(event) => setTyped(event.currentTarget.value)} />
      <div class="actions"><${Button} type="submit" kind="danger" disabled=${!isSame}>${t("Delete the account")}</${Button}></div>
    </${Form}>
    ${isAsking && html`<${Confirm} question=${t("Delete the account {email} and everything in it?", { email: profile.value.email })}
      yes=${t("Delete everything")} action=${action} onYes=${action.run} onNo=${() => setAsking(false)} />`}
  </section>`;
}
