// The public API. The access token is in memory alone; the refresh token is a cookie that no script can read.

import { language, t } from "./language.js";

// "yes" if this browser is signed in, "ended" if the service has ended the session. It saves a call for others, and tells other windows.
const SIGNED_IN = "signed-in";
// How long before its expiry a token is renewed.
const RENEW_BEFORE = 60_000;

let access = null;
let email = null;
let renewing = null;
// Settled when the user of a session that has ended signs in again, or leaves.
let ended = null;
const listeners = new Set();

// A failure that the service or the network gave. `message` is for people.
export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

// Calls `listener` with the state of the session when it changes: "in", "out", or "ended" until the same user signs in again.
export function onSession(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const sessionState = () => (!access ? "out" : ended ? "ended" : "in");

export const isSignedIn = () => sessionState() === "in";
export const signedInAs = () => email;

function keep(tokens) {
  access = tokens && { token: tokens.access_token, renewAt: Date.now() + tokens.expires_in * 1000 - RENEW_BEFORE };
  if (access) localStorage.setItem(SIGNED_IN, "yes");
  else localStorage.removeItem(SIGNED_IN);
  if (access) {
    ended?.resolve();
    if (!email) profile(access.token).then((user) => { if (access) email = user.email; }, () => {});
  } else {
    ended?.reject(new ApiError(401, "SIGNED_OUT", ""));
    email = null;
    // The address may say what the user looked at.
    history.replaceState(null, "", "#/");
  }
  ended = null;
  tell();
}

const tell = () => listeners.forEach((listener) => listener(sessionState()));

const profile = async (token) => (await send("GET", "/v1/user/me", { token })).data;

// Goes on with the session of the cookie, if there is one. Fails if the service does not say whether there is.
export async function resume() {
  try {
    if (localStorage.getItem(SIGNED_IN) === "yes") await renew();
  } catch (error) {
    if (!isOver(error)) throw error;
  }
  return sessionState();
}

// Whether the service has ended the session.
const isOver = (error) => error.status === 401 || error.status === 403;

// Another window has signed out, or signed in when the session had ended: then this one goes on if it is the same user.
addEventListener("storage", ({ key, newValue }) => {
  if (key !== SIGNED_IN || !access) return;
  if (newValue === null) keep(null);
  else if (newValue === "yes") takeOver().catch(beginAnew);
});

async function takeOver() {
  const { data } = await send("POST", "/v1/auth/browser-session/refresh", { token: null });
  const user = await profile(data.access_token);
  if (user.email.toLowerCase() === email?.toLowerCase()) keep(data);
  else beginAnew();
}

// Loads the page for another user, without what it kept of this one.
function beginAnew() {
  sessionStorage.clear();
  location.reload();
}

export async function signIn(email, password) {
  const { data } = await send("POST", "/v1/auth/login", { body: { email, password }, token: null });
  await begin(data.access_token, email);
}

export async function signUp(account) {
  const { data } = await send("POST", "/v1/auth/signup", { body: account, token: null });
  await begin(data.access_token, account.email);
  // Messages are in English unless the account says otherwise.
  if (language === "sv") await put("/v1/user/me/preferences", { language }).catch(() => {});
}

// Begins a session with an access token that a password gave, of another user if there is an address.
export async function begin(token, address = email) {
  const { data } = await send("POST", "/v1/auth/browser-session", { body: { name: browserName() }, token });
  email = address;
  keep(data);
}

export async function signOut() {
  // If the session has ended, nobody is to sign in again for this.
  email = null;
  try {
    await call("DELETE", "/v1/auth/browser-session");
  } finally {
    keep(null);
  }
}

// Forgets a session that has ended, and all that is shown.
export function forget() {
  keep(null);
}

function browserName() {
  const brands = navigator.userAgentData?.brands ?? [];
  const brand = brands.find(({ brand }) => !/not.*brand|chromium/i.test(brand))?.brand;
  const name = brand ?? navigator.userAgent.match(/(Firefox|Edg|Chrome|Safari)/)?.[1] ?? "Browser";
  const system = navigator.userAgentData?.platform || navigator.platform || "";
  return `${name} ${system}`.trim().slice(0, 100);
}

// Of several calls at once the first renews for all. If the session has ended, they wait until the user has signed in again: none of them
// has done anything yet.
function renew() {
  renewing ??= (async () => {
    try {
      const { data } = await send("POST", "/v1/auth/browser-session/refresh", { token: null });
      keep(data);
    } catch (error) {
      if (!isOver(error)) throw error;
      localStorage.setItem(SIGNED_IN, "ended");
      if (access && !email) keep(null);
      if (!access) throw error;
      ended = Promise.withResolvers();
      tell();
      await ended.promise;
    } finally {
      renewing = null;
    }
  })();
  return renewing;
}

// Calls an operation. Returns `{data, message, status, headers}`.
//
// `query` leaves out what is empty. `file` is sent as it is; `as: "blob"` returns the file that is answered.
export async function call(method, path, options = {}) {
  if (access && Date.now() >= access.renewAt) await renew();
  try {
    return await send(method, path, { token: access?.token, ...options });
  } catch (error) {
    if (error.status !== 401 || !access) throw error;
    await renew();
    return send(method, path, { token: access?.token, ...options });
  }
}

export const get = async (path, query) => (await call("GET", path, { query })).data;
export const post = async (path, body) => (await call("POST", path, { body })).data;
export const put = async (path, body) => (await call("PUT", path, { body })).data;
export const patch = async (path, body) => (await call("PATCH", path, { body })).data;
export const remove = async (path) => (await call("DELETE", path)).data;

// A file: its content and its name.
export async function download(path) {
  const { blob, headers } = await call("GET", path, { as: "blob" });
  const name = /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "document";
  return { blob, name };
}

// Saves a file on the reader's machine.
export function save({ blob, name }) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function send(method, path, { token, query, body, file, as, headers = {}, signal } = {}) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null && value !== "") url.searchParams.set(name, value);
  }
  const request = { method, headers: { ...headers }, credentials: "same-origin", signal };
  if (token) request.headers.Authorization = `Bearer ${token}`;
  if (file !== undefined) {
    request.headers["Content-Type"] = file.type || "message/rfc822";
    request.body = file;
  } else if (body !== undefined) {
    request.headers["Content-Type"] = "application/json";
    request.body = JSON.stringify(body);
  }
  let response;
  try {
    response = await fetch(url, request);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    const sentence = t("The service can't be reached. Check the connection and try again.");
    throw new ApiError(0, "UNREACHABLE", sentence);
  }
  if (response.ok && as === "blob") {
    // Made here because the response's own blob has its media type without the charset.
    const blob = new Blob([await response.arrayBuffer()], { type: response.headers.get("content-type") ?? "" });
    return { blob, headers: response.headers };
  }
  const answer = response.status === 204 ? {} : await response.json().catch(() => null);
  if (response.ok && answer) return { ...answer, data: answer.data, status: response.status, headers: response.headers };
  const seconds = Number(response.headers.get("retry-after"));
  throw Object.assign(failure(response.status, answer?.error), { retryAfter: seconds || undefined });
}

// What the reader can do, for failures that every view may meet. Else the service's own sentence, which is English.
function failure(status, error) {
  const code = error?.code ?? "UNEXPECTED";
  const sentences = {
    DEPENDENCY_FAILURE: t("A system that the service depends on is down. Nothing is lost; try again later."),
    MAIL_TOKEN_EXPIRED: t("The mail account must be reconnected."),
    INTERNAL_SERVER_ERROR: t("Something went wrong in the service. Try again in a while."),
    SERVICE_UNAVAILABLE: t("The service is restarting. Try again in a moment."),
    TOKEN_EXPIRED: t("Your session has ended. Sign in again."),
    RATE_LIMITED: t("Too many attempts. Wait a moment and try again."),
    UNEXPECTED: t("The service answered with status {status}. Try again in a while.", { status }),
  };
  return Object.assign(new ApiError(status, code, sentences[code] ?? error?.message ?? sentences.UNEXPECTED), { english: error?.message });
}
