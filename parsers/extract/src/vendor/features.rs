//! The features of each name that has votes.

use super::ballot::Vote;
use crate::ranking::Candidates;

/// A name with votes.
pub(super) struct Name<'a> {
    /// As the record would spell it.
    pub spelling: String,
    pub votes: &'a [Vote],
    /// Twice its votes, and the votes of related names.
    pub score: u32,
    /// Whether one of its spellings is that of the register of companies.
    pub is_legal: bool,
}

/// More points than these are as good as these.
const MOST_POINTS: u32 = 12;
/// A larger lead, or a larger distance, is as good as this.
const MOST_LEAD: i64 = 10;
/// A name with more words is as long as this.
const MOST_WORDS: usize = 6;

/// The names. Those with the highest score come first.
pub(super) fn candidates(names: &[Name<'_>], is_mail: bool) -> Candidates<String> {
    let mut candidates = Candidates::new();
    for (place, name) in names.iter().enumerate() {
        // The names are in order, so that the rival of all others is the first.
        let rival = names.get(usize::from(place == 0)).map_or(0, |rival| rival.score);
        let lead = (i64::from(name.score) - i64::from(rival)).clamp(-MOST_LEAD, MOST_LEAD);
        let features = candidates.of(name.spelling.clone());
        for vote in name.votes {
            features.add(format!("{} gives {} votes", vote.rule.id, vote.weight));
        }
        features.add(format!("{} points", (name.score / 2).min(MOST_POINTS)));
        features.add(format!("leads by {lead}"));
        features.add(match place {
            0 => "the first name",
            1 => "the second name",
            2 => "the third name",
            _ => "a later name",
        });
        features.add(format!("{} names", names.len().min(MOST_WORDS)));
        features.add(format!("{} words", name.spelling.split(' ').count().min(MOST_WORDS)));
        features.add_if(name.is_legal, "with a legal form");
        features.add(if is_mail { "in a mail" } else { "in a PDF" });
    }
    candidates
}
