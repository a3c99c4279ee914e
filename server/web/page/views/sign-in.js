// Sign in, create an account, or set a new password in place of a forgotten one. And sign in again, above the view that is open.

import { call, forget, signIn, signUp, signedInAs } from "../api.js";
import { LANGUAGES, choose, language, t } from "../language.js";
import { Button, Field, Form, Note, html, useAction, useEffect, useId, useLayoutEffect, useRef, useState } from "../ui.js";

const PASSWORD_LENGTHS = { minLength: 8, maxLength: 128 };
const PASSWORD_HINT = t("At least 8 characters.");

const FORMS = { signIn: SignInForm, signUp: SignUpForm, forgot: ForgotForm, reset: ResetForm };

export function SignIn() {
  const [shown, setShown] = useState({ form: "signIn" });
  // The address is kept when another form is shown, so that it is typed once.
  const [email, setEmail] = useState("");
  useEffect(() => { document.title = t("Invoices"); }, []);
  const Shown = FORMS[shown.form];
  const show = (form, said) => setShown({ form, said });
  return html`<main class="sign-in"><div>
    <div class="brand"><img src="/page/icon.svg" alt="" />${t("Invoices")}</div>
    <p class="quiet">${t("Finds the invoices and receipts in your mail, and shows what you spend.")}</p>
    <${Shown} key=${shown.form} show=${show} said=${shown.said} email=${email} setEmail=${setEmail} />
    <div class="actions"><${LanguageButtons} /></div>
  </div></main>`;
}

function LanguageButtons() {
  const others = Object.entries(LANGUAGES).filter(([code]) => code !== language);
  return others.map(([code, { name }]) => html`<button key=${code} type="button" class="plain" lang=${code} onClick=${() => choose(code)}>${name}</button>`);
}

// The heading takes the focus when a form replaces another, so that a screen reader says which.
function Heading({ children, first }) {
  const heading = useRef(null);
  useLayoutEffect(() => { if (!first) heading.current.focus(); }, []);
  return html`<h1 tabindex="-1" ref=${heading}>${children}</h1>`;
}

function Email({ email, setEmail, ...rest }) {
  return html`<${Field} label=${t("E-mail")} name="email" type="email" required maxLength="254" autocomplete="username"
    value=${email} onInput=${(event) => setEmail(event.currentTarget.value)} ...${rest} />`;
}

// A password that can be looked at while it is typed.
function Password({ label = t("Password"), ...rest }) {
  const [isShown, setShown] = useState(false);
  return html`<div class="password">
    <${Field} label=${label} name="password" type=${isShown ? "text" : "password"} required autocapitalize="off" spellcheck=${false} ...${rest} />
    <button type="button" class="plain small" aria-label=${isShown ? t("Hide the password") : t("Show the password")} onClick=${() => setShown(!isShown)}>${isShown ? t("Hide") : t("Show")}</button>
  </div>`;
}

// Says by the status of a failure what the reader can do.
const explained = (sentences) => (error) => {
  error.message = sentences[error.status] ?? error.message;
  throw error;
};

// The forms themselves refuse all else that is wrong.
const COMMON_PASSWORD = t("This password is too common. Choose another one.");

// A refused password is selected, to be typed anew.
const anew = (action) => async (values, form) => await action.run(values) || form.elements.password.select();

function SignInForm({ show, said, email, setEmail }) {
  const wrong = t("The e-mail or the password is wrong.");
  const action = useAction(({ email, password }) => signIn(email, password).catch(explained({ 401: wrong })));
  const title = t("Sign in");
  return html`
    <${Heading} first=${!said}>${title}</${Heading}>
    ${said && html`<${Note}>${said}</${Note}>`}
    <${Form} label=${title} action=${action} onSubmit=${anew(action)}>
      <${Email} email=${email} setEmail=${setEmail} />
      <${Password} autocomplete="current-password" />
      <${Button} type="submit" kind="primary" busy=${action.busy}>${title}</${Button}>
    </${Form}>
    <div class="actions">
      <${Switch} show=${show} to="signUp">${t("Create an account")}</${Switch}>
      <${Switch} show=${show} to="forgot">${t("Forgotten password")}</${Switch}>
    </div>`;
}

function Switch({ show, to, children }) {
  return html`<button type="button" class="plain" onClick=${() => show(to)}>${children}</button>`;
}

function SignUpForm({ show, email, setEmail }) {
  const action = useAction((account) => signUp(account).catch(explained({
    400: COMMON_PASSWORD,
    403: t("Sign-up requires a valid invitation for this e-mail. Ask the operator of the service for one."),
    409: t("An account with this e-mail already exists. Sign in instead."),
  })));
  const title = t("Create an account");
  const submit = ({ invitation, ...account }) => action.run(invitation?.trim() ? { ...account, invitation: invitation.trim() } : account);
  return html`
    <${Heading}>${title}</${Heading}>
    <${Form} label=${title} action=${action} onSubmit=${submit}>
      <${Field} label=${t("Name")} name="name" required maxLength="200" autocomplete="name" />
      <${Email} email=${email} setEmail=${setEmail} />
      <${Password} ...${PASSWORD_LENGTHS} autocomplete="new-password" hint=${PASSWORD_HINT} />
      <details>
        <summary>${t("I have an invitation")}</summary>
        <${Field} label=${t("Invitation code")} name="invitation" autocomplete="off" />
      </details>
      <${Button} type="submit" kind="primary" busy=${action.busy}>${title}</${Button}>
    </${Form}>
    <div class="actions"><${Switch} show=${show} to="signIn">${t("I have an account: sign in")}</${Switch}></div>`;
}

function ForgotForm({ show, email, setEmail }) {
  const action = useAction(({ email }) => call("POST", "/v1/auth/password/forgot", { body: { email } }).catch(explained({
    403: t("This service sends no e-mail. Ask its operator for a new password."),
  })));
  const submit = async (values) => await action.run(values) && show("reset");
  return html`
    <${Heading}>${t("Forgotten password")}</${Heading}>
    <${Form} label=${t("Forgotten password")} action=${action} onSubmit=${submit}>
      <p>${t("You will get a code by e-mail. With it you set a new password.")}</p>
      <${Email} email=${email} setEmail=${setEmail} />
      <${Button} type="submit" kind="primary" busy=${action.busy}>${t("Send the code")}</${Button}>
    </${Form}>
    <div class="actions">
      <${Switch} show=${show} to="signIn">${t("Back to sign in")}</${Switch}>
      <${Switch} show=${show} to="reset">${t("I have a code")}</${Switch}>
    </div>`;
}

function ResetForm({ show, email, setEmail }) {
  const action = useAction(({ code, password }) => call("POST", "/v1/auth/password/reset", { body: { token: code.trim(), new_password: password } }).catch(explained({
    400: COMMON_PASSWORD,
    401: t("The code is wrong or has expired. Only the newest one is valid."),
  })));
  const changed = t("Your password is changed. Sign in with the new one.");
  const submit = async (values) => await action.run(values) && show("signIn", changed);
  const title = t("Set a new password");
  return html`
    <${Heading}>${title}</${Heading}>
    <${Form} label=${title} action=${action} onSubmit=${submit}>
      <p>${t("If there is an account with this e-mail, a code was sent to it. It is valid for an hour.")}</p>
      <${Email} email=${email} setEmail=${setEmail} />
      <${Field} label=${t("Code from the mail")} name="code" required autocomplete="one-time-code" />
      <${Password} label=${t("New password")} ...${PASSWORD_LENGTHS} autocomplete="new-password" hint=${PASSWORD_HINT} />
      <${Button} type="submit" kind="primary" busy=${action.busy}>${t("Set the password")}</${Button}>
    </${Form}>
    <div class="actions">
      <${Switch} show=${show} to="signIn">${t("Back to sign in")}</${Switch}>
      <${Switch} show=${show} to="forgot">${t("Send another code")}</${Switch}>
    </div>`;
}

// The session has ended while the page was open. What is behind the dialog stays, and goes on after it.
export function SignInAgain() {
  const email = signedInAs();
  const dialog = useRef(null);
  const id = useId();
  const action = useAction(({ password }) => signIn(email, password).catch(explained({ 401: t("The password is wrong.") })));
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown.showModal();
    // Closing it, unlike taking it away, gives the focus back.
    return () => shown.close();
  }, []);
  // Escape would lead to a view that can't load anything.
  return html`<dialog ref=${dialog} class="again" aria-labelledby=${id} onClose=${() => dialog.current?.showModal()} onCancel=${(event) => event.preventDefault()}
    onKeyDown=${(event) => event.stopPropagation()}>
    <h2 id=${id}>${t("Your session has ended")}</h2>
    <p>${t("Sign in again to go on. What you have typed is still there.")}</p>
    <${Form} label=${t("Sign in")} action=${action} onSubmit=${anew(action)}>
      <${Field} label=${t("E-mail")} type="email" autocomplete="username" readonly value=${email} />
      <${Password} autofocus autocomplete="current-password" />
      <${Button} type="submit" kind="primary" busy=${action.busy}>${t("Sign in")}</${Button}>
    </${Form}>
    <div class="actions"><button type="button" class="plain" onClick=${forget}>${t("Sign in as somebody else")}</button></div>
  </dialog>`;
}
