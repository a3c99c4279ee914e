//! Chooses the vendor among the names of a page, and its spelling.

use std::cell::OnceCell;
use std::cmp::Reverse;
use std::collections::{BTreeSet, HashMap};

use super::mentions::{Mention, Mentions};
use super::scoring::{FULL_NAME_IN_MAIL, FULL_NAME_IN_PDF, LARGEST_LETTERS, PARTY_LABEL, SELLER_LABEL, ScoringRule};
use super::{firms, names};
use crate::choice::Choice;
use crate::rule::{self, Example, Rule};
use names::key;

pub(super) const FIELD: &str = "vendor_name";

/// The minimum number of points: a single hint is too often another party's name.
const MIN_POINTS: u32 = 3;

/// Number of candidates listed in the evidence.
const MAX_CONSIDERED: usize = 12;

pub(super) struct Decision<'a> {
    /// The name of the configured vendor that sent the mail.
    configured: Option<&'a str>,
    is_mail: bool,
    find_mentions: &'a dyn Fn() -> Mentions,
    candidates: OnceCell<Candidates>,
}

#[derive(Debug)]
struct Candidates {
    /// Those with the highest score first.
    by_score: Vec<Candidate>,
    /// What the evidence says of them.
    considered: Vec<String>,
}

/// A name in all its spellings.
#[derive(Debug)]
struct Candidate {
    key: String,
    mentions: Vec<Mention>,
    /// Twice its points, and the points of related names.
    score: u32,
}

type DecisionRule = Rule<fn(&Decision<'_>) -> Option<Choice<String>>>;

pub(super) const RULES: &[DecisionRule] = &[
    Rule {
        id: "vendor_name/configured",
        doc: "Takes the name of the configured vendor that sent the mail.",
        example: Example::Mail("Vendor: Kaffebutiken\nReceipt\nOrder 1001\nTotal   125.00 EUR"),
        apply: |of| {
            let name = of.configured?;
            Some(Choice::taken(name.to_owned(), "the sender is this configured vendor"))
        },
    },
    Rule {
        id: "vendor_name/quorum",
        doc: "Refuses if the first name has fewer than three points with half those of related names, unless it is the only name, and a firm's in a PDF, or a sender's host, a title, a logo, most links, a signature or an address in the foot names it.",
        example: Example::Pdf("Kaffebutiken\nInvoice 1001\nTotal   125.00 EUR"),
        apply: |of| {
            let best = of.best()?;
            let is_only = of.candidates().by_score.len() == 1;
            let is_enough = |mention: &Mention| mention.rule.apply.suffices || mention.is_by(&FULL_NAME_IN_PDF);
            let suffices = is_only && best.mentions.iter().any(is_enough);
            of.refuse(
                best.score < 2 * MIN_POINTS && !suffices,
                "too little evidence names a seller",
            )
        },
    },
    Rule {
        id: "vendor_name/tie",
        doc: "Refuses if two names that are not related have the most points, unless one of the two alone has the label of a seller.",
        example: Example::Pdf("Invoice 1001\nSeller: Kaffebutiken\nSeller: Tehuset\nTotal   125.00 EUR"),
        apply: |of| {
            let best = of.best()?;
            let is_equal =
                |other: &Candidate| other.rank() == best.rank() && !names::related(other.name(), best.name());
            let others = &of.candidates().by_score[1..];
            of.refuse(others.iter().any(is_equal), "two names have the same score")
        },
    },
    Rule {
        id: "vendor_name/heading",
        doc: "Refuses a PDF's name for which only its large letters speak: headings have such, too.",
        example: Example::Pdf("Invoice 1001\nDue date: 2026-12-31\n# Readings\nTotal   125.00 EUR"),
        apply: |of| {
            let is_heading = !of.is_mail && of.best()?.is_only_by(&LARGEST_LETTERS);
            of.refuse(is_heading, "only its large letters speak for the name")
        },
    },
    Rule {
        id: "vendor_name/other-firm",
        doc: "Refuses a PDF's firm for which only its legal form speaks, if another firm has at most one point less: one may be the buyer.",
        example: Example::Pdf(
            "Invoice 1001\nTotal   125.00 EUR\nDue date: 2026-12-31\nKaffebutiken AB\nTehuset AB\nKaffebutiken AB",
        ),
        apply: |of| {
            let best = of.best()?;
            let is_weak = !of.is_mail && best.is_only_by(&FULL_NAME_IN_PDF);
            let is_rival = |other: &Candidate| {
                other.is_legal() && other.points() + 1 >= best.points() && !names::related(other.name(), best.name())
            };
            let has_rival = of.candidates().by_score[1..].iter().any(is_rival);
            of.refuse(is_weak && has_rival, "another firm may be the seller as well")
        },
    },
    Rule {
        id: "vendor_name/most-votes",
        doc: "Takes the name with the most points, as the shop rather than the register of companies spells it.",
        example: Example::Pdf("Invoice 1001\nSeller: Kaffebutiken\nTotal   125.00 EUR"),
        apply: |of| {
            let best = of.best()?;
            let reasons: BTreeSet<&str> = best.mentions.iter().map(|mention| mention.rule.apply.because).collect();
            let because = reasons.into_iter().collect::<Vec<_>>().join(", ");
            Some(Choice::taken(best.spelling(), because).among(of.candidates().considered.clone()))
        },
    },
];

/// Applies the rules. `find_mentions` runs if the mail is of no configured vendor.
pub(super) fn choose(configured: Option<&str>, is_mail: bool, find_mentions: &dyn Fn() -> Mentions) -> Choice<String> {
    let decision = Decision {
        configured,
        is_mail,
        find_mentions,
        candidates: OnceCell::new(),
    };
    rule::choose(RULES, |apply| apply(&decision))
}

impl Decision<'_> {
    fn candidates(&self) -> &Candidates {
        self.candidates.get_or_init(|| Candidates::new((self.find_mentions)()))
    }

    fn best(&self) -> Option<&Candidate> {
        self.candidates().by_score.first()
    }

    fn refuse(&self, refuses: bool, why: &str) -> Option<Choice<String>> {
        refuses.then(|| Choice::refused(why).among(self.candidates().considered.clone()))
    }
}

impl Candidates {
    fn new(mentions: Mentions) -> Self {
        let mut candidates = grouped(mentions);
        let points: Vec<(String, u32)> = candidates.iter().map(|c| (c.name().to_owned(), c.points())).collect();
        for candidate in &mut candidates {
            // `Amazon`, `Amazon.co.uk` and `Amazon EU S.à r.l.` are one company, and share half their points.
            let related = points.iter().filter(|(name, _)| names::related(name, candidate.name()));
            candidate.score = 2 * candidate.points() + related.map(|(_, points)| points).sum::<u32>();
        }
        let considered = points.iter().map(|(name, points)| format!("{name} ({points} points)"));
        let considered = considered.take(MAX_CONSIDERED).collect();
        candidates.sort_by_key(|c| Reverse(c.rank()));
        Candidates {
            by_score: candidates,
            considered,
        }
    }
}

/// A candidate for each different name, in the order of their first mentions.
fn grouped(mentions: Mentions) -> Vec<Candidate> {
    let mut candidates: Vec<Candidate> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    for mention in mentions.all {
        let key = key(&mention.name);
        let at = *index.entry(key.clone()).or_insert_with(|| {
            candidates.push(Candidate {
                key,
                mentions: Vec::new(),
                score: 0,
            });
            candidates.len() - 1
        });
        candidates[at].mentions.push(mention);
    }
    candidates
}

impl Candidate {
    fn name(&self) -> &str {
        &self.mentions[0].name
    }

    /// Whether one of its spellings is that of the register of companies.
    fn is_legal(&self) -> bool {
        self.mentions.iter().any(|mention| firms::is_legal(&mention.name))
    }

    /// Its score, and whether it has the label of a seller.
    fn rank(&self) -> (u32, bool) {
        let is_label = |mention: &Mention| mention.is_by(&SELLER_LABEL) || mention.is_by(&PARTY_LABEL);
        (self.score, self.mentions.iter().any(is_label))
    }

    /// Whether no other rule than this found it.
    fn is_only_by(&self, rule: &ScoringRule) -> bool {
        self.mentions.iter().all(|mention| mention.is_by(rule))
    }

    fn points(&self) -> u32 {
        self.mentions.iter().map(|mention| mention.points).sum()
    }

    /// The name as a shop writes it, rather than the register of companies.
    fn spelling(&self) -> String {
        let name = self.preferred_name();
        let mut names = self.mentions.iter().map(|mention| mention.name.as_str());
        // Two letters say little: the firm's full name says the same and more.
        if let Some(full) = names.find(|full| name.len() <= 2 && firms::is_legal(full)) {
            return full.to_owned();
        }
        // The spelling of the full name replaces a logo in capitals.
        let mut short = self.mentions.iter().map(|mention| firms::without_legal(&mention.name));
        let in_small_letters = |short: &&str| is_capitals(name) && !is_capitals(short) && key(short) == self.key;
        short.find(in_small_letters).unwrap_or(name).to_owned()
    }

    /// The name of the best mention: without a legal form, not in capitals, not from running text, with the most points.
    fn preferred_name(&self) -> &str {
        let preference = |mention: &&Mention| {
            let is_full_name = mention.is_by(&FULL_NAME_IN_MAIL) || mention.is_by(&FULL_NAME_IN_PDF);
            (
                !firms::is_legal(&mention.name),
                !is_capitals(&mention.name),
                !is_full_name,
                mention.points,
            )
        };
        let best = self.mentions.iter().rev().max_by_key(preference);
        best.map_or("", |mention| mention.name.as_str())
    }
}

fn is_capitals(name: &str) -> bool {
    name.len() > 4 && name.chars().all(|c| !c.is_lowercase())
}
