//! Classes that exclude each other: of the classes of a set, one decides what a text is, and a phrase in two of them would only
//! ever count in the first.

/// A set of classes of a table.
pub struct Exclusive {
    /// The table.
    pub table: &'static str,
    /// Its classes that exclude each other.
    pub classes: &'static [&'static str],
    /// Pairs of them that may share any phrase, with the reason.
    pub shared: &'static [(&'static str, &'static str, &'static str)],
    /// Single phrases that are in two of them, for the same reason as the pair of a phrase and its exception.
    pub ambiguous: &'static [&'static str],
}

impl Exclusive {
    /// Whether two classes may both have a phrase.
    pub fn allows(&self, one: &str, other: &str, variant: &str) -> bool {
        let is_pair = |(a, b, _): &(&str, &str, &str)| (*a, *b) == (one, other) || (*b, *a) == (one, other);
        self.ambiguous.contains(&variant) || self.shared.iter().any(is_pair)
    }
}

/// The sets.
pub const EXCLUSIVE: &[Exclusive] = &[
    Exclusive {
        table: "amounts",
        classes: &[
            "refund",
            "not-a-total",
            "rounding",
            "net",
            "grand-total",
            "amount-due",
            "discount",
            "vat",
            "shipping",
            "fee",
            "total",
            "paid",
            "amount",
        ],
        shared: &[
            (
                "grand-total",
                "amount-due",
                "what is due is the whole sum where nothing was paid",
            ),
            (
                "grand-total",
                "total",
                "a whole label is a grand total, and a part of one a total",
            ),
            (
                "grand-total",
                "paid",
                "what was paid is the whole sum where the page has no other",
            ),
            (
                "grand-total",
                "amount",
                "a whole label is a grand total, and a part of one an amount",
            ),
            (
                "amount-due",
                "paid",
                "a label at the amount that a bank draws says both",
            ),
            (
                "total",
                "amount",
                "at either end of a label it is a total, between other words an amount",
            ),
            (
                "paid",
                "amount",
                "at either end of a label it was paid, between other words it is an amount",
            ),
        ],
        ambiguous: &[
            // The first class is that of a line among the items, the second that of a line among the sums.
            "item total",
            "total items",
            "coupon",
            "kupong",
            "late fee",
            "cena",
            "pris",
            "fare total",
            "city tax",
            "expeditionsavgift",
        ],
    },
    Exclusive {
        table: "dates",
        classes: &["due-date", "invoice-date", "order-date", "plain-date", "other-date"],
        shared: &[(
            "due-date",
            "order-date",
            "a payment date is the due date of an invoice, and the day of the payment on a receipt",
        )],
        ambiguous: &["charge date", "charge date time", "charged on"],
    },
    Exclusive {
        table: "numbers",
        classes: &["invoice", "receipt", "order", "booking", "transaction", "reference"],
        shared: &[],
        // What one shop calls an order is another one's booking.
        ambiguous: &[
            "tosite",
            "ticket",
            "auftrags",
            "bestillings",
            "köpets",
            "vorgangs",
            "reservasjons",
        ],
    },
    Exclusive {
        table: "items",
        classes: &[
            "unit-price-column",
            "size-column",
            "article-number-column",
            "name-column",
            "quantity-column",
            "sum-column",
            "other-column",
        ],
        shared: &[(
            "unit-price-column",
            "sum-column",
            "`price` is that of one thing beside a sum, and that of the line alone",
        )],
        ambiguous: &["jmf", "nr", "qty ordered"],
    },
    Exclusive {
        table: "currency-names",
        classes: &["krona", "swedish-krona", "norwegian-krone", "danish-krone"],
        shared: &[],
        ambiguous: &[],
    },
    Exclusive {
        table: "parties",
        classes: &["seller", "buyer"],
        shared: &[],
        ambiguous: &[],
    },
    Exclusive {
        table: "months",
        classes: &[
            "january",
            "february",
            "march",
            "april",
            "may",
            "june",
            "july",
            "august",
            "september",
            "october",
            "november",
            "december",
        ],
        shared: &[],
        ambiguous: &[],
    },
];
