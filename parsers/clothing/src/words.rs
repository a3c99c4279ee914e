//! Words that speak for the category where no vendor decides.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    ("(storlek|size|größe|taille)", 2),
    ("(färg|color|colour|farbe)", 1),
    (
        "(jeans|tröja|klänning|byxor|shirt|dress|skor|shoes|jacka|jacket|kläder|klädbod*|fashion|sneakers|mode)",
        2,
    ),
    ("(zalando|asos|h m|jack jones|fotproffsen|boozt|nelly|ellos)", 5),
];
