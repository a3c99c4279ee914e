// Splits a file in the mbox format (RFC 4155) into its mails, as `invoices import` does: the same bytes for each mail.
//
// A mail is below a line `From sender time`, and its own lines that look like that are quoted with `>`. Not every program
// writes the time, the quotes or the blank line before, so such a line counts only above the header of a mail. Mails have bytes
// of any encoding, so nothing here is text.

const LF = 10;
const CR = 13;
// A line that is longer than this is neither a separator nor a quoted one.
const LONGEST_LINE = 64 << 10;
// Maximum number of bytes that are searched for the header of a mail.
const LONGEST_HEADER = 256 << 10;
const NOTHING = new Uint8Array();

const latin1 = new TextDecoder("latin1");
const DAY = /^(mon|tue|wed|thu|fri|sat|sun),?$/i;
const MONTH = /^(jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/i;
// Header fields that hardly any text begins a line with.
const OF_MAIL = /^(x-.*|subject|received|return-path|delivered-to|message-id|mime-version|content-type|reply-to)$/;

// Whether a file with this beginning may be an mbox.
export function isMbox(beginning) {
  const bytes = withoutMark(beginning);
  let at = bytes.indexOf(LF) + 1;
  if (at === 0 || !isFrom(bytes)) return false;
  const candidate = new Candidate(bytes.subarray(0, at));
  while (at < bytes.length) {
    const end = bytes.indexOf(LF, at) + 1 || bytes.length;
    const line = bytes.subarray(at, end);
    const verdict = candidate.judge(line);
    if (verdict !== "open") return verdict === "separator";
    candidate.add(line);
    at = end;
  }
  return true;
}

// The mails of a stream of bytes: `{mail}`, a blob, or nothing in its place where the mail is larger than `limit`.
export async function* mails(stream, limit) {
  const reader = stream.getReader();
  const splitter = new Splitter(limit);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield* splitter.take(value);
    }
    yield* splitter.end();
  } finally {
    await reader.cancel();
  }
}

class Splitter {
  #limit;
  #open;
  #candidate;
  // Bytes of a line whose end is not read.
  #rest = NOTHING;
  #isFirst = true;
  #lineBegins = true;
  // How many bytes the line end before a separator has. It belongs to the format, not to the mail.
  #blank = 0;

  constructor(limit) {
    this.#limit = limit;
  }

  // The mails that end in these bytes.
  take(bytes, isLast = false) {
    const data = this.#rest.length ? joined(this.#rest, bytes) : bytes;
    const ended = [];
    let [kept, at] = [0, 0];
    while (at < data.length) {
      const end = data.indexOf(LF, at) + 1;
      if (end === 0 && !isLast && data.length - at < LONGEST_LINE) break;
      const line = data.subarray(at, end || data.length);
      const text = this.#isFirst ? withoutMark(line) : line;
      this.#isFirst = false;
      if (this.#lineBegins) {
        const verdict = this.#candidate?.judge(line);
        if (verdict === "separator") ended.push(...this.#begin());
        else if (verdict === "body") this.#reject();
      }
      if (this.#candidate || (this.#lineBegins && end && isFrom(text))) {
        this.#keep(data.subarray(kept, at));
        kept = at + line.length;
        if (this.#candidate) this.#candidate.add(line);
        else this.#candidate = new Candidate(text);
        if (this.#candidate.size > LONGEST_HEADER) this.#reject();
      } else {
        if (this.#lineBegins && isQuoted(line)) {
          this.#keep(data.subarray(kept, at));
          kept = at + 1;
        }
        this.#blank = this.#lineBegins ? lineEnd(line) : 0;
      }
      this.#lineBegins = end > 0;
      at += line.length;
    }
    this.#keep(data.subarray(kept, at));
    this.#rest = data.slice(at);
    return ended;
  }

  // The candidate is the beginning of a mail. Returns the one before.
  #begin() {
    const ended = this.#close();
    this.#open = { parts: [], size: 0 };
    this.#append(this.#candidate.lines.slice(this.#candidate.separators));
    return ended;
  }

  // The candidate is text of a mail.
  #reject() {
    if (this.#candidate) this.#append(this.#candidate.lines);
  }

  #append(lines) {
    for (const line of lines) this.#keep(isQuoted(line) ? line.subarray(1) : line);
    this.#candidate = undefined;
    this.#blank = 0;
  }

  end() {
    const ended = this.take(NOTHING, true);
    this.#reject();
    return [...ended, ...this.#close()];
  }

  #keep(bytes) {
    const open = this.#open;
    if (!open || bytes.length === 0) return;
    open.size += bytes.length;
    // A mail that is too large is read past.
    if (open.size > this.#limit) open.parts = [];
    else open.parts.push(bytes);
  }

  #close() {
    const open = this.#open;
    if (!open) return [];
    if (open.size > this.#limit) return [{}];
    const mail = new Blob(open.parts, { type: "message/rfc822" });
    return [{ mail: mail.slice(0, mail.size - this.#blank, mail.type) }];
  }
}

// A line that begins with `From `, and the lines after it, until they show whether it separates two mails.
class Candidate {
  lines = [];
  size = 0;
  // The lines that belong to the format: this one, and the separator of the file that the mail came from.
  separators = 1;
  #isRegular;
  #hasSender = false;
  #hasOther = false;

  constructor(line) {
    this.add(line);
    const words = latin1.decode(line.subarray(5, 1000)).split(/\s+/).filter(Boolean);
    const [, ...time] = words.slice(words.findLastIndex((word) => DAY.test(word)));
    // `asctime` writes `Sat Nov 21 05:07:42 2026`.
    this.#isRegular = words.some((word) => DAY.test(word)) && time.slice(0, 2).some((word) => MONTH.test(word))
      && /^\d+:\d/.test(time[2] ?? "") && time.slice(3).some((word) => /^\d{2,4}$/.test(word));
  }

  add(line) {
    this.lines.push(line);
    this.size += line.length;
  }

  // What the next line shows. A line of the regular form is a separator above any field of a mail, another only above a sender
  // and a further field: `From Malmö 10:45` and `To: Lund 11:02` can be lines of a ticket.
  judge(line) {
    const text = latin1.decode(line.subarray(0, 1000));
    if (text.startsWith(">From ") && this.lines.length === 1) {
      this.separators = 2;
      return "open";
    }
    if (/^[ \t]/.test(text)) return text.trim() ? "open" : "body";
    const [, name, value] = /^([!-9;-~]+):(.*)/s.exec(text) ?? [];
    if (!name) return "body";
    const field = name.toLowerCase();
    const isOfMail = OF_MAIL.test(field);
    this.#hasSender ||= field === "from" && value.includes("@");
    this.#hasOther ||= isOfMail || field === "date" || field === "to";
    const isShown = (this.#hasSender && this.#hasOther) || (this.#isRegular && (isOfMail || this.#hasSender));
    return isShown ? "separator" : "open";
  }
}

// "From "
const isFrom = (line) => line[0] === 70 && line[1] === 114 && line[2] === 111 && line[3] === 109 && line[4] === 32;

// Without the mark that some programs begin a file in UTF-8 with.
const withoutMark = (bytes) => (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? bytes.subarray(3) : bytes);

// Whether a line is `>`s followed by `From `.
function isQuoted(line) {
  if (line[0] !== 62) return false;
  const inner = line.findIndex((byte) => byte !== 62);
  return latin1.decode(line.subarray(inner, inner + 5)) === "From ";
}

// The length of a line that is only a line end, else 0.
function lineEnd(line) {
  return line.length === 1 || (line.length === 2 && line[0] === CR) ? line.length : 0;
}

function joined(one, other) {
  const both = new Uint8Array(one.length + other.length);
  both.set(one);
  both.set(other, one.length);
  return both;
}
