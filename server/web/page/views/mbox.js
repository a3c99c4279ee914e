// Splits a file in the mbox format (RFC 4155) into its mails, as `invoices import` does: the same bytes for each mail.
//
// A mail stands below a line `From sender time`, and its own lines that look like that are quoted with `>`. Mails have bytes
// of any encoding, so nothing here is text.

const LF = 10;
const CR = 13;
// A line that is longer than this is neither a separator nor a quoted one.
const LONGEST_LINE = 64 << 10;
const NOTHING = new Uint8Array();

const latin1 = new TextDecoder("latin1");
// A sender, and a time after it.
const SEPARATOR = /^From +\S+ .*(^| )\d{1,2}:/s;

// Whether a file with this beginning is an mbox.
export function isMbox(beginning) {
  return isSeparator(beginning.subarray(0, beginning.indexOf(LF) + 1));
}

// The mails of a stream of bytes: `{mail}`, a blob, or nothing in its place where the mail is larger than `limit`.
// `onRead` is told how many bytes were read.
export async function* mails(stream, limit, onRead) {
  const reader = stream.getReader();
  const splitter = new Splitter(limit);
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      yield* splitter.take(value);
      onRead(value.length);
    }
    yield* splitter.end();
  } finally {
    await reader.cancel();
  }
}

class Splitter {
  #limit;
  #open;
  // Bytes of a line whose end is not read.
  #rest = NOTHING;
  #lineBegins = true;
  #afterBlank = true;
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
      if (this.#lineBegins && this.#afterBlank && end && isSeparator(line)) {
        this.#keep(data.subarray(kept, at));
        ended.push(...this.#close());
        this.#open = { parts: [], size: 0 };
        kept = end;
      } else if (this.#lineBegins && isQuoted(line)) {
        this.#keep(data.subarray(kept, at));
        kept = at + 1;
      }
      this.#afterBlank = this.#lineBegins && end > 0 && isBlank(line);
      this.#blank = this.#afterBlank ? lineEnd(line) : 0;
      this.#lineBegins = end > 0;
      at += line.length;
    }
    this.#keep(data.subarray(kept, at));
    this.#rest = data.slice(at);
    return ended;
  }

  end() {
    return [...this.take(NOTHING, true), ...this.#close()];
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

function isSeparator(line) {
  // "From "
  return line[0] === 70 && line[1] === 114 && line[2] === 111 && line[3] === 109 && line[4] === 32
    && SEPARATOR.test(latin1.decode(line.subarray(0, 1000)));
}

// Whether a line is `>`s followed by `From `.
function isQuoted(line) {
  if (line[0] !== 62) return false;
  const inner = line.findIndex((byte) => byte !== 62);
  return latin1.decode(line.subarray(inner, inner + 5)) === "From ";
}

const isBlank = (line) => line.every((byte) => byte === LF || byte === CR || byte === 32 || byte === 9);

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
