//! The rules for documents that look like invoices but aren't spending.

use super::credit_note::{is_credit_note, is_headed, labels_an_amount};
use parser_model::Reason;

use super::facts::{Input, InvoiceRule, Verdict, is_headed_as_receipt, is_refund, is_return, refuse};
use crate::cell::CellContent;
use crate::page::Page;
use crate::phrases::{Documents, Phrases, Roles, phrases};
use crate::rule::{self, Example, Rule};
use crate::statements::sentences;
use crate::structured::Origin;
use crate::words::Words;

/// The head of a document has this many lines.
const HEAD_LINES: usize = 5;
/// A text with as many words may be a sentence.
const SENTENCE: usize = 5;
/// A longer text in the head isn't a heading or a message.
const MAX_WORDS: usize = 25;
/// Number of first lines that can contain a stamp or the name of a draft.
const STAMP_LINES: usize = 20;
/// The name of a report has at most this many words.
const MAX_REPORT_NAME: usize = 6;
/// Number of first lines that can contain a bank's message.
const MESSAGE_LINES: usize = 15;

/// Phrases of [`Roles::Condition`] that a statement may begin with: `Não conseguimos processar`.
const NEGATIONS: Phrases = phrases![
    "não",
    "non",
    "nie",
    "ei",
    "no (se|ha|han|está)",
    "není",
    "δεν",
    "ikke",
    "inte",
    "nicht",
    "niet",
    "geen",
    "not",
];

pub(super) const RULES: &[InvoiceRule] = &[
    Rule {
        id: "classification/cancelled",
        doc: "Refuses an invoice whose head says that it was cancelled, unless that names the invoice that replaces it, or is a credit note.",
        example: Example::Mail("Subject: Invoice 1001 has been cancelled\nInvoice number: 1001\nTotal   125.00 EUR"),
        apply: |input| {
            let page = input.page;
            let is_cancelled = is_in_message(page, &Documents::Cancelled)
                || !page.is_mail() && is_stamped(page, &Documents::CancelledStamp);
            let is_other = || is_in_message(page, &Documents::Corrected) || is_refund(page) || is_credit_note(page);
            refuse(is_cancelled && !is_other(), Reason::Cancelled)
        },
    },
    Rule {
        id: "classification/draft",
        doc: "Refuses what its subject, its title or a heading calls a draft, a pro forma or a preview of an invoice, and what its head says to be the draft of one.",
        example: Example::Pdf("Pro forma invoice 1001\nInvoice date: 2026-05-31\nTotal   125.00 EUR"),
        apply: |input| {
            let page = input.page;
            let is_named = is_headed(page, &Documents::Draft) || is_stamped(page, &Documents::Draft);
            refuse(is_named || is_in_message(page, &Documents::DraftInvoice), Reason::Draft)
        },
    },
    Rule {
        id: "classification/payment-failed",
        doc: "Refuses a mail whose head says that a payment failed, and not that it has gone through now.",
        example: Example::Mail("Subject: Payment failed for invoice 1001\nInvoice 1001\nAmount due   125.00 EUR"),
        apply: |input| {
            let page = input.page;
            let has_failed = page.is_mail() && is_in_message(page, &Documents::PaymentFailed);
            refuse(has_failed && !has_succeeded(page), Reason::PaymentFailed)
        },
    },
    Rule {
        id: "classification/money-received",
        doc: "Refuses a document whose head says that someone receives money, or that has a label for what a seller gets, except for refunds.",
        example: Example::Mail("Subject: You received a payment\nTransaction ID: 1001\nTotal   125.00 EUR"),
        apply: |input| {
            let page = input.page;
            let comes_back = || is_refund(page) || is_return(page) || is_credit_note(page);
            let is_payout = |content: &CellContent| Documents::Payout.matches_all(&content.words);
            let receives = is_in_head(page, &Documents::MoneyReceived) || page.lines.iter().flatten().any(is_payout);
            refuse(receives && !comes_back(), Reason::MoneyReceived)
        },
    },
    Rule {
        id: "classification/sales-report",
        doc: "Refuses what its head calls a report of sales, and what states a turnover and no invoice number.",
        example: Example::Pdf("Daily report\nCard   125.00 EUR\nTotal   125.00 EUR"),
        apply: |input| {
            let page = input.page;
            let names = head(page, HEAD_LINES).map(|content| &content.words);
            let names = names.filter(|words| words.len() <= MAX_REPORT_NAME);
            let mut names = [&page.subject, &page.title].into_iter().chain(names);
            let is_turnover = |content: &CellContent| {
                content.words.len() <= MAX_REPORT_NAME && Documents::Turnover.starts_with(&content.words)
            };
            let has_turnover = || !input.facts.invoice_number && page.lines.iter().flatten().any(is_turnover);
            let refuses = names.any(|words| Documents::SalesReport.contains(words)) || has_turnover();
            refuse(refuses, Reason::SalesReport)
        },
    },
    Rule {
        id: "classification/account-notice",
        doc: "Refuses a mail without an invoice number and goods that reads like a bank's notice about a card or an account.",
        example: Example::Mail(
            "Transaction alert\nA purchase was made on your credit card account.\nAmount: 125.00 EUR\nDate: 2026-05-31",
        ),
        apply: |input| {
            let page = input.page;
            let is_purchase = input.facts.invoice_number || input.facts.items;
            let mut texts = [&page.subject]
                .into_iter()
                .chain(head(page, MESSAGE_LINES).map(|content| &content.words));
            // A receipt says, too, that a card was used.
            let is_receipt = || is_headed_as_receipt(page) && input.has_parts();
            let is_notice =
                page.is_mail() && !is_purchase && texts.any(|words| Documents::AccountNotice.contains(words));
            let refuses = is_notice && !is_receipt();
            refuse(refuses, Reason::AccountNotice)
        },
    },
];

/// The decision, except for documents with an e-invoice, which is one, and for those that exceed a limit.
pub(super) fn decide(input: &Input<'_>) -> Option<(&'static str, Verdict)> {
    let is_e_invoice = input.page.structured.iter().any(|data| data.origin == Origin::EInvoice);
    let is_read = input.page.document.over_limit.is_none();
    (is_read && !is_e_invoice)
        .then(|| rule::first(RULES, |apply| apply(input)))
        .flatten()
}

/// Whether the subject, the title or a short text of the head states one of these phrases: not in a question, nor in a sentence that
/// begins with a condition.
fn is_in_head(page: &Page<'_>, phrases: &Phrases) -> bool {
    states(page, HEAD_LINES, phrases)
}

/// The same of a mail's message, which may be below a letterhead.
fn is_in_message(page: &Page<'_>, phrases: &Phrases) -> bool {
    states(page, message_lines(page), phrases)
}

fn states(page: &Page<'_>, lines: usize, phrases: &Phrases) -> bool {
    let is_asked = |text: &str| {
        sentences(text).any(|(sentence, is_question)| {
            let words = Words::of(sentence);
            let is_condition = || {
                let begins = Roles::Condition.starts_with(&words) && !NEGATIONS.starts_with(&words);
                begins || Documents::Future.starts_with(&words)
            };
            phrases.contains(&words) && (is_question || is_condition())
        })
    };
    head_texts(page, lines).any(|(text, words)| phrases.contains(words) && !is_asked(text))
}

/// Whether the head says that a payment went through now: in a part of a sentence without a condition or a negation.
pub(super) fn has_succeeded(page: &Page<'_>) -> bool {
    let states = |clause: &str| {
        let words = Words::of(clause);
        let is_open = Roles::Condition.contains(&words) || Documents::Future.starts_with(&words);
        Documents::PaymentSucceeded.contains(&words) && !is_open
    };
    let says = |text: &str| {
        let stated = sentences(text).filter(|(_, is_question)| !is_question);
        let mut clauses = stated.flat_map(|(sentence, _)| sentence.split(", ").flat_map(|part| part.split("; ")));
        clauses.any(states)
    };
    head_texts(page, HEAD_LINES).any(|(text, words)| Documents::PaymentSucceeded.contains(words) && says(text))
}

/// The subject, the title and the short texts of the first lines.
fn head_texts<'p>(page: &'p Page<'_>, lines: usize) -> impl Iterator<Item = (&'p str, &'p Words)> {
    let document = page.document;
    let cells = document.lines.iter().zip(&page.lines).take(lines);
    let cells = cells.flat_map(|(cells, contents)| cells.iter().zip(contents));
    let texts = cells.map(|(cell, content)| (cell.text.as_str(), &content.words));
    let names = [
        (document.subject.as_str(), &page.subject),
        (document.title.as_str(), &page.title),
    ];
    names
        .into_iter()
        .chain(texts.filter(|(_, words)| words.len() <= MAX_WORDS))
}

/// The number of lines with a mail's message. A letterhead above it doesn't count, as no short line does before the first sum.
fn message_lines(page: &Page<'_>) -> usize {
    if !page.is_mail() {
        return HEAD_LINES;
    }
    let is_sentence = |line: &&Vec<CellContent>| line.iter().any(|content| content.words.len() >= SENTENCE);
    let has_no_sum = |line: &&Vec<CellContent>| !line.iter().any(CellContent::has_money);
    let lines = || page.lines.iter().take(MESSAGE_LINES).take_while(has_no_sum);
    let last = lines()
        .enumerate()
        .filter(|(_, line)| is_sentence(line))
        .nth(HEAD_LINES - 1);
    last.map_or_else(|| lines().count(), |(at, _)| at + 1).max(HEAD_LINES)
}

fn head<'p>(page: &'p Page<'_>, lines: usize) -> impl Iterator<Item = &'p CellContent> {
    page.lines.iter().take(lines).flatten()
}

/// Whether one of these phrases is alone among the first lines, with no amount beside it.
fn is_stamped(page: &Page<'_>, phrases: &Phrases) -> bool {
    let mut places = page.places().take_while(|at| at.line < STAMP_LINES);
    places.any(|at| phrases.matches_all(&page.content(at).words) && !labels_an_amount(page, at))
}
