//! Words that speak for the category where no vendor decides.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    ("(restaurang|restaurant|verksamhet)", 2),
    ("(leveransavgift|delivery fee)", 1),
    ("(dricks|tip|driver tip)", 2),
    ("(budet|courier|rider|food|meal|takeaway|pizza)", 1),
    (
        "(foodora|wolt|uber eats|seamless|deliveroo|just eat|dominos|grubhub|doordash)",
        5,
    ),
    ("(your food|din mat|maten)", 2),
];
