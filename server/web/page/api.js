// The public API. The access token is in memory alone; the refresh token is a cookie that no script can read.

import { t } from "./language.js";

// Whether this browser has signed in: it doesn't mention the tokens, and saves a call for those who never did.
const SIGNED_IN = "signed-in";
// How long before its expiry a token is renewed.
const RENEW_BEFORE = 60_000;

let access = null;
let renewing = null;
const listeners = new Set();

// A failure that the service or the network gave. `message` is for people.
export class ApiError extends Error {
  constructor(status, code, message) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

// Calls `listener` when the user is signed in or out.
export function onSession(listener) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const isSignedIn = () => access !== null;

function keep(tokens) {
  access = tokens && { token: tokens.access_token, renewAt: Date.now() + tokens.expires_in * 1000 - RENEW_BEFORE };
  if (access) localStorage.setItem(SIGNED_IN, "yes");
  else localStorage.removeItem(SIGNED_IN);
  for (const listener of listeners) listener(access !== null);
}

// Goes on with the session of the cookie, if there is one. Fails if the service does not say whether there is.
export async function resume() {
  try {
    if (localStorage.getItem(SIGNED_IN)) await renew();
  } catch (error) {
    if (!isOver(error)) throw error;
  }
  return isSignedIn();
}

// Whether the service has ended the session.
const isOver = (error) => error.status === 401 || error.status === 403;

export async function signIn(email, password) {
  const { data } = await send("POST", "/v1/auth/login", { body: { email, password }, token: null });
  await begin(data.access_token);
}

export async function signUp(account) {
  const { data } = await send("POST", "/v1/auth/signup", { body: account, token: null });
  await begin(data.access_token);
}

// Begins a session with an access token that a password gave.
export async function begin(token) {
  const { data } = await send("POST", "/v1/auth/browser-session", { body: { name: browserName() }, token });
  keep(data);
}

export async function signOut() {
  try {
    await call("DELETE", "/v1/auth/browser-session");
  } finally {
    keep(null);
  }
}

// Forgets a session that the service has ended.
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

// Of several calls at once the first renews for all.
function renew() {
  renewing ??= (async () => {
    try {
      const { data } = await send("POST", "/v1/auth/browser-session/refresh", { token: null });
      keep(data);
    } catch (error) {
      if (isOver(error)) keep(null);
      throw error;
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
    const sentence = t("The service can't be reached. Check the connection and try again.",
      "Tjänsten kan inte nås. Kontrollera anslutningen och försök igen.");
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

// What the reader can do, for failures that every view may meet. Else the service's own sentence.
function failure(status, error) {
  const code = error?.code ?? "UNEXPECTED";
  const sentences = {
    DEPENDENCY_FAILURE: t("A system that the service depends on is down. Nothing is lost; try again later.",
      "Något som tjänsten behöver ligger nere. Inget är förlorat; försök igen om en stund."),
    MAIL_TOKEN_EXPIRED: t("The mail account must be reconnected.", "E-postkontot måste kopplas på nytt."),
    RATE_LIMITED: t("Too many attempts. Wait a moment and try again.", "För många försök. Vänta en stund och försök igen."),
    UNEXPECTED: t(`The service answered with status ${status}. Try again in a while.`,
      `Tjänsten svarade med status ${status}. Försök igen om en stund.`),
  };
  return new ApiError(status, code, sentences[code] ?? error?.message ?? sentences.UNEXPECTED);
}
