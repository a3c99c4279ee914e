//! Words that speak for the category where no vendor decides.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    ("(pant)", 1),
    ("(kg)", 1),
    (
        "(mjölk|bröd|banan*|ägg|smör|ost|kaffe|espresso*|bönor|grädde|tomat*|potatis|filmjölk|äpple*|havre*)",
        3,
    ),
    (
        "(ica|coop|willys|mathem|hemköp|lidl|city gross|livsmedel|matvaror|dagligvaror)",
        5,
    ),
];
