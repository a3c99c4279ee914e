//! Names of months, to write a date in the words of the original.

/// A line for each language and length: the language's code, and the names from January to December.
const NAMES: &[&str] = &[
    "sv januari februari mars april maj juni juli augusti september oktober november december",
    "sv jan feb mar apr maj jun jul aug sep okt nov dec",
    "en january february march april may june july august september october november december",
    "en jan feb mar apr may jun jul aug sep oct nov dec",
    "nb januar februar mars april mai juni juli august september oktober november desember",
    "da januar februar marts april maj juni juli august september oktober november december",
    "nb jan feb mar apr mai jun jul aug sep okt nov des",
    "de januar februar märz april mai juni juli august september oktober november dezember",
    "de jan feb mär apr mai jun jul aug sep okt nov dez",
    "nl januari februari maart april mei juni juli augustus september oktober november december",
    "nl jan feb mrt apr mei jun jul aug sep okt nov dec",
    "fr janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "es enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre",
    "it gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre",
    "pt janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro",
    "fi tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu lokakuu marraskuu joulukuu",
    "fi tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
    "pl stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
    "cs ledna února března dubna května června července srpna září října listopadu prosince",
];

/// The names with which a page's months are written.
#[derive(Clone, Copy, Debug)]
pub struct Months {
    /// The index of the first list to look in, which fits the most months of the page.
    preferred: usize,
}

impl Months {
    /// The list that a page's months fit best; of several, one of the page's language.
    pub fn of(text: &str, language: Option<&str>) -> Self {
        let text = text.to_lowercase();
        let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).collect();
        let fitting = |list: &str| {
            let known = words.iter().filter(|word| names(list).any(|name| name == **word));
            2 * known.count() + usize::from(language.is_some_and(|language| list.starts_with(language)))
        };
        let best = (0..NAMES.len()).rev().max_by_key(|at| fitting(NAMES[*at]));
        Months {
            preferred: best.unwrap_or(0),
        }
    }

    /// The name of a month in the language, length and case of another month's name.
    pub fn like(self, word: &str, month: u32) -> Option<String> {
        let small = word.to_lowercase();
        let preferred = NAMES[self.preferred];
        let own = NAMES.iter().copied().filter(|list| list[..2] == preferred[..2]);
        let lists = [preferred].into_iter().chain(own).chain(NAMES.iter().copied());
        let short = if small == "sept" { "sep" } else { &small };
        let mut lists = lists;
        let list = lists.find(|list| names(list).any(|name| name == short))?;
        let name = names(list).nth(usize::try_from(month).ok()?.checked_sub(1)?)?;
        Some(in_case_of(word, name))
    }
}

fn names(list: &str) -> impl Iterator<Item = &str> {
    list.split(' ').skip(1)
}

/// A word in the case of another: `MAJ`, `Maj`, `maj`.
pub fn in_case_of(model: &str, word: &str) -> String {
    let is_upper = model.chars().count() > 1 && model.chars().all(char::is_uppercase);
    let is_title = model.starts_with(char::is_uppercase);
    let mut letters = word.chars();
    if is_upper {
        word.to_uppercase()
    } else if is_title {
        letters
            .next()
            .map(|first| first.to_uppercase().chain(letters).collect())
            .unwrap_or_default()
    } else {
        word.to_lowercase()
    }
}
