//! Invented replacements. The same original has the same replacement everywhere.

use std::collections::{BTreeMap, HashMap, HashSet};

use fastrand::Rng;

/// What a replaced text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Kind {
    /// An amount of money.
    Amount,
    /// A day.
    Date,
    /// A word of a person's name.
    Name,
    /// An e-mail address.
    Email,
    /// A street with its number.
    Street,
    /// A postal code.
    PostalCode,
    /// A town.
    Town,
    /// A number of an order, a customer, a card, a telephone and the like.
    Number,
    /// An address of a page in a text.
    Link,
}

impl Kind {
    /// The plural, for the report.
    pub const fn plural(self) -> &'static str {
        match self {
            Kind::Amount => "amounts",
            Kind::Date => "dates",
            Kind::Name => "words of names",
            Kind::Email => "e-mail addresses",
            Kind::Street => "streets",
            Kind::PostalCode => "postal codes",
            Kind::Town => "towns",
            Kind::Number => "numbers",
            Kind::Link => "links in texts",
        }
    }
}

const NAMES: &[&str] = &[
    "Alva", "Bo", "Vera", "Nils", "Elsa", "Tage", "Saga", "Olle", "Tuva", "Sixten", "Ebba", "Ture", "Ronja", "Melker",
    "Signe", "Hjalmar",
];
const STREETS: &[&str] = &[
    "Exempelgatan",
    "Provvägen",
    "Mönstergatan",
    "Testgränd",
    "Övningsvägen",
    "Modellgatan",
];
const TOWNS: &[&str] = &[
    "Exempelstad",
    "Provköping",
    "Mönsterby",
    "Testinge",
    "Övningsby",
    "Modellhamn",
];

/// Makes replacements from a seed.
#[derive(Debug)]
pub struct Invented {
    seed: u64,
    /// The original's text in small letters: nothing that it has is invented.
    original: String,
    made: HashMap<(Kind, String), String>,
    used: HashSet<(Kind, String)>,
    counts: BTreeMap<Kind, usize>,
}

impl Invented {
    /// Replacements that the original's text does not contain.
    pub fn new(seed: u64, original: &str) -> Self {
        Invented {
            seed,
            original: original.to_lowercase(),
            made: HashMap::new(),
            used: HashSet::new(),
            counts: BTreeMap::new(),
        }
    }

    /// The replacement of an original, made by `make` if there is none yet. Two originals have two replacements.
    pub fn replacement(&mut self, kind: Kind, original: &str, make: impl Fn(&mut Rng) -> String) -> String {
        let key = (kind, original.to_owned());
        if let Some(known) = self.made.get(&key) {
            return known.clone();
        }
        let mut rng = Rng::with_seed(self.seed ^ hash(original.as_bytes()));
        let mut made = make(&mut rng);
        for _ in 0..200 {
            let is_new = made != original && !self.used.contains(&(kind, made.clone()));
            if is_new && !self.original.contains(&made.to_lowercase()) {
                break;
            }
            made = make(&mut rng);
        }
        self.used.insert((kind, made.clone()));
        self.made.insert(key, made.clone());
        made
    }

    /// A word of a name, in small letters, as another one.
    pub fn name(&mut self, word: &str) -> String {
        self.replacement(Kind::Name, word, |rng| pick(NAMES, rng))
    }

    /// Another town.
    pub fn town(&mut self, town: &str) -> String {
        self.replacement(Kind::Town, town, |rng| pick(TOWNS, rng))
    }

    /// Another street with its number.
    pub fn street(&mut self, street: &str) -> String {
        self.replacement(Kind::Street, street, |rng| {
            format!("{} {}", pick(STREETS, rng), rng.u8(1..99))
        })
    }

    /// Another e-mail address, at example.com: of the invented name if the address has these words of a name.
    pub fn email(&mut self, address: &str, name: &[String]) -> String {
        let address = address.to_lowercase();
        let name: Vec<String> = name.iter().map(|word| ascii(&self.name(word))).collect();
        let own = Some(format!("{}@example.com", name.join("."))).filter(|_| !name.is_empty());
        let own = own.filter(|own| !self.used.contains(&(Kind::Email, own.clone())));
        self.replacement(Kind::Email, &address, |rng| {
            let invented = || format!("{}.{}@example.com", ascii(&pick(NAMES, rng)), ascii(&pick(TOWNS, rng)));
            own.clone().unwrap_or_else(invented)
        })
    }

    /// The words of everything invented, in small letters.
    pub fn words(&self) -> impl Iterator<Item = String> {
        self.made.values().flat_map(|made| words(made))
    }

    /// Counts a place where something was replaced.
    pub fn count(&mut self, kind: Kind) {
        *self.counts.entry(kind).or_default() += 1;
    }

    /// How many places of each kind were replaced.
    pub fn counts(&self) -> &BTreeMap<Kind, usize> {
        &self.counts
    }
}

fn pick(all: &[&str], rng: &mut Rng) -> String {
    all[rng.usize(..all.len())].to_owned()
}

fn ascii(text: &str) -> String {
    let plain = |c: char| match c {
        'å' | 'ä' => 'a',
        'ö' => 'o',
        c => c,
    };
    text.to_lowercase().chars().map(plain).collect()
}

/// FNV-1a. Unlike the standard library's hash it is the same with every compiler.
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// The words of a text in small letters.
pub fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphabetic())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}
