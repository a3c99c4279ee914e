//! Phrases that decide the category if the vendor is unknown.

/// Phrases with their weight.
pub const WORDS: &[(&str, u32)] = &[
    ("(storlek|size|größe|taille)", 2),
    ("(färg|color|colour|farbe)", 1),
    (
        "(jeans|tröja|klänning|byxor|shirt|dress|skor*|shoes|jacka|jacket|kläder|klädbod*|fashion|sneakers|mode)",
        2,
    ),
    ("(zalando|asos|h m|jack jones|fotproffsen|boozt|nelly|ellos)", 5),
    (
        "(tröja*|jacka|klänning*|skjorta*|kjol|byxor|byxa|chinos|kappa|kavaj|blus|stickat|strumpor|strumpa|mössa|vantar|vante|halsduk*|sjal|skärp|linne|stövlar|sandaler|skor*|overall*|tights|leggings|hoodie|t shirt|shirts?)",
        3,
    ),
    (
        "(genser|bukse|bukser|jakke|skjorte|kjole|sokker|votter|bluse|frakke|nederdel|strømper|støvler|undertøj|undertøy)",
        3,
    ),
    (
        "(hose|hosen|hemd|kleid|jacke|pullover|mantel|schuhe|socken|mütze|schal|bluse|stiefel)",
        3,
    ),
    (
        "(takki|housut|paita|mekko|hame|sukat|sukka|kengät|pipo|huivi|käsineet|lapaset)",
        3,
    ),
    (
        "(dress|skirt|trousers|hoodie|sweater|cardigan|blouse|socks?|boots?|sandals|scarf|gloves|beanie|tote|chemise|pantalon|veste|chaussures)",
        3,
    ),
    (
        "(str|strl|stl|storl|koko|gr|größe|storlek|size|maat|taille) (xxs|xs|s|m|l|xl|xxl|3[0-9]|4[0-9])",
        2,
    ),
];
