//! Parses a mail: its text, and the files that can be documents, wherever they are: in attached mails, archives and signed
//! messages.

use mail_parser::{ContentType, Message, MessagePart, MimeHeaders, PartType};
use parser_model::Limit;

use super::limits::{Checked, NESTED};
use super::model::Mail;
use super::parts::{Body, BodyKind, Pdf};
use super::sniff::{has_mail_headers, is_markup, is_xml};
use super::texts::{self, Text};
use super::transfer::decoded;
use super::{limits, signed, zip};
use crate::einvoice;
use crate::steps::{self, Counted};
use crate::text::cut;

/// The maximum offset of the `%PDF-` mark in a file (ISO 32000-1, implementation note 13).
const PDF_MARK_WITHIN: usize = 1024;
/// PDFs beyond this many in one mail are not looked at.
const MAX_PDFS: usize = 50;
/// Pages, e-invoices and attached mails beyond this many of each are not looked at.
const MAX_FILES: usize = 10;
/// Maximum number of mails, archives and signed messages that are opened.
const MAX_OPENED: usize = 50;
/// How deep these may be in each other.
const MAX_DEPTH: usize = 6;
/// No name of a charset is longer (IANA: 40 characters).
const MAX_CHARSET: usize = 40;

/// Kinds of text that programs read, between blanks.
const FOR_PROGRAMS: &str =
    "calendar css csv directory javascript json rtf tab-separated-values vcard watch-html x-amp-html x-vcard xml";

/// Adds the texts and files of a message. The files take at most a third more bytes than the message, and half a MiB. Returns the
/// limit that a message in it passes.
pub(super) fn read(mail: &mut Mail, message: &Message<'_>) -> Result<(), Limit> {
    let length = message.raw_message.len();
    let mut walk = Walk {
        mail,
        room: length + length / 3 + (1 << 19),
        unpacked: length + length / 3 + (1 << 19),
        opened: 0,
        waiting: Vec::new(),
    };
    walk.read_entity(message, Place::default());
    while let Some((file, place)) = walk.waiting.pop() {
        walk.read_file(file, place)?;
    }
    Ok(())
}

/// The mails that are attached to a message, in order and as they were sent. Those in archives and in other attached mails are not
/// among them. A message that passes a limit has none.
pub fn attached_mails(bytes: &[u8]) -> Vec<Vec<u8>> {
    let Ok(checked) = steps::within(limits::STEPS, || Checked::of(bytes)).value else {
        return Vec::new();
    };
    let Some(message) = checked.parse() else {
        return Vec::new();
    };
    let parts = message.parts.iter();
    let parts = parts.filter(|part| !matches!(part.body, PartType::Multipart(_)));
    let files = parts.map(|part| (File::of(&message, part), part));
    let mails = files.filter(|(file, part)| file.shown_kind(&message, part).is_none() && file.is_mail());
    mails.map(|(file, _)| file.bytes).take(MAX_FILES).collect()
}

/// Where in a mail something is.
#[derive(Clone, Copy, Default)]
struct Place {
    /// The attached mail that it belongs to, by its number.
    mail: Option<usize>,
    depth: usize,
}

/// A file whose content says what it is.
struct File {
    name: Option<String>,
    /// The media type that it declares, in lower case; empty if it declares none.
    media_type: String,
    charset: Option<String>,
    bytes: Vec<u8>,
}

struct Walk<'m> {
    mail: &'m mut Mail,
    /// How many bytes of files may still be kept.
    room: usize,
    /// How many bytes of archives may still be decompressed.
    unpacked: usize,
    opened: usize,
    /// The files that are not looked at yet, the next one last.
    waiting: Vec<(File, Place)>,
}

impl Walk<'_> {
    /// Reads the parts of a message, or of an entity that is signed as a whole.
    fn read_entity(&mut self, message: &Message<'_>, place: Place) {
        let parents = parents(message);
        let (mut texts, mut files) = (Vec::new(), Vec::new());
        for (number, part) in (0..).zip(&message.parts) {
            let is_media = part
                .content_type()
                .is_some_and(|kind| matches!(kind.ctype(), "image" | "audio" | "video"));
            if is_media || matches!(part.body, PartType::Multipart(_)) {
                continue;
            }
            let file = File::of(message, part);
            match file.shown_kind(message, part) {
                Some(kind) => texts.push(Text {
                    branch: branch(&parents, number),
                    body: file.into_body(kind),
                }),
                None => files.push((file, place)),
            }
        }
        self.waiting.extend(files.into_iter().rev());
        let Some(body) = texts::compose(texts) else { return };
        self.room = self.room.saturating_sub(body.bytes.len());
        let own = match place.mail {
            Some(number) => self.mail.attached.get_mut(number).map(|mail| &mut mail.body),
            None => Some(&mut self.mail.body),
        };
        match own {
            // Beside a signed message only its gateway writes.
            Some(own) if own.is_none() || place.depth > 0 => *own = Some(body),
            _ => {}
        }
    }

    fn read_file(&mut self, file: File, place: Place) -> Result<(), Limit> {
        let deeper = Place {
            depth: place.depth + 1,
            ..place
        };
        // An archive begins with its first file, which can be a PDF.
        if file.is_archive() {
            if self.opens(place) {
                let files = zip::files(&file.bytes, self.unpacked);
                self.unpacked -= files.iter().map(|(_, bytes)| bytes.len()).sum::<usize>();
                let within = |(name, bytes)| File {
                    name: Some(name),
                    media_type: String::new(),
                    charset: None,
                    bytes,
                };
                self.waiting
                    .extend(files.into_iter().rev().map(|file| (within(file), deeper)));
            }
        } else if file.is_pdf() {
            if self.mail.pdfs.len() < MAX_PDFS && self.keeps(file.bytes.len()) {
                self.mail.pdfs.push(Pdf {
                    name: file.name,
                    bytes: file.bytes,
                });
            }
        } else if file.is_signed() {
            if let Some(content) = signed::content(&file.bytes).filter(|_| self.opens(place)) {
                self.read_message(&content, deeper, false)?;
            }
        } else if file.is_mail() {
            if self.opens(place) {
                self.read_message(&file.bytes, deeper, true)?;
            }
        } else if file.may_be_xml() && einvoice::read(&file.bytes).is_some() {
            if self.mail.e_invoices.len() < MAX_FILES && self.keeps(file.bytes.len()) {
                self.mail.e_invoices.push(file.bytes);
            }
        } else if let Some(kind) = file.page_kind()
            && self.mail.pages.len() < MAX_FILES
            && self.keeps(file.bytes.len())
        {
            self.mail.pages.push(file.into_body(kind));
        }
        Ok(())
    }

    fn read_message(&mut self, bytes: &[u8], place: Place, is_attached: bool) -> Result<(), Limit> {
        let checked = Checked::of(bytes)?;
        let (Some(message), Some(header)) = (checked.parse(), checked.parse_header()) else {
            return Ok(());
        };
        let mail = if is_attached {
            if self.mail.attached.len() == MAX_FILES {
                return Ok(());
            }
            self.mail.attached.push(Mail::headers_of(&header));
            Some(self.mail.attached.len() - 1)
        } else {
            place.mail
        };
        self.read_entity(&message, Place { mail, ..place });
        Ok(())
    }

    /// Takes this many bytes of the room, if they fit.
    fn keeps(&mut self, bytes: usize) -> bool {
        let rest = self.room.checked_sub(bytes);
        self.room = rest.unwrap_or(self.room);
        rest.is_some()
    }

    /// Counts a file that is opened, if it may be.
    fn opens(&mut self, place: Place) -> bool {
        self.opened += 1;
        self.opened <= MAX_OPENED && place.depth < MAX_DEPTH
    }
}

impl File {
    fn of(message: &Message<'_>, part: &MessagePart<'_>) -> Self {
        let kind = part.content_type();
        // `html` alone isn't a type.
        let media_type = kind.and_then(|kind| {
            let main = if kind.ctype() == NESTED {
                "message"
            } else {
                kind.ctype()
            };
            Some(format!("{main}/{}", kind.subtype()?))
        });
        // Without its boundary a message of several parts is text.
        let media_type = media_type.filter(|name| !name.starts_with("multipart/"));
        let charset = kind.and_then(|kind| kind.attribute("charset"));
        File {
            name: part.attachment_name().map(str::to_owned),
            media_type: media_type.unwrap_or_default().to_ascii_lowercase(),
            charset: charset
                .filter(|name| is_charset(name))
                .map(|name| cut(name, MAX_CHARSET).to_owned()),
            bytes: decoded(message, part),
        }
    }

    fn into_body(self, kind: BodyKind) -> Body {
        Body {
            kind,
            bytes: self.bytes,
            charset: self.charset,
        }
    }

    /// What a part is written in that a person sees as text of the mail, unless it is attached.
    fn shown_kind(&self, message: &Message<'_>, part: &MessagePart<'_>) -> Option<BodyKind> {
        let is_attached = part.content_disposition().is_some_and(ContentType::is_attachment);
        self.text_kind().filter(|_| message.parts.len() == 1 || !is_attached)
    }

    fn text_kind(&self) -> Option<BodyKind> {
        if self.is_pdf() || self.has_ending(&[".eml", ".xml"]) {
            return None;
        }
        match self.media_type.split_once('/') {
            None | Some(("text", "plain")) if !self.bytes.contains(&0) || self.charset.is_some() => {
                Some(self.declared_or_plain())
            }
            Some(("text", "html") | ("application", "xhtml+xml")) => Some(BodyKind::Html),
            Some(("text", kind)) if kind != "plain" && FOR_PROGRAMS.split(' ').all(|other| other != kind) => {
                Some(BodyKind::Text)
            }
            _ => None,
        }
    }

    /// The format of an attached page.
    fn page_kind(&self) -> Option<BodyKind> {
        let media_type = self.media_type.as_str();
        if matches!(media_type, "text/html" | "application/xhtml+xml") || self.has_ending(&[".html", ".htm", ".xhtml"])
        {
            return Some(BodyKind::Html);
        }
        let is_any = matches!(media_type, "" | "text/plain" | "application/octet-stream");
        if is_any && is_markup(&self.bytes) {
            return Some(BodyKind::Html);
        }
        let is_plain = media_type == "text/plain" || media_type.is_empty() && self.has_ending(&[".txt"]);
        (is_plain && !self.bytes.contains(&0)).then_some(BodyKind::Text)
    }

    /// Pages that are declared as plain text are pages anyway.
    fn declared_or_plain(&self) -> BodyKind {
        if is_markup(&self.bytes) {
            BodyKind::Html
        } else {
            BodyKind::Text
        }
    }

    fn is_pdf(&self) -> bool {
        let head = &self.bytes[..self.bytes.len().min(PDF_MARK_WITHIN)];
        // A text can mention PDFs.
        let is_text = self.media_type.starts_with("text/") || self.media_type.is_empty() && self.name.is_none();
        head.starts_with(b"%PDF-") || !is_text && head.windows(5).any(|window| window == b"%PDF-")
    }

    fn is_signed(&self) -> bool {
        self.media_type.ends_with("pkcs7-mime") || self.has_ending(&[".p7m"])
    }

    fn is_mail(&self) -> bool {
        let is_file = self.media_type == "application/octet-stream" || self.media_type.is_empty();
        self.media_type.starts_with("message/rfc822")
            || self.media_type.starts_with("message/global")
            || self.has_ending(&[".eml"])
            || is_file && has_mail_headers(&self.bytes)
    }

    fn is_archive(&self) -> bool {
        let is_named = self.media_type.contains("zip") || self.has_ending(&[".zip"]);
        self.bytes.starts_with(zip::MARK) && (is_named || self.name.is_none())
    }

    fn may_be_xml(&self) -> bool {
        self.media_type.ends_with("xml") || self.has_ending(&[".xml"]) || is_xml(&self.bytes)
    }

    fn has_ending(&self, endings: &[&str]) -> bool {
        let name = self.name.as_deref().unwrap_or_default().to_ascii_lowercase();
        endings.iter().any(|ending| name.ends_with(ending))
    }
}

/// Whether it can be a charset's name: without spaces and control characters (RFC 2978, section 2.3).
fn is_charset(name: &str) -> bool {
    name.bytes().all(|byte| byte.is_ascii_graphic())
}

/// What each part of a message is in, and whether it is one of several alternatives there.
fn parents(message: &Message<'_>) -> Vec<Option<(u32, bool)>> {
    let mut parents = vec![None; message.parts.len()];
    for (number, part) in (0..).zip(&message.parts) {
        let PartType::Multipart(children) = &part.body else {
            continue;
        };
        let is_alternative = part
            .content_type()
            .is_some_and(|kind| kind.subtype() == Some("alternative"));
        for child in children {
            if let Some(parent) = parents.get_mut(*child as usize) {
                *parent = Some((number, is_alternative));
            }
        }
    }
    parents
}

/// The outermost alternative that a part is in, and the branch of it.
fn branch(parents: &[Option<(u32, bool)>], part: u32) -> Option<(u32, u32)> {
    let (mut at, mut outermost) = (part, None);
    for _ in (0..parents.len()).counted() {
        let Some((parent, is_alternative)) = parents.get(at as usize).copied().flatten() else {
            break;
        };
        if is_alternative {
            outermost = Some((parent, at));
        }
        at = parent;
    }
    outermost
}
