//! The vendor's name in a mail: in its sender, title, sentences, logo, first and last lines, and links.

use std::collections::{BTreeSet, HashMap};

use super::address::foot_address;
use super::mentions::Mentions;
use super::scoring::{
    ADDRESS_HOST, COPYRIGHT, FIRST_LINE_OF_MAIL, FIRST_LINE_PART, FULL_NAME_IN_MAIL, LAST_LINES, LINKS_HOST, LOGO,
    MERCHANT_LABEL, ORDER_SENTENCE, PAID_TO, PARTY_LABEL, REGISTERED, SENDER_HOST, SENDER_NAME, SENT_BY, SIGNATURE,
    ScoringRule, TEAM, TITLE_PART, WELCOME,
};
use super::{firms, names, parties, pdf};
use crate::cell::CellContent;
use crate::classification;
use crate::page::{Page, Place};
use crate::pattern::{Pattern, pattern};
use crate::phrases::{Documents, Parties};
use crate::words::Words;
use parser_document::steps;

/// A pattern in which `NAME` is a group for a name.
macro_rules! with_name {
    ($text:literal) => {
        pattern!(
            $text,
            "NAME" => r"((?:[\p{Ll}]{1,2}-?)?[\p{Lu}\p{N}][\p{L}\p{N}&'’.+-]*(?: [\p{Lu}\p{N}&][\p{L}\p{N}&'’.+-]*){0,3})"
        )
    };
}

/// Sentences with a name in them: `the X team`, `X sent this message`, `your X order`. What each needs one of is faster to look for.
static AROUND: [(&[&str], Pattern, &ScoringRule); 4] = [
    (
        &[" team", " Team"],
        with_name!(r"(?:^|\s)(?:[Tt]he|[Tt]eam) NAME(?: [Tt]eam)(?:\W|$)"),
        &TEAM,
    ),
    (
        &[" sent ", " skickade "],
        with_name!(r"(?:^|\s)NAME (?:sent|skickade) (?:you )?th(?:is|e) "),
        &SENT_BY,
    ),
    (
        &["our ", "Din ", "din ", "itt ", "Ihr", "ihr"],
        with_name!(
            r"(?:^|\s)(?:[Yy]our|[Dd]in|[Dd]itt|[Ii]hre?) NAME[ -](?:order|receipt|invoice|purchase|account|subscription|bill|booking|trip|kvitto|faktura|beställning|bokning|konto|abonnemang|Bestellung|Rechnung)"
        ),
        &ORDER_SENTENCE,
    ),
    (
        &["©", "(c)", "(C)", "opyright"],
        with_name!(r"(?:©|\([cC]\)|[Cc]opyright)(?: ?©)?,?\s*(?:[0-9]{4}(?:\s?[-–]\s?[0-9]{4})?,?\s*)?(?:by )?NAME"),
        &COPYRIGHT,
    ),
];

pub(super) fn find(page: &Page<'_>, buyer: &BTreeSet<Place>, mentions: &mut Mentions) {
    let document = page.document;
    // Who forwards a mail isn't its seller.
    if !classification::is_forwarded(&document.subject, &page.subject) {
        sender(page, mentions);
    }
    for (text, words) in page.titles() {
        sentences(text, words, true, mentions);
        let parts: Vec<&str> = text.split(['|', '–', '—', '-', ':', '•']).collect();
        for part in &parts {
            let others = parts.iter().any(|other| other != part && is_document(other));
            mentions.add_strong(names::whole(part), &TITLE_PART, usize::from(others));
        }
    }
    let half = page.lines.len() / 2;
    for at in page.places().filter(|at| !buyer.contains(at)) {
        let text = page.cell(at).text.as_str();
        sentences(text, &page.content(at).words, at.line <= half, mentions);
        paid_to(page, at, mentions);
        merchant(page, at, mentions);
        let is_late = at.line * 10 > page.lines.len() * 6;
        if text.len() < 1_500 {
            // The bank of the account that one pays into.
            let firms = names::entities(text).into_iter();
            for entity in firms.filter(|name| !Parties::Bank.contains(&Words::of(name))) {
                mentions.add_strong(Some(entity), &FULL_NAME_IN_MAIL, usize::from(is_late));
            }
        }
    }
    // An invoice without a named sender names its parties, which in other mails may be a marketplace's.
    if !parties::has_sender(page) {
        registered(page, buyer, mentions);
        if buyer.iter().any(|at| parties::is_label(&Parties::Buyer, page, *at)) {
            for at in page.places().filter(|at| parties::is_near_firm(page, *at)) {
                pdf::seller(page, at, &PARTY_LABEL, mentions);
            }
        }
    }
    logo(page, mentions);
    edges(page, buyer, mentions);
    signature(page, mentions);
    foot_address(page, buyer, mentions);
    hosts(page, mentions);
}

/// The only firm above the first amount with its registration: the buyer's address has none.
fn registered(page: &Page<'_>, buyer: &BTreeSet<Place>, mentions: &mut Mentions) {
    let has_amount = |line: &Vec<CellContent>| line.iter().any(CellContent::has_money);
    let head = page.lines.iter().take_while(|line| !has_amount(line)).count();
    let is_sellers = |at: &Place| at.line < head && !buyer.contains(at) && parties::is_registered(page, *at);
    let places = page.places().filter(is_sellers);
    let names: Vec<String> = places.flat_map(|at| names::entities(&page.cell(at).text)).collect();
    let is_one = names.iter().all(|name| names::key(name) == names::key(&names[0]));
    mentions.add(names.first().filter(|_| is_one).cloned(), &REGISTERED);
}

/// The display name, unless it is a person's or says only what the mail is, and the address's host.
fn sender(page: &Page<'_>, mentions: &mut Mentions) {
    let document = page.document;
    let name = document.from_name.split(['<', '|', '(']).next().unwrap_or("");
    let (name, _) = name.split_once(" via ").unwrap_or((name, ""));
    let name = name.trim().trim_matches(['"', '\'']);
    let host = document.from_address.rsplit_once('@').map_or("", |(_, host)| host);
    let host_name = names::of_host(host).filter(|n| !names::is_carrier(n));
    let agrees = host_name.is_some_and(|h| {
        names::key(name).starts_with(&h.replace('-', "")) || h.replace('-', "").starts_with(&names::key(name))
    });
    let small = name.chars().next().is_some_and(char::is_lowercase) && agrees;
    // Not every word of a name begins with a capital: `Smørrebrød til døren`. A line with the same text confirms it.
    let repeated = || {
        let line = |line: &Vec<parser_document::Cell>| line.len() == 1 && line[0].text == name;
        let is_word = name.chars().count() >= 4 && name.chars().all(char::is_alphabetic);
        let begins = name.chars().next().is_some_and(char::is_uppercase) && name.split(' ').count() <= 5;
        // `Faktura`, over a page with that heading, names nobody.
        let is_name = !names::names_no_one(&Words::of(name));
        is_name && (begins || is_word) && document.lines.iter().any(line)
    };
    let whole = names::whole(name).or_else(|| (small || repeated()).then(|| name.to_owned()));
    // `SAP WorkFlow <batch@tehuset.se>`: a program's name.
    let is_of_firm = |host: &str| spelled(page, host).is_some();
    let is_strange = !agrees && !names_anywhere(page, name) && names::of_sender(host).is_some_and(is_of_firm);
    let strength = if agrees { 2 } else { usize::from(!is_strange) };
    mentions.add_strong(whole, &SENDER_NAME, strength);
    if let Some(host) = host_name {
        mentions.add(spelled(page, host), &SENDER_HOST);
    }
}

/// Whether the subject, the title or the text has a name in it.
fn names_anywhere(page: &Page<'_>, name: &str) -> bool {
    let name = Words::of(name);
    let cells = page.lines.iter().flatten().map(|cell| &cell.words);
    let mut texts = [&page.subject, &page.title].into_iter().chain(cells);
    texts.any(|words| words.folded().contains(name.folded()))
}

fn sentences(text: &str, words: &Words, is_early: bool, mentions: &mut Mentions) {
    if words.len() < 2 {
        return;
    }
    let early = usize::from(is_early);
    for (phrases, rule, strength) in [
        (Parties::VendorAfter, &ORDER_SENTENCE, 1),
        (Parties::VendorAfterGreeting, &WELCOME, 0),
    ] {
        let mut from = 0;
        while let Some(range) = phrases.find_from(words, from) {
            from = range.end.max(from + 1);
            if range.end < words.len() {
                let rest = &text[words.span(range.end).0..];
                let joined = text[words.span(range.end - 1).1..words.span(range.end).0]
                    .trim()
                    .is_empty();
                mentions.add_strong(joined.then(|| names::at_start(rest)).flatten(), rule, strength + early);
            }
        }
    }
    if words.len() >= 2 && words.len() < 120 {
        for (needs, pattern, rule) in &AROUND {
            if needs.iter().any(|part| text.contains(part))
                && let Some(hit) = pattern.captures(text)
            {
                mentions.add_strong(names::at_start(&hit[1]), rule, early);
            }
        }
    }
}

/// The name in `you paid £12.98 to X`.
fn paid_to(page: &Page<'_>, at: Place, mentions: &mut Mentions) {
    let content = page.content(at);
    if content.amounts.is_empty() || content.words.len() < 5 || !Parties::PaymentSentence.contains(&content.words) {
        return;
    }
    let text = page.cell(at).text.as_str();
    for amount in &content.amounts {
        let rest = text[amount.end..].trim_start();
        let to = ["to ", "till ", "at ", "hos ", "an ", "à ", "aan "]
            .iter()
            .find_map(|word| rest.strip_prefix(word));
        mentions.add(to.and_then(names::at_start), &PAID_TO);
    }
}

/// The name right of or below a label such as `Merchant`.
fn merchant(page: &Page<'_>, at: Place, mentions: &mut Mentions) {
    let words = &page.content(at).words;
    let text = page.cell(at).text.as_str();
    if parties::is_payee(page, at) {
        let beside = || page.right(at).or_else(|| page.below(at, 1).next());
        let name = match text.split_once(':') {
            Some((_, name)) if !name.trim().is_empty() => names::of_payee(name),
            _ => beside().and_then(|place| names::of_payee(&page.cell(place).text)),
        };
        mentions.add_strong(name, &MERCHANT_LABEL, 2);
        return;
    }
    if words.len() > 8 || !Parties::Merchant.starts_with(words) {
        return;
    }
    let strength = usize::from(!Parties::MarketplaceSeller.starts_with(words));
    if Parties::Merchant.matches_all(words) {
        let beside = page.right(at).or_else(|| page.below(at, 1).next());
        let name = beside.and_then(|place| names::whole(&page.cell(place).text));
        mentions.add_strong(name, &MERCHANT_LABEL, strength);
    } else if let Some((label, name)) = text.split_once(':')
        && Parties::Merchant.matches_all(&Words::of(label))
    {
        mentions.add_strong(names::whole(name), &MERCHANT_LABEL, strength);
    }
}

/// The first picture's text without the word `logo`.
fn logo(page: &Page<'_>, mentions: &mut Mentions) {
    const KINDS: [&str; 4] = ["banner", "header", "icon", "picture"];
    const LOGO_WORDS: [&str; 6] = ["company", "logga", "logo", "logo:", "logotyp", "logotype"];
    let mut images = page.document.images.iter();
    let first = images.find(|image| image.alt.chars().any(char::is_alphabetic));
    let is_kind = |word: &str| KINDS.contains(&word.to_lowercase().as_str());
    // A mail that shows its items has a picture of each.
    let items = page.document.images.iter().filter(|image| is_of_item(page, &image.alt));
    let shows_items = items.take(2).count() == 2;
    let is_other = |alt: &str| alt.split(' ').next_back().is_some_and(is_kind) || shows_items && is_of_item(page, alt);
    let first = first.filter(|image| !is_other(&image.alt));
    let is_logo = |word: &str| LOGO_WORDS.contains(&word.to_lowercase().as_str());
    let words = first.map(|image| image.alt.split(' ').filter(|word| !is_logo(word)));
    let alt = words.map(|words| words.collect::<Vec<&str>>().join(" "));
    let small = |alt: &String| {
        (4..=20).contains(&alt.len()) && alt.chars().all(char::is_lowercase) && !names::names_no_one(&Words::of(alt))
    };
    let name = alt.and_then(|alt| names::whole(&alt).or_else(|| small(&alt).then(|| alt.clone())));
    mentions.add(name, &LOGO);
}

/// Whether an item is called so: a line whose price is in it or below.
fn is_of_item(page: &Page<'_>, name: &str) -> bool {
    const LINES: usize = 3;
    let is_name = |place: &Place| page.cell(*place).text == name;
    let has_price = |place: Place| page.content(place).has_money();
    let mut named = page.places().filter(is_name);
    named.any(|place| {
        page.right(place)
            .into_iter()
            .chain(page.below(place, LINES))
            .any(has_price)
    })
}

/// The name under `Vänliga hälsningar`, and the one below that, since a person may sign first.
fn signature(page: &Page<'_>, mentions: &mut Mentions) {
    let is_closing = |at: &Place| Parties::Closing.matches_all(&page.content(*at).words);
    for at in page.places().filter(is_closing) {
        let name_at = |below: Place| names::whole(&page.cell(below).text);
        let names: Vec<String> = page.below(at, 2).map_while(name_at).collect();
        // Who signs for a firm is not the seller.
        let has_firm = names.iter().any(|name| firms::is_legal(name));
        for name in names.into_iter().filter(|name| !has_firm || firms::is_legal(name)) {
            mentions.add(Some(name), &SIGNATURE);
        }
    }
    // `/ Gårdsbutiken Lillängen`
    for at in page.places() {
        let text = page.cell(at).text.as_str();
        if let Some(name) = text.strip_prefix('/').filter(|_| text.len() <= 80) {
            let name = names::at_start(name.trim_start_matches('/').trim_start());
            mentions.add(name, &SIGNATURE);
        }
    }
}

/// A name alone in the first line or one of the last four.
fn edges(page: &Page<'_>, buyer: &BTreeSet<Place>, mentions: &mut Mentions) {
    let lines = page.lines.len();
    let alone = |line: usize| {
        let free = (page.lines[line].len() == 1 || line == 0) && !buyer.contains(&Place { line, cell: 0 });
        let cell = &page.document.lines[line][0];
        let amounts = !page.lines[line][0].amounts.is_empty() || !page.lines[line][0].dates.is_empty();
        (free && !amounts).then(|| names::whole(&cell.text)).flatten()
    };
    if lines > 0 {
        // `SHOP ORDER`, `Fattura elettronica`
        let is_senders = |name: &str| page.document.from_name.starts_with(name);
        let is_title = |name: &String| !is_senders(name) && (is_document(name) || pdf::is_heading(&Words::of(name)));
        let free = |line: usize| alone(line).filter(|name| firms::is_legal(name) || !is_title(name));
        let name = free(0).or_else(|| written_small(page, mentions));
        let title = Some(1).filter(|below| *below < lines && is_title(&page.document.lines[0][0].text));
        // A person there is mostly the buyer.
        let below = title.and_then(free).filter(|name| firms::is_legal(name));
        mentions.add_strong(below, &FIRST_LINE_OF_MAIL, 0);
        mentions.add_strong(name, &FIRST_LINE_OF_MAIL, 1);
        let mut cells = page.document.lines.iter().map(|line| line[0].text.as_str());
        let first = cells.find(|text| text.contains(char::is_alphabetic));
        if let Some((name, rest)) = [" – ", " — ", " - ", " | ", " • ", " · "]
            .iter()
            .find_map(|sign| first?.split_once(sign))
        {
            mentions.add_strong(names::whole(name), &FIRST_LINE_PART, usize::from(is_document(rest)));
        }
    }
    let last = lines.saturating_sub(4).max(1)..lines;
    let names: Vec<(usize, String)> = last.filter_map(|line| Some((line + 1, alone(line)?))).collect();
    // One of several may be a country's.
    let is_one = names.len() == 1;
    for (next, name) in names {
        let signs = is_one && next < lines && parties::names_program(page, Place { line: next, cell: 0 });
        mentions.add_strong(Some(name), &LAST_LINES, usize::from(signs));
    }
}

/// Whether a few words say what the mail is: `orderkvitto`, `Click+Collect receipt`.
fn is_document(text: &str) -> bool {
    let words = Words::of(text);
    (1..=4).contains(&words.len()) && Documents::Receipt.ends_with(&words)
}

/// A name in lower case in the first line, if it is a host or another name on the page begins with the same word.
fn written_small(page: &Page<'_>, mentions: &Mentions) -> Option<String> {
    let text = page.document.lines.first()?.first()?.text.trim_end_matches('.');
    let key = names::key(text);
    if names::is_host(text) {
        return Some(text.to_owned());
    }
    let small = (4..=20).contains(&text.len()) && text.chars().all(|c| c.is_lowercase() || c == '.');
    steps::spend(mentions.all.len() * 32);
    let known = mentions.all.iter().any(|v| names::key(&v.name).starts_with(&key));
    (small && known).then(|| text.to_owned())
}

/// The host of most links and the hosts of addresses in the text, if the text has their names.
fn hosts(page: &Page<'_>, mentions: &mut Mentions) {
    let mut count: HashMap<&str, usize> = HashMap::new();
    let linked = page.document.links.iter().filter_map(|host| names::of_host(host));
    for host in linked.filter(|name| !names::is_carrier(name)) {
        *count.entry(host).or_default() += 1;
    }
    if let Some((host, _)) = count.iter().max_by_key(|(host, n)| (**n, std::cmp::Reverse(**host))) {
        mentions.add(spelled(page, host), &LINKS_HOST);
    }
    let cells = page.document.lines.iter().flatten();
    let texts = cells.map(|cell| cell.text.as_str());
    let addressed = texts.filter(|text| text.contains('@') || text.starts_with("http") && !text.contains(' '));
    for hit in addressed.flat_map(|text| ADDRESS.captures_iter(text)) {
        let host = hit[1].to_lowercase();
        if let Some(name) = names::of_host(&host).filter(|n| !names::is_carrier(n)) {
            mentions.add(spelled(page, name), &ADDRESS_HOST);
        }
    }
}

static ADDRESS: Pattern = pattern!(r"(?:@|://(?:www\.)?)([A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+)");

/// A host's name as the text spells it; `None` if it is not in the text.
fn spelled(page: &Page<'_>, host: &str) -> Option<String> {
    let wanted = host.replace('-', "");
    steps::spend(page.document.images.len());
    let begins = |word: &str| {
        let first = word.chars().find(|c| c.is_alphanumeric());
        first.is_none_or(|c| c.to_lowercase().next() == wanted.chars().next())
    };
    let document = page.document;
    let texts = [&document.from_name, &document.subject, &document.title].map(String::as_str);
    let places = page.places().filter(|at| !parties::names_program(page, *at));
    let cells = places.map(|at| page.cell(at).text.as_str());
    let alts = document.images.iter().map(|i| i.alt.as_str());
    for text in texts.into_iter().chain(alts).chain(cells) {
        steps::spend(1 + text.len());
        let words: Vec<&str> = text
            .split([' ', ',', '!', '?', '(', ')', '"', '/'])
            .map(|w| w.trim_matches(['.', ':', ';', '\'', '-']))
            .filter(|w| !w.is_empty())
            .collect();
        for size in 1..=3_usize {
            let hit = words
                .windows(size)
                .filter(|group| begins(group[0]) && !group.iter().any(|w| w.contains('@')))
                .find(|group| names::is_of_host(&group.concat(), &wanted))
                .filter(|group| !names::names_no_one(&Words::of(&group.join(" "))));
            if let Some(group) = hit {
                return Some(group.join(" "));
            }
        }
    }
    None
}
