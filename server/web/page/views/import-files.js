// Hands over the mails of files that the user chose, three at a time.

import { call } from "../api.js";
import { bytes } from "../format.js";
import { t } from "../language.js";
import { isMbox, mails } from "./mbox.js";

const AT_ONCE = 3;
// The service takes no larger mail.
const LARGEST = 36 << 20;
// If the service doesn't say how long to wait, in seconds.
const WAIT = 5;
const ATTEMPTS = 3;

// Calls `onResult` with `{state, reason, sender, subject, name, index}` for each mail and each file that isn't a mail, and `onRead`
// with the number of bytes that were read. With `only`, other indexes are left out. Throws where it can't continue.
export async function handOver(files, { only, onResult, onRead, signal }) {
  const found = numbered(mailsOf(files, onRead), only);
  // The others stop when one fails.
  const failed = new AbortController();
  const stopped = AbortSignal.any([signal, failed.signal]);
  const work = async () => {
    while (!stopped.aborted) {
      const { value, done } = await found.next();
      if (done || stopped.aborted) return;
      onResult(await resultOf(value, stopped));
    }
  };
  const workers = Array.from({ length: AT_ONCE }, () => work().catch((error) => {
    failed.abort();
    throw error;
  }));
  const ended = await Promise.allSettled(workers);
  await found.return();
  const failure = ended.find(({ reason }) => reason && reason.name !== "AbortError");
  if (failure) throw failure.reason;
}

async function* numbered(found, only) {
  let index = 0;
  for await (const one of found) {
    if (!only || only.has(index)) yield { ...one, index };
    index += 1;
  }
}

// The mails of all files, each `{mail, name}`, or `{state, reason, name}` where it is not submitted.
async function* mailsOf(files, onRead) {
  for (const file of files) {
    try {
      yield* mailsIn(file, onRead);
    } catch {
      const reason = t("The file could not be read.");
      yield { name: nameOf(file), state: "unsupported", reason };
    }
  }
}

async function* mailsIn(file, onRead) {
  const name = nameOf(file);
  const beginning = new Uint8Array(await file.slice(0, 16 << 10).arrayBuffer());
  if (isMbox(beginning)) {
    let isEmpty = true;
    for await (const { mail } of mails(file.stream(), LARGEST)) {
      isEmpty = false;
      yield mail ? { mail, name } : tooLarge(name);
      onRead(mail ? mail.size : LARGEST);
    }
    if (isEmpty) yield { name, state: "unsupported", reason: t("It isn't a mail.") };
    return;
  }
  onRead(file.size);
  const reason = whyUnsupported(file);
  if (reason) yield { name, state: "unsupported", reason };
  else if (file.size > LARGEST) yield tooLarge(name);
  else yield { name, mail: file.slice(0, file.size, "message/rfc822") };
}

// A file of a folder has its path.
const nameOf = (file) => file.webkitRelativePath || file.name;

function tooLarge(name) {
  return { name, state: "unsupported", reason: t("It is larger than {size}.", { size: bytes(LARGEST) }) };
}

function whyUnsupported({ name, type }) {
  const ending = /\.([^.]+)$/.exec(name)?.[1].toLowerCase();
  if (ending === "eml" || type === "message/rfc822") return undefined;
  if (["pdf", "html", "htm"].includes(ending)) {
    return t("A PDF or web page doesn't show who sent it. Import the mail that it came with.");
  }
  if (ending === "msg") return t("Outlook's .msg files are not read. Save the mail as .eml.");
  if (["zip", "tgz", "gz"].includes(ending)) return t("Unpack the archive and import its files.");
  // Maildirs have mails without an ending.
  return /^\d+\.[^/]+$/.test(name) ? undefined : t("It isn't a mail.");
}

async function resultOf({ mail, ...one }, signal) {
  if (!mail) return one;
  const { name, index } = one;
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { data } = await call("POST", "/v1/mail/messages", { file: mail, signal });
      return { name, index, ...data };
    } catch (error) {
      if (error.status === 400) return { name, index, state: "unreadable", reason: error.message };
      if (error.status === 413) return { ...tooLarge(name), index };
      if (error.status === 429) attempt -= 1;
      else if (!isPassing(error) || attempt === ATTEMPTS) throw error;
      await wait(error.retryAfter ?? WAIT, signal);
    }
  }
}

// Whether trying again can help.
const isPassing = ({ status }) => status === 0 || status === 408 || status >= 500;

function wait(seconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, seconds * 1000);
    signal.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}
