//! Phrases that decide the category if the vendor is unknown.

/// Phrases by their weight.
pub const WORDS: &[(u32, &[&str])] = &[
    (
        5,
        &[
            "(ica|coop|willys|mathem|hemköp|lidl|city gross|livsmedel|matvaror|dagligvaror)",
            // Shops
            "(rewe|edeka|aldi|albert heijn|picnic|carrefour|auchan|leclerc|monoprix|mercadona|eroski|esselunga|conad|continente|pingo doce|biedronka|frisco|żabka|rohlik|rohlík|košík cz|tesco|sainsbury s|ocado|waitrose|asda|morrisons|instacart|whole foods|oda|kiwi|rema 1000|nemlig|føtex|k ruoka|s kaupat|prisma|citymarket|σκλαβενίτης|μασούτης|αβ βασιλόπουλος|citygross|systembolaget|vinmonopolet|alko|flaschenpost)",
        ],
    ),
    (
        3,
        &[
            "(mjölk|bröd|banan*|ägg|smör|ost|kaffe|espresso*|bönor|grädde|tomat*|potatis|filmjölk|äpple*|havre*)",
            // Trades
            "(bageri*|bäckerei*|bakeri*|bakery|boulangerie*|panadería|panetteria|panificio|padaria|piekarnia|pekárna|pekařství|leipomo*|αρτοποιείο|φούρνος|metzgerei*|fleischerei*|butcher|butchers|slakteri*|slagter*|boucherie|carnicería|macelleria|talho|masarnia|řeznictví|κρεοπωλείο|slagerij|lihakauppa|fiskhandel|fishmonger|poissonnerie|pescadería|pescheria|käserei*|fromagerie|quesería|caseificio|cheesemonger*|kaasboerderij|osthandel|kaffebrenneri*|kafferosteri*|kaffeerösterei|rösterei*|coffee roasters?|roastery|torréfact*|torrefazione|tostadores|palarnia|pražírna|kahvipaahtimo|kahvipaja|koffiebranderij|weinhandlung|vinothek|vinhandel|wine shop|wine merchants?|enoteca|vinoteca|bodega|hofladen|farm shop|gårdsbutik*|delikatess*|delicatessen|épicerie|ultramarinos|alimentari|mercearia|delikatesy|lahůdky|supermercado|supermercato|supermarché|supermarked|supermarkt|minimarket|frutería|fruttivendolo|greengrocer*|obst und gemüse|σουπερμάρκετ|σούπερ μάρκετ|παντοπωλείο)",
            // Food in compounds
            "(*käse|*ost 1 kg|*wurst|*brot|*kaffee|*kaffe|*saft|*milch|kahvi*|*kahvi|*paahto|suodatinpaperi|*juusto|*leipä|coffee beans|kaffeebohnen|kaffebönor|kaffebønner|koffiebonen|café en grains|café en grano|caffè in grani|café em grão|kawa ziarnista|zrnková káva|καφές|tea bags|olive oil|olivolja|olivenöl|huile d olive|aceite de oliva|olio d oliva|honey|honung|honig|honning|hunaja|miel|miele|mel|miód|med květový|μέλι|marmelad*|marmelade|choklad*|chocolate|schokolade|chocolat|cioccolato|czekolada|čokoláda|σοκολάτα|suklaa)",
        ],
    ),
    (
        2,
        &[
            "(mjölk|smör|ost|bröd|ägg|yoghurt|yogurt|grädde|kött*|färs|potatis|lök|morötter|tomat*|gurka|bananer|äpplen|juice|pasta|ris|mjöl|socker|kaffe|toalettpapper|hushållspapper)",
            "(melk|mælk|smør|brød|æg|egg|fløte|fløde|kartofler|poteter|løk|løg|gulrøtter|gulerødder|eple|æbler)",
            "(milch|butter|käse|brot|brötchen|eier|joghurt|kartoffeln|zwiebeln|möhren|äpfel|gemüse|obst|biokiste|maito|leipä|juusto|kananmun*|voi|kahvi|peruna*|omena*|banaani*)",
            "(milk|bread|loaf|eggs?|cheese|cheddar|yoghurt|yogurt|butter|potatoes|onions?|carrots|apples|bananas|tomatoes|oat|flour|sugar|lettuce|spinach)",
            "(matkasse*|matvaror|matkassen|livsmedel|dagligvare*|lebensmittel|groceries|grocery|supermarket|supermarkt|ruokakauppa|elintarvik*|plockavgift|pant|pfand|statiegeld|pantti)",
            // Food, German and Dutch
            "(bananen|gurke|tomaten|paprika|hackfleisch|hähnchen|nudeln|reis|mehl|zucker|wasser|sprudel|limonade|bier|apfelschorle|vollmilch|frischkäse|schinken|melk|kaas|brood|boter|eieren|appels|aardappelen|komkommer|kipfilet|gehakt|pindakaas|hagelslag|yoghurt|statiegeld|groente|zuivel)",
            // Food, Romance languages
            "(lait|beurre|fromage|pain|œufs|oeufs|yaourt*|pommes|carottes|courgettes|jambon|poulet|riz|pâtes|farine|sucre|huile|leche|mantequilla|queso|pan|huevos|yogur|manzanas|plátanos|tomates|patatas|cebollas|pollo|jamón|arroz|aceite|latte|burro|formaggio|pane|uova|mele|banane|pomodori|patate|cipolle|prosciutto|riso|olio|zucchine|mozzarella|parmigiano|leite|manteiga|queijo|pão|ovos|maçãs|bananas|batatas|cebolas|frango|fiambre|azeite|iogurte|feijão)",
            // Food, Polish, Czech, Greek
            "(mleko|masło|ser|chleb|jajka|jogurt|jabłka|banany|pomidory|ziemniaki|cebula|kurczak|szynka|ryż|makaron|mąka|cukier|woda|twaróg|śmietana|mléko|máslo|sýr|chléb|rohlík*|vejce|jablka|banány|rajčata|brambory|cibule|kuřecí|šunka|rýže|těstoviny|mouka|cukr|tvaroh|γάλα|βούτυρο|τυρί|φέτα|ψωμί|αυγά|γιαούρτι|μήλα|μπανάνες|ντομάτες|πατάτες|κρεμμύδια|κοτόπουλο|ζαμπόν|ρύζι|μακαρόνια|αλεύρι|ζάχαρη|λάδι|ελαιόλαδο)",
            // Food, Nordic and Finnish
            "(mellanmjölk|standardmjölk|knäckebröd|falukorv|köttfärs|kyckling*|lax|räkor|krossade tomater|havregryn|müsli|letmælk|rugbrød|leverpostej|kylling*|agurk*|brunost|grovbrød|kjøttdeig|lettmelk|rømme|kevytmaito|ruisleipä|jauheliha|kananmunat|kurkku|tomaatti|rahka|jäätelö|kahvi|mehu)",
        ],
    ),
    (1, &["(pant)", "(kg)"]),
];
