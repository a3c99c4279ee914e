//! A PDF file: objects found by number, read when they are asked for and never before.
//!
//! `lopdf` loads every object of a file at once, without a bound on all of them together:
//! overlapping streams and object streams of many small numbers make gigabytes out of
//! kilobytes. So its types, filters and ciphers are used, and the loading is done here, where
//! each step is paid for out of a [`Budget`].

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::ops::Deref;
use std::rc::Rc;

use lopdf::{Dictionary, Object, ObjectId, Stream};

use super::Refusal;
use super::budget::{self, Budget};
use super::cipher::Cipher;
use super::container::Container;
use super::inflate::Inflater;
use super::lexer::Lexer;
use super::object;
use super::scan::{self, Scan};
use super::xref::{self, Entry, Table};

/// An object that is part of another, or was found by its number.
pub enum Held<'d> {
    /// Part of another object.
    Direct(&'d Object),
    /// Found by its number, or copied out of what it is part of.
    Shared(Option<ObjectId>, Rc<Object>),
}

impl Deref for Held<'_> {
    type Target = Object;
    fn deref(&self) -> &Object {
        match self {
            Held::Direct(object) => object,
            Held::Shared(_, object) => object,
        }
    }
}

impl Held<'_> {
    /// Its number, where it has one.
    pub fn id(&self) -> Option<ObjectId> {
        match self {
            Held::Direct(_) => None,
            Held::Shared(id, _) => *id,
        }
    }

    /// The name that it is.
    pub fn name(&self) -> Option<&[u8]> {
        self.as_name().ok()
    }

    /// Its entries, if it is a dictionary or a stream.
    pub fn entries(&self) -> Option<&Dictionary> {
        entries(self)
    }
}

/// The entries of a dictionary or a stream.
pub fn entries(object: &Object) -> Option<&Dictionary> {
    match object {
        Object::Dictionary(dict) => Some(dict),
        Object::Stream(stream) => Some(&stream.dict),
        _ => None,
    }
}

/// An object with the number that stands before it.
type Loaded = (ObjectId, Rc<Object>);

/// An opened file.
pub struct File<'a> {
    bytes: &'a [u8],
    /// What everything is paid from.
    pub budget: &'a Budget,
    table: Table,
    /// Found by reading the whole file, where its own table is wrong.
    scan: OnceCell<Scan>,
    cipher: Option<Cipher>,
    objects: RefCell<HashMap<u32, Option<Loaded>>>,
    containers: RefCell<HashMap<u32, Option<Rc<Container>>>>,
    inflater: Inflater,
}

impl<'a> File<'a> {
    /// Opens a file: finds its objects and, where it is encrypted, whether it opens without a password.
    pub fn open(bytes: &'a [u8], budget: &'a Budget) -> Result<Self, Refusal> {
        if bytes.len() > budget::FILE_BYTES {
            return Err(Refusal::OverLimit("file too large"));
        }
        let start = scan::find(bytes, b"%PDF-", 0)
            .filter(|&at| at < 4096)
            .ok_or(Refusal::NotAPdf)?;
        // Places are counted from the header, not from what a mailer put before it.
        let bytes = &bytes[start..];
        let mut file = File {
            bytes,
            budget,
            table: xref::read(bytes, budget),
            scan: OnceCell::new(),
            cipher: None,
            objects: RefCell::default(),
            containers: RefCell::default(),
            inflater: Inflater::default(),
        };
        file.cipher = Cipher::of(&file)?;
        if !file.has_pages() {
            file.table = Table {
                trailer: file.scan().trailer.clone(),
                ..Table::default()
            };
            file.forget();
            file.cipher = None;
            file.cipher = Cipher::of(&file)?;
        }
        // Strings read before the cipher was known are not in clear.
        if file.cipher.is_some() {
            file.forget();
        }
        budget.verdict()?;
        if file.has_pages() {
            Ok(file)
        } else {
            Err(budget.verdict().err().unwrap_or(Refusal::Damaged("no pages found")))
        }
    }

    fn forget(&mut self) {
        self.objects.borrow_mut().clear();
        self.containers.borrow_mut().clear();
    }

    fn has_pages(&self) -> bool {
        let Some(catalog) = self.catalog() else { return false };
        let Some(catalog) = catalog.entries() else { return false };
        self.get(catalog, b"Pages").is_some_and(|pages| {
            pages
                .entries()
                .is_some_and(|pages| pages.has(b"Kids") || pages.has_type(b"Page"))
        })
    }

    fn scan(&self) -> &Scan {
        self.scan.get_or_init(|| scan::scan(self.bytes, self.budget))
    }

    /// The entries of the trailer.
    pub fn trailer(&self) -> &Dictionary {
        &self.table.trailer
    }

    /// The catalog: where everything begins.
    pub fn catalog(&self) -> Option<Held<'_>> {
        self.get(&self.table.trailer, b"Root")
    }

    /// The value of a key, followed to where it is written. None where there is none or it is null.
    pub fn get<'d>(&self, dict: &'d Dictionary, key: &[u8]) -> Option<Held<'d>> {
        self.follow(dict.get(key).ok()?)
    }

    /// The object itself, or the one it refers to.
    pub fn follow<'d>(&self, object: &'d Object) -> Option<Held<'d>> {
        match object {
            Object::Reference(id) => self.object(*id),
            Object::Null => None,
            direct => Some(Held::Direct(direct)),
        }
    }

    /// Whether the value of a key is this name.
    pub fn is(&self, dict: &Dictionary, key: &[u8], name: &[u8]) -> bool {
        self.get(dict, key).is_some_and(|value| value.name() == Some(name))
    }

    /// The number of a key.
    pub fn number(&self, dict: &Dictionary, key: &[u8]) -> Option<f32> {
        self.get(dict, key)?.as_float().ok()
    }

    /// The numbers of a key that is a list of them.
    pub fn numbers<const N: usize>(&self, dict: &Dictionary, key: &[u8]) -> Option<[f32; N]> {
        let list = self.get(dict, key)?;
        let list = list.as_array().ok()?;
        let mut numbers = [0.0; N];
        for (slot, item) in numbers.iter_mut().zip(list) {
            *slot = self.follow(item)?.as_float().ok()?;
        }
        (list.len() >= N).then_some(numbers)
    }

    /// The value of a key, apart from the dictionary it is in.
    pub fn detached(&self, dict: &Dictionary, key: &[u8]) -> Option<Held<'static>> {
        match dict.get(key).ok()? {
            Object::Reference(id) => self.object(*id),
            direct => Some(Held::Shared(None, Rc::new(direct.clone()))),
        }
    }

    /// The object of a number.
    pub fn object(&self, id: ObjectId) -> Option<Held<'static>> {
        let mut number = id.0;
        for _ in 0..8 {
            let (id, object) = self.load(number)?;
            match *object {
                Object::Reference(next) => number = next.0,
                Object::Null => return None,
                _ => return Some(Held::Shared(Some(id), object)),
            }
        }
        None
    }

    fn load(&self, number: u32) -> Option<Loaded> {
        if !self.budget.work(16) {
            return None;
        }
        if let Some(known) = self.objects.borrow().get(&number) {
            return known.clone();
        }
        // Whatever asks for this object while it is read finds nothing instead of asking for ever.
        self.objects.borrow_mut().insert(number, None);
        let (id, object) = self.read(number)?;
        let found = Some((id, Rc::new(object)));
        self.objects.borrow_mut().insert(number, found.clone());
        found
    }

    fn read(&self, number: u32) -> Option<(ObjectId, Object)> {
        let found = match self.table.entries.get(&number) {
            Some(Entry::At(offset)) => self.read_at(*offset, number),
            Some(Entry::Within(container)) => self.read_within(*container, number),
            Some(Entry::Free) => return None,
            // A table that could be read wholly names every object that there is.
            None if self.table.whole => return None,
            None => None,
        };
        found.or_else(|| match self.scan().entries.get(&number)? {
            Entry::At(offset) => self.read_at(*offset, number),
            Entry::Within(container) => self.read_within(*container, number),
            Entry::Free => None,
        })
    }

    fn read_at(&self, offset: usize, number: u32) -> Option<(ObjectId, Object)> {
        if offset >= self.bytes.len() {
            return None;
        }
        let mut lexer = Lexer::new(self.bytes, offset);
        let id = object::header(&mut lexer).filter(|id| id.0 == number)?;
        let mut object = object::body(&mut lexer, self.budget)?;
        if !self.budget.work(lexer.at - offset) {
            return None;
        }
        if let Some(cipher) = &self.cipher {
            cipher.decrypt_strings(id, &mut object);
        }
        Some((id, object))
    }

    fn read_within(&self, container: u32, number: u32) -> Option<(ObjectId, Object)> {
        let known = self.containers.borrow().get(&container).cloned();
        let found = known.unwrap_or_else(|| {
            self.containers.borrow_mut().insert(container, None);
            let found = Container::open(self, container).map(Rc::new);
            self.containers.borrow_mut().insert(container, found.clone());
            found
        });
        let object = found?.object(number, self.budget)?;
        Some(((number, 0), object))
    }

    /// A stream's bytes, decoded: at most `limit` of them, or the document is refused.
    pub fn decoded(&self, held: &Held<'_>, limit: usize) -> Option<Vec<u8>> {
        let Object::Stream(stream) = &**held else { return None };
        self.decoded_stream(held.id(), stream, limit)
    }

    fn decoded_stream(&self, id: Option<ObjectId>, stream: &Stream, limit: usize) -> Option<Vec<u8>> {
        let raw = self.raw(stream)?;
        if raw.len() > budget::STREAM_BYTES {
            self.budget.deny("a stream too large");
            return None;
        }
        if !self.budget.work(raw.len()) {
            return None;
        }
        let raw = match (&self.cipher, id) {
            (Some(cipher), Some(id)) => Cow::Owned(cipher.decrypt_stream(id, &stream.dict, raw)?),
            _ => Cow::Borrowed(raw),
        };
        let filters = self.filters(&stream.dict);
        if filters.is_empty() {
            return self.within(raw.into_owned(), limit);
        }
        // A sound stream of the usual kind; `lopdf` knows the other filters, and what can be made of damaged ones.
        let filter = filters.get(b"Filter").and_then(Object::as_name);
        let is_zlib = filters.len() == 1 && filter.is_ok_and(|name| name == b"FlateDecode");
        if let Some(decoded) = is_zlib.then(|| self.inflater.inflate(&raw, limit)).flatten() {
            return self.within(decoded, limit);
        }
        let encoded = Stream::new(filters, raw.into_owned());
        match encoded.decompressed_content_with_limit(limit) {
            Ok(decoded) => self.within(decoded, limit),
            Err(lopdf::Error::Decompress(lopdf::DecompressError::MemoryLimitExceeded { .. })) => {
                self.budget.work(limit);
                self.budget.deny("too much compressed data in one stream");
                None
            }
            Err(_) => None,
        }
    }

    fn within(&self, decoded: Vec<u8>, limit: usize) -> Option<Vec<u8>> {
        if decoded.len() > limit {
            self.budget.deny("a stream too large");
            return None;
        }
        self.budget.decoded(decoded.len()).then_some(decoded)
    }

    /// The entries that say how a stream is encoded, with nothing in them that refers elsewhere.
    fn filters(&self, dict: &Dictionary) -> Dictionary {
        let mut filters = Dictionary::new();
        for key in [&b"Filter"[..], b"DecodeParms"] {
            let Some(value) = self.get(dict, key) else { continue };
            let value = match &*value {
                Object::Array(items) => {
                    let items = items.iter().take(16).map(|item| self.flat(item)).collect();
                    Object::Array(items)
                }
                other => self.flat(other),
            };
            filters.set(key, value);
        }
        if filters
            .get(b"Filter")
            .and_then(Object::as_array)
            .is_ok_and(Vec::is_empty)
        {
            filters.remove(b"Filter");
        }
        if !filters.has(b"Filter") {
            filters.remove(b"DecodeParms");
        }
        filters
    }

    fn flat(&self, object: &Object) -> Object {
        match self.follow(object).as_deref() {
            Some(Object::Dictionary(dict)) => {
                let mut flat = Dictionary::new();
                for (key, value) in dict.iter().take(32) {
                    if let Some(value) = self.follow(value).filter(|v| !matches!(**v, Object::Stream(_))) {
                        flat.set(key.clone(), (*value).clone());
                    }
                }
                Object::Dictionary(flat)
            }
            Some(other) => other.clone(),
            None => Object::Null,
        }
    }

    /// A stream's bytes as they stand in the file.
    fn raw(&self, stream: &Stream) -> Option<&'a [u8]> {
        let start = stream.start_position?;
        let rest = self.bytes.get(start..)?;
        let stated = self
            .get(&stream.dict, b"Length")
            .and_then(|length| length.as_i64().ok());
        let stated = stated
            .and_then(|length| usize::try_from(length).ok())
            .filter(|&length| length <= rest.len());
        if let Some(length) = stated {
            let mut after = Lexer::new(rest, length);
            after.skip_blanks();
            if rest[after.at.min(rest.len())..].starts_with(b"endstream") {
                return Some(&rest[..length]);
            }
        }
        // The length is wrong: the bytes end before the keyword.
        let end = scan::find(rest, b"endstream", 0).unwrap_or(rest.len());
        if !self.budget.work(end) {
            return None;
        }
        let raw = &rest[..end];
        Some(
            raw.strip_suffix(b"\r\n")
                .or_else(|| raw.strip_suffix(b"\n"))
                .unwrap_or(raw),
        )
    }
}
