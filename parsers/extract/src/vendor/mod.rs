//! Who is paid: votes of everything on the page that names a seller.

mod address;
mod ballot;
mod firms;
mod mail;
pub mod names;
mod pdf;

use std::collections::{BTreeSet, HashMap};

use crate::choice::Choice;
use crate::page::{Page, Place};
use ballot::{BUYER, Ballot, Vote};
use names::key;

/// Below this sum nobody is elected: one hint alone is too often somebody else's name.
const QUORUM: u32 = 3;

/// Who is paid. Every name that a seller's sentence, logo, heading or address gives votes; the recipient's don't.
pub fn vendor(page: &Page<'_>) -> Choice<String> {
    let buyer = buyer_places(page);
    let mut ballot = Ballot::default();
    if page.is_mail() {
        mail::vote(page, &buyer, &mut ballot);
    } else {
        pdf::vote(page, &buyer, &mut ballot);
    }
    elect(&ballot, page.is_mail())
}

#[derive(Debug)]
struct Candidate<'a> {
    key: String,
    votes: Vec<&'a Vote>,
    doubled: u32,
}

impl Candidate<'_> {
    fn name(&self) -> &str {
        &self.votes[0].name
    }

    fn own(&self) -> u32 {
        self.votes.iter().map(|v| v.weight).sum()
    }
}

fn elect(ballot: &Ballot, mail: bool) -> Choice<String> {
    let mut candidates: Vec<Candidate<'_>> = Vec::new();
    let mut index: HashMap<String, usize> = HashMap::new();
    for vote in &ballot.votes {
        let key = key(&vote.name);
        let at = *index.entry(key.clone()).or_insert_with(|| {
            candidates.push(Candidate {
                key,
                votes: Vec::new(),
                doubled: 0,
            });
            candidates.len() - 1
        });
        candidates[at].votes.push(vote);
    }
    // `Amazon`, `Amazon.co.uk` and `Amazon EU S.à r.l.` are one house and lend each other half their votes.
    let own: Vec<(String, u32)> = candidates.iter().map(|c| (c.name().to_owned(), c.own())).collect();
    for candidate in &mut candidates {
        let lent = own.iter().filter(|(name, _)| names::related(name, candidate.name()));
        candidate.doubled = 2 * candidate.own() + lent.map(|(_, votes)| votes).sum::<u32>();
    }
    let considered: Vec<String> = candidates
        .iter()
        .map(|c| format!("{} ({} votes)", c.votes[0].name, c.own()))
        .take(12)
        .collect();
    candidates.sort_by_key(|c| std::cmp::Reverse(c.doubled));
    let Some(best) = candidates.first() else {
        return Choice::nothing();
    };
    let tie = candidates[1..]
        .iter()
        .any(|other| other.doubled == best.doubled && !names::related(other.name(), best.name()));
    let telling = [
        "a part of the title",
        "the logo",
        "the host of most links",
        "the signature",
        "the name before the address",
        "the sender's host",
    ];
    let lonely = mail && candidates.len() == 1 && best.votes.iter().any(|v| v.weight >= 2 && telling.contains(&v.why));
    if best.doubled < 2 * QUORUM && !lonely {
        return Choice::refused("too little names a seller").among(considered);
    }
    if tie {
        return Choice::refused("two names have equally much for them").among(considered);
    }
    // What a shop calls itself, rather than what the register of companies does.
    let capitals = |name: &str| name.len() > 4 && name.chars().all(|c| !c.is_lowercase());
    let by_weight = |v: &&&Vote| {
        (
            !firms::is_legal(&v.name),
            !capitals(&v.name),
            v.why != "a firm's full name",
            v.weight,
        )
    };
    let name = best
        .votes
        .iter()
        .rev()
        .max_by_key(by_weight)
        .map_or("", |v| v.name.as_str());
    // Two letters say little: the firm's full name says the same and more.
    let full = best
        .votes
        .iter()
        .map(|v| v.name.as_str())
        .find(|full| name.len() <= 2 && firms::is_legal(full));
    let name = full.unwrap_or(name);
    // A logo in capitals yields to the spelling of the full name.
    let spelled = best
        .votes
        .iter()
        .map(|v| firms::without_legal(&v.name).to_owned())
        .find(|n| full.is_none() && capitals(name) && !capitals(n) && key(n) == best.key);
    let name = spelled.as_deref().unwrap_or(name);
    let why: BTreeSet<&str> = best.votes.iter().map(|v| v.why).collect();
    let because = why.into_iter().collect::<Vec<_>>().join(", ");
    Choice::taken(name.to_owned(), because).among(considered)
}

/// Cells under a buyer's label: the recipient's name and address.
fn buyer_places(page: &Page<'_>) -> BTreeSet<Place> {
    let mut places = BTreeSet::new();
    for at in page.places() {
        let words = &page.reads(at).words;
        if words.len() > 6
            || !(BUYER.matches_all(words) || BUYER.starts_with(words) && page.cell(at).text.contains(':'))
        {
            continue;
        }
        places.insert(at);
        places.extend(page.below(at, 6));
        places.extend(page.right(at));
    }
    places
}
