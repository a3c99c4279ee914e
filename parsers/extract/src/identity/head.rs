//! The input of the rules of the identity, above all the head of a document: its subject, title, headings and first
//! sentences.

use parser_document::text::cut;
use parser_model::Role;
use parser_model::reading::Direction;

use crate::cell::CellContent;
use crate::choice::Because;
use crate::document_dates::LabelledDate;
use crate::page::Page;
use crate::phrases::{Documents, Phrases, Roles};
use crate::receipt::Receipt;
use crate::receipt::field::{DIRECTION, TOTAL_AMOUNT};
use crate::statements::sentences;
use crate::total::Labelled;
use crate::words::Words;

/// Number of lines of the head. On paper a letterhead and addresses are above the title.
const LINES_OF_MAIL: usize = 15;
const LINES_OF_PDF: usize = 20;
/// A line of more cells is a row of a table.
const MAX_CELLS: usize = 3;
/// Maximum number of words in a heading.
const MAX_WORDS: usize = 8;
/// A line with fewer words is a heading, and does not go on in the next line.
const MIN_WORDS_OF_PROSE: usize = 6;

/// What the head says, in order, without questions, conditions and denials.
pub(super) struct Head {
    statements: Vec<Statement>,
}

/// A sentence or heading.
pub(super) struct Statement {
    pub words: Words,
    pub place: Place,
    /// A colon makes it the label of something.
    is_label: bool,
    /// Whether it says what will be.
    pub is_future: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// The subject or the title.
    Title,
    Heading,
    Sentence,
}

impl Head {
    pub fn read(page: &Page<'_>) -> Self {
        let mut head = Head { statements: Vec::new() };
        for title in [&page.document.subject, &page.document.title] {
            head.add(title, |_| Place::Title);
        }
        let count = if page.is_mail() { LINES_OF_MAIL } else { LINES_OF_PDF };
        // Terms follow the amounts.
        let mut above_amounts = true;
        let mut before: Option<&str> = None;
        for (cells, contents) in page.document.lines.iter().zip(&page.lines).take(count) {
            if contents.iter().any(CellContent::has_money) {
                above_amounts = false;
                before = None;
                continue;
            }
            let fits = |words: &Words| above_amounts || words.len() <= MAX_WORDS;
            for (cell, content) in cells.iter().zip(contents).filter(|_| cells.len() <= MAX_CELLS) {
                if fits(&content.words) {
                    head.add(&cell.text, |words| {
                        if words.len() <= MAX_WORDS {
                            Place::Heading
                        } else {
                            Place::Sentence
                        }
                    });
                }
            }
            // A sentence may go on in the next line.
            let ([cell], true) = (cells.as_slice(), above_amounts) else {
                before = None;
                continue;
            };
            if let Some(before) = before {
                head.add(&format!("{before} {}", cell.text), |_| Place::Sentence);
            }
            let goes_on = contents[0].words.len() >= MIN_WORDS_OF_PROSE && !ends_sentence(&cell.text);
            before = goes_on.then_some(cell.text.as_str());
        }
        head
    }

    fn add(&mut self, text: &str, place: impl Fn(&Words) -> Place) {
        for (sentence, is_question) in sentences(text) {
            let words = Words::of(sentence);
            if words.is_empty()
                || is_question
                || Roles::Condition.contains(&words)
                || Documents::Disclaimer.contains(&words)
            {
                continue;
            }
            self.statements.push(Statement {
                place: place(&words),
                is_label: sentence.contains(':'),
                is_future: Documents::Future.contains(&words),
                words,
            });
        }
    }

    /// The first statement that contains one of the phrases and fits, with its index.
    pub fn find(&self, phrases: &Phrases, fits: impl Fn(&Statement) -> bool) -> Option<(usize, &Statement)> {
        let mut numbered = self.statements.iter().enumerate();
        numbered.find(|(_, statement)| phrases.contains(&statement.words) && fits(statement))
    }

    /// The first statement that contains one of the phrases.
    pub fn says(&self, phrases: &Phrases) -> Option<&Statement> {
        Some(self.find(phrases, |_| true)?.1)
    }

    /// The first title or heading in which one of the phrases names the document.
    pub fn names(&self, phrases: &Phrases) -> Option<(usize, &Statement)> {
        self.find(phrases, Statement::can_name)
    }
}

impl Statement {
    /// Whether it is a title, or a heading that is about the document itself.
    fn can_name(&self) -> bool {
        let is_heading = self.place == Place::Heading && !self.is_label;
        !self.is_future && (self.place == Place::Title || is_heading)
    }

    pub fn because(&self) -> Because {
        Because::quoting("its words", cut(self.words.folded().trim(), 80))
    }
}

fn ends_sentence(text: &str) -> bool {
    text.ends_with(['.', '!', '?', ':', ';'])
}

/// The facts about a document when a rule is tried.
pub(super) struct Facts<'a> {
    pub page: &'a Page<'a>,
    pub receipt: &'a Receipt,
    pub amounts: &'a [Labelled],
    pub dates: &'a [LabelledDate],
    pub head: Head,
    pub is_refund: bool,
    pub has_total: bool,
    /// Set after `paid` is decided.
    pub is_paid: bool,
    /// Set after `role` is decided.
    pub role: Role,
}

impl<'a> Facts<'a> {
    pub fn new(receipt: &'a Receipt, page: &'a Page<'a>, amounts: &'a [Labelled], dates: &'a [LabelledDate]) -> Self {
        Facts {
            page,
            receipt,
            amounts,
            dates,
            head: Head::read(page),
            is_refund: receipt.get(DIRECTION) == Some(Direction::Refund),
            has_total: receipt.has(TOTAL_AMOUNT),
            is_paid: false,
            role: Role::default(),
        }
    }
}
