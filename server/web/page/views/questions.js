// The questions about invoices whose total is uncertain and PDFs that need a password, one at a time. A key or a click answers, and the next one is shown at once.

import { get, post, remove } from "../api.js";
import { Coded } from "../coded.js";
import { moment, money } from "../format.js";
import { counted, t } from "../language.js";
import { Button, Field, Form, Loaded, Problem, ShowMore, View, html, useAction, useEffect, useKeys, useLayoutEffect, usePages, useRef, useState } from "../ui.js";
import { amountFrom } from "./correction.js";
import { partName } from "./explanation.js";
import { Teach } from "./labels.js";
import { isLocked, sender } from "./mails.js";
import { Original } from "./original.js";

const PAGE = 50;
// With fewer questions left, the next page is loaded.
const FEW = 5;

// The question about the mail in the address comes first.
export function Questions({ path: [messageId] }) {
  const pages = usePages((cursor) => page(messageId, cursor), [messageId]);
  return html`<${View} title=${t("Questions")}>
    <${Loaded} of=${pages} rows=${6}>${({ items }) => html`<${Queue} items=${items} pages=${pages} />`}</${Loaded}>
  </${View}>`;
}

async function page(messageId, cursor) {
  const isFirst = messageId && !cursor;
  const [wanted, { messages, next_cursor }] = await Promise.all([
    // A mail that no longer exists has no question.
    isFirst ? get(messageAddress(messageId)).then((found) => found.messages, () => []) : [],
    get("/v1/mail/messages", { state: "asked", limit: PAGE, cursor }),
  ]);
  return { items: [...wanted, ...messages].flatMap(questionsOf), next: next_cursor };
}

const messageAddress = (id) => `/v1/mail/messages/${encodeURIComponent(id)}`;

function questionsOf(message) {
  const asked = message.documents.filter(({ state }) => state === "asked");
  return asked.map((document) => ({
    key: `${message.type} ${message.message_id} ${document.part}`,
    address: messageAddress(message.message_id),
    partQuery: `?${new URLSearchParams({ part: document.part })}`,
    name: message.subject || document.file_name || t("No subject"),
    message,
    document,
    isLocked: isLocked(document),
    candidates: document.candidates ?? [],
  }));
}

function Queue({ items, pages }) {
  // The questions that were answered or skipped, in this order, each with its answer if it has one.
  const [handled, setHandled] = useState([]);
  const [status, setStatus] = useState("");
  const [failure, setFailure] = useState(undefined);
  const [remembers, setRemembers] = useState(false);
  const requests = useRef(Promise.resolve(true));
  const heading = useRef(null);
  const unique = [...new Map(items.map((item) => [item.key, item])).values()];
  const left = unique.filter(({ key }) => !handled.some((entry) => entry.question.key === key));
  const [question] = left;
  const last = handled.findLast(({ answer }) => answer);
  // Until something is done, the view's own heading has the focus.
  useLayoutEffect(() => {
    if (status) heading.current?.focus();
  }, [question?.key]);
  useEffect(() => {
    if (left.length < FEW && pages.value.next) pages.more.run();
  }, [left.length, pages.value.next]);

  const restore = (entry) => setHandled((before) => before.filter((one) => one !== entry));
  const add = (entry, words) => {
    setHandled((before) => [...before, entry]);
    setFailure(undefined);
    setStatus(words);
  };
  // Sends the requests one after another, so that an answer is stored before it is taken back. Resolves to whether it succeeded.
  const send = (request, onFailure) => {
    requests.current = requests.current.then(request).then(() => true, (error) => {
      onFailure();
      setFailure(error);
      return false;
    });
    return requests.current;
  };
  const answer = (given, words) => {
    const entry = { question, answer: given };
    entry.isStored = send(() => post(`${question.address}/answer`, { ...given, part: question.document.part }), () => {
      restore(entry);
      setStatus(t("The answer about “{name}” was not saved.", { name: question.name }));
    });
    add(entry, words);
  };
  const choose = (amount, currency) => {
    const sum = money(amount, currency);
    answer({ total_amount: amount, currency, remember: remembers }, t("You chose {sum} for “{name}”.", { sum, name: question.name }));
  };
  const dismiss = () => answer({ not_an_invoice: true }, t("You answered that “{name}” isn't an invoice.", { name: question.name }));
  const skip = () => add({ question }, t("You skipped “{name}”.", { name: question.name }));
  const undo = () => {
    const { name, address, partQuery } = last.question;
    restore(last);
    setFailure(undefined);
    setStatus(t("Your answer about “{name}” was taken back.", { name }));
    send(async () => (await last.isStored) && remove(`${address}/answer${partQuery}`), () => {
      add(last, t("The answer about “{name}” could not be taken back.", { name }));
    });
  };
  const isSkipped = (entry) => !entry.answer && !entry.isOpened;
  const showSkipped = () => setHandled((before) => before.filter((entry) => !isSkipped(entry)));

  // The password is tried at once. It opens the sender's other PDFs too, so nothing more is asked about them here.
  const unlock = async (password) => {
    await post(`${question.address}/answer`, { pdf_password: password, part: question.document.part });
    const isOpened = (other) => other.isLocked && other.message.sender === question.message.sender;
    const opened = left.filter((other) => other === question || isOpened(other));
    setHandled((before) => [...before, ...opened.map((one) => ({ question: one, isOpened: true }))]);
    setFailure(undefined);
    setStatus(t("The password of “{name}” is kept, and the PDF is read with it.", { name: question.name }));
  };

  const amounts = question?.candidates.map(({ value, currency }, index) => [index + 1, () => choose(value, currency)]);
  const actions = { ...(question && { ...Object.fromEntries(amounts), 0: dismiss, s: skip }), ...(last && { u: undo }) };
  // A key that is held down counts once.
  useKeys((event) => {
    const action = !event.repeat && actions[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  return html`
    <div class="view-head progress">
      <div>
        ${question && html`<p class="quiet">${pages.value.next ? t("More than {n} questions left", { n: left.length })
          : counted(left.length, "{n} question left", "{n} questions left")}</p>`}
        <p role="status" class="wrap">${status}</p>
      </div>
      ${last && html`<${Keyed} name="u" onClick=${undo}>${t("Undo")}</${Keyed}>`}
    </div>
    <${Problem} error=${failure} />
    ${question
      ? html`<${Question} key=${question.key} question=${question} heading=${heading} choose=${choose} unlock=${unlock} dismiss=${dismiss} skip=${skip} remembers=${remembers} setRemembers=${setRemembers} />`
      : html`<${Finished} heading=${heading} skipped=${handled.filter(isSkipped).length} showSkipped=${showSkipped} pages=${pages} />`}`;
}

// A button that shows its key.
function Keyed({ name, kind = "", onClick, children }) {
  return html`<button type="button" class=${kind} aria-keyshortcuts=${name} onClick=${onClick}><kbd>${name}</kbd>${children}</button>`;
}

function Question({ question, heading, choose, unlock, dismiss, skip, remembers, setRemembers }) {
  const { name, message, document, address } = question;
  const [words, setWords] = useState(undefined);
  // The original of a locked PDF asks for its password too, so it is opened on demand.
  const original = html`<${Original} path=${`${address}/documents/${encodeURIComponent(document.part)}`} isOpen=${!question.isLocked} onWords=${setWords} />`;
  return html`<div class="beside">
    <section class="card">
      <div>
        <h2 class="wrap" tabindex="-1" ref=${heading}>${name}</h2>
        <p class="small quiet wrap">${[sender(message), moment(message.received_at), document.file_name && partName(document)].filter(Boolean).join(" · ")}</p>
      </div>
      ${question.isLocked
        ? html`<${Unlock} unlock=${unlock} />`
        : html`<${Total} question=${question} choose=${choose} remembers=${remembers} setRemembers=${setRemembers} words=${words} />`}
      <div class="actions">
        <${Keyed} name="0" onClick=${dismiss}>${t("It isn't an invoice")}</${Keyed}>
        <${Keyed} name="s" onClick=${skip}>${t("Skip")}</${Keyed}>
      </div>
    </section>
    ${original}
  </div>`;
}

function sayThatItIsWrong(error) {
  if (error.status === 400) error.message = t("This password doesn't open the PDF.");
  throw error;
}

function Unlock({ unlock }) {
  const action = useAction(({ password }) => unlock(password).catch(sayThatItIsWrong));
  return html`<p>${t("Which password opens this PDF?")}</p>
    <p class="small quiet">${t("It is kept encrypted for this sender's PDFs and is never shown.")}</p>
    <${Form} class="row" label=${t("Password of the PDF")} action=${action} onSubmit=${action.run}>
      <${Field} label=${t("Password")} name="password" type="password" required maxlength="127" autocomplete="off" />
      <${Button} type="submit" busy=${action.busy}>${t("Open")}</${Button}>
    </${Form}>`;
}

function Total({ question: { message, candidates }, choose, remembers, setRemembers, words }) {
  const vendor = message.vendor_id && `/v1/sources/vendors/${encodeURIComponent(message.vendor_id)}`;
  return html`<p>${t("Which amount is the total?")}</p>
    <ol class="stack tight">${candidates.map(({ value, currency, place, why }, index) => html`<li key=${index}>
      <${Keyed} name=${index + 1} kind="candidate" onClick=${() => choose(value, currency)}>
        <span class="wrap"><strong>${money(value, currency)}</strong><span>${place}</span><span class="small quiet"><${Coded} kind="candidates" code=${why} sentence=${why} /></span></span>
      </${Keyed}>
    </li>`)}</ol>
    <${OtherAmount} currency=${candidates[0]?.currency} choose=${choose} />
    <label class="check"><input type="checkbox" checked=${remembers} onChange=${(event) => setRemembers(event.currentTarget.checked)} />
      ${t("Remember the words beside it, so that this sender's next invoices are read without a question")}</label>
    ${vendor && html`<p class="small quiet">${t("Or click words in the original and say what the value beside them is.")}</p>`}
    ${vendor && words && html`<${Teach} address=${vendor} name=${sender(message)} words=${words} onTaught=${() => undefined} />`}`;
}

function OtherAmount({ currency, choose }) {
  const action = useAction(async (values) => choose(amountFrom(values.amount), values.currency.toUpperCase() || undefined));
  return html`<${Form} class="row" label=${t("Another amount")} action=${action} onSubmit=${action.run}>
    <${Field} label=${t("Another amount")} name="amount" inputmode="decimal" autocomplete="off" required size="8" />
    <${Field} label=${t("Currency")} name="currency" autocomplete="off" maxlength="3" size="3" pattern="[A-Za-z]{3}" defaultValue=${currency ?? ""}
      title=${t("Three letters, such as SEK")} />
    <${Button} type="submit"><kbd>Enter</kbd>${t("Answer")}</${Button}>
  </${Form}>`;
}

function Finished({ heading, skipped, showSkipped, pages }) {
  if (pages.value.next) return html`<${ShowMore} pages=${pages} />`;
  return html`<div class="empty">
    <h2 class="empty-title" tabindex="-1" ref=${heading}>${skipped > 0 ? t("Only skipped questions are left") : t("No questions left")}</h2>
    <p>${t("You are asked here when it is uncertain which amount is the total of an invoice, or a PDF needs a password.")}</p>
    ${skipped > 0 && html`<button type="button" onClick=${showSkipped}>${t("Show the skipped questions")}</button>`}
    <a class="button" href="#/">${t("Back to the overview")}</a>
  </div>`;
}
