//! Phrases that decide the category if the vendor is unknown.

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
    (
        "(mjölk|smör|ost|bröd|ägg|yoghurt|yogurt|grädde|kött*|färs|potatis|lök|morötter|tomat*|gurka|bananer|äpplen|juice|pasta|ris|mjöl|socker|kaffe|toalettpapper|hushållspapper)",
        2,
    ),
    (
        "(melk|mælk|smør|brød|æg|egg|fløte|fløde|kartofler|poteter|løk|løg|gulrøtter|gulerødder|eple|æbler)",
        2,
    ),
    (
        "(milch|butter|käse|brot|brötchen|eier|joghurt|kartoffeln|zwiebeln|möhren|äpfel|gemüse|obst|biokiste|maito|leipä|juusto|kananmun*|voi|kahvi|peruna*|omena*|banaani*)",
        2,
    ),
    (
        "(milk|bread|loaf|eggs?|cheese|cheddar|yoghurt|yogurt|butter|potatoes|onions?|carrots|apples|bananas|tomatoes|oat|flour|sugar|lettuce|spinach)",
        2,
    ),
    (
        "(matkasse*|matvaror|matkassen|livsmedel|dagligvare*|lebensmittel|groceries|grocery|supermarket|supermarkt|ruokakauppa|elintarvik*|plockavgift|pant|pfand|statiegeld|pantti)",
        2,
    ),
];
