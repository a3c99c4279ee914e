//! An opened PDF file. Its objects are found by number and parsed on demand.
//!
//! `lopdf` parses all objects when it opens a file and has no limit on all of them together, so small files with
//! overlapping streams or with object streams of many small objects take gigabytes. So only its object types,
//! filters and ciphers are used here, and every step is charged to a [`Budget`]. `docs/dependencies.md` has the
//! figures of a trial.

use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;

use lopdf::{Object, ObjectId};
use parser_model::{Limit, PdfPassword, Reason};

use super::budget::{self, Budget};
use super::encryption::Decryptor;
use super::inflate::Inflater;
use super::lexer::{Lexer, find};
use super::object;
use super::object::ObjectStream;
use super::reconstruct;
use super::resolve::{Resolve, Resolved};
use super::stream;
use super::xref::{self, Entry, Table};

/// The header is searched for in this many bytes at the beginning of the file.
const HEADER_WITHIN: usize = 4096;
const REFERENCES: usize = 8;

type Loaded = (ObjectId, Rc<Object>);

pub struct File<'a> {
    bytes: &'a [u8],
    /// Charged for everything that is read.
    pub budget: &'a Budget,
    table: Table,
    /// Made when the file's own table turns out to be wrong.
    reconstructed: OnceCell<Table>,
    decryptor: Option<Decryptor>,
    objects: RefCell<HashMap<u32, Option<Loaded>>>,
    object_streams: RefCell<HashMap<u32, Option<Rc<ObjectStream>>>>,
    inflater: Inflater,
}

impl Resolve for File<'_> {
    fn object(&self, id: ObjectId) -> Option<Resolved<'static>> {
        let mut number = id.0;
        for _ in 0..REFERENCES {
            let (id, object) = self.load(number)?;
            match *object {
                Object::Reference(next) => number = next.0,
                Object::Null => return None,
                _ => return Some(Resolved::Shared(Some(id), object)),
            }
        }
        None
    }
}

impl<'a> File<'a> {
    /// Opens a file: reads its cross-reference table, sets up decryption and checks that there is a page tree.
    pub fn open(bytes: &'a [u8], budget: &'a Budget, passwords: &[PdfPassword]) -> Result<Self, Reason> {
        if bytes.len() > budget::FILE_BYTES {
            return Err(Reason::PdfOverLimit { limit: Limit::FileSize });
        }
        let start = find(bytes, b"%PDF-", 0)
            .filter(|&at| at < HEADER_WITHIN)
            .ok_or(Reason::NotAPdf)?;
        // Offsets count from the header. Mail programs sometimes put other bytes in front of it.
        let bytes = &bytes[start..];
        let mut file = File {
            bytes,
            budget,
            table: xref::read(bytes, budget),
            reconstructed: OnceCell::new(),
            decryptor: None,
            objects: RefCell::default(),
            object_streams: RefCell::default(),
            inflater: Inflater::default(),
        };
        file.decryptor = Decryptor::new(&file, file.budget, &file.table.trailer, passwords)?;
        if !file.has_page_tree() {
            file.table = Table {
                trailer: file.reconstructed().trailer.clone(),
                ..Table::default()
            };
            file.clear_cache();
            file.decryptor = None;
            file.decryptor = Decryptor::new(&file, file.budget, &file.table.trailer, passwords)?;
        }
        // Strings in the objects read so far are still encrypted.
        if file.decryptor.is_some() {
            file.clear_cache();
        }
        budget.check()?;
        if file.has_page_tree() {
            Ok(file)
        } else {
            Err(budget.check().err().unwrap_or(Reason::PdfWithoutPages))
        }
    }

    fn clear_cache(&mut self) {
        self.objects.borrow_mut().clear();
        self.object_streams.borrow_mut().clear();
    }

    fn has_page_tree(&self) -> bool {
        let is_tree = || {
            let catalog = self.catalog()?;
            let pages = self.get(catalog.dict()?, b"Pages")?;
            let pages = pages.dict()?;
            Some(pages.has(b"Kids") || pages.has_type(b"Page"))
        };
        is_tree().unwrap_or(false)
    }

    fn reconstructed(&self) -> &Table {
        self.reconstructed
            .get_or_init(|| reconstruct::reconstruct(self.bytes, self.budget))
    }

    pub fn catalog(&self) -> Option<Resolved<'_>> {
        self.get(&self.table.trailer, b"Root")
    }

    /// The object from the cache, or else from the file.
    fn load(&self, number: u32) -> Option<Loaded> {
        if !self.budget.spend(16) {
            return None;
        }
        if let Some(known) = self.objects.borrow().get(&number) {
            return known.clone();
        }
        // An object that needs itself to be read finds nothing, so the recursion ends.
        self.objects.borrow_mut().insert(number, None);
        let (id, object) = self.read(number)?;
        let found = Some((id, Rc::new(object)));
        self.objects.borrow_mut().insert(number, found.clone());
        found
    }

    fn read(&self, number: u32) -> Option<(ObjectId, Object)> {
        let found = match self.table.entries.get(&number) {
            Some(Entry::Free) => return None,
            Some(entry) => self.read_entry(*entry, number),
            // A complete table has an entry for every object.
            None if self.table.is_complete => return None,
            None => None,
        };
        found.or_else(|| self.read_entry(*self.reconstructed().entries.get(&number)?, number))
    }

    fn read_entry(&self, entry: Entry, number: u32) -> Option<(ObjectId, Object)> {
        match entry {
            Entry::Offset(offset) => self.read_at(offset, number),
            Entry::InObjectStream(container) => self.read_contained(container, number),
            Entry::Free => None,
        }
    }

    fn read_at(&self, offset: usize, number: u32) -> Option<(ObjectId, Object)> {
        if offset >= self.bytes.len() {
            return None;
        }
        let mut lexer = Lexer::new(self.bytes, offset);
        let id = object::header(&mut lexer).filter(|id| id.0 == number);
        let object = id.and_then(|_| object::body(&mut lexer, self.budget));
        // What is no object is paid for, too: a string without an end takes the rest of the file.
        if !self.budget.spend(lexer.at - offset) {
            return None;
        }
        let (id, mut object) = id.zip(object)?;
        if let Some(decryptor) = &self.decryptor {
            decryptor.decrypt_strings(id, &mut object);
        }
        Some((id, object))
    }

    fn read_contained(&self, container: u32, number: u32) -> Option<(ObjectId, Object)> {
        let known = self.object_streams.borrow().get(&container).cloned();
        let found = known.unwrap_or_else(|| {
            // An object stream that needs one of its own objects to be decoded finds nothing.
            self.object_streams.borrow_mut().insert(container, None);
            let found = self.object_stream(container).map(Rc::new);
            self.object_streams.borrow_mut().insert(container, found.clone());
            found
        });
        let object = found?.object(number, self.budget)?;
        Some(((number, 0), object))
    }

    fn object_stream(&self, number: u32) -> Option<ObjectStream> {
        let stream = self.object((number, 0))?;
        let bytes = self.decoded(&stream, budget::DECODED_BYTES)?;
        Some(ObjectStream::new(stream.dict()?, bytes, self.budget))
    }

    /// The decoded data of a stream. More than `limit` bytes exceed the budget.
    pub fn decoded(&self, object: &Resolved<'_>, limit: usize) -> Option<Vec<u8>> {
        let Object::Stream(stream) = &**object else { return None };
        let raw = stream::raw(self.bytes, stream, self, self.budget)?;
        if raw.len() > budget::STREAM_BYTES {
            self.budget.exceed(Limit::StreamSize);
            return None;
        }
        if !self.budget.spend(raw.len()) {
            return None;
        }
        let raw = match (&self.decryptor, object.id()) {
            (Some(decryptor), Some(id)) => Cow::Owned(decryptor.decrypt_stream(id, &stream.dict, raw)?),
            _ => Cow::Borrowed(raw),
        };
        let filters = stream::filters(&stream.dict, self);
        stream::decode(raw, &filters, limit, &self.inflater, self.budget)
    }
}
