//! The rules that give points to the names on a page.

use crate::rule::{Example, Rule};

/// The points of a rule, and the words of its evidence.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hint {
    /// The words that the evidence prints.
    pub because: &'static str,
    /// The points that a name gets, from the weakest to the strongest case in the rule's sentence.
    pub points: &'static [u32],
    /// Whether it suffices for the only name of a mail, whatever its points.
    pub suffices: bool,
}

pub(super) type ScoringRule = Rule<Hint>;

const fn hint(because: &'static str, points: &'static [u32]) -> Hint {
    Hint {
        because,
        points,
        suffices: false,
    }
}

const fn sufficient(because: &'static str, points: &'static [u32]) -> Hint {
    Hint {
        because,
        points,
        suffices: true,
    }
}

pub(super) const SENDER_NAME: ScoringRule = Rule {
    id: "vendor_name/sender-name",
    doc: "Gives the sender's display name 4 points, 6 if the address's host has the same name, and 2 if the text has the host's name and not the sender's.",
    example: Example::Mail("From: Kaffebutiken <order@kaffebutiken.example>\nReceipt\nTotal   125.00 EUR"),
    apply: hint("the sender's name", &[2, 4, 6]),
};

pub(super) const SENDER_HOST: ScoringRule = Rule {
    id: "vendor_name/sender-host",
    doc: "Gives 2 points to the name in the sender's host, as the text spells it.",
    example: Example::Mail("From: Orders <order@kaffebutiken.example>\nReceipt\nThe coffee of Kaffebutiken"),
    apply: sufficient("the sender's host", &[2]),
};

pub(super) const TITLE_PART: ScoringRule = Rule {
    id: "vendor_name/title-part",
    doc: "Gives 2 points to a name that is a part of the subject or title, and 4 if another part says what the document is.",
    example: Example::Mail("Subject: Kaffebutiken - Your receipt\nReceipt\nTotal   125.00 EUR"),
    apply: sufficient("a part of the title", &[2, 4]),
};

pub(super) const ORDER_SENTENCE: ScoringRule = Rule {
    id: "vendor_name/order-sentence",
    doc: "Gives 3 points for a sentence such as \u{201c}your X order\u{201d}, 4 for \u{201c}your order from X\u{201d}, and in the first half one more, so at most 5.",
    example: Example::Mail("Thank you\nYour order from Kaffebutiken is confirmed.\nTotal   125.00 EUR"),
    apply: hint("a sentence about its order", &[3, 4, 5]),
};

pub(super) const WELCOME: ScoringRule = Rule {
    id: "vendor_name/welcome",
    doc: "Gives 3 points for a sentence such as \u{201c}welcome to X\u{201d}, and 4 in the first half.",
    example: Example::Mail("Receipt\nWelcome to Kaffebutiken, dear guest.\nTotal   125.00 EUR"),
    apply: hint("a sentence of welcome", &[3, 4]),
};

pub(super) const TEAM: ScoringRule = Rule {
    id: "vendor_name/team",
    doc: "Gives 4 points for a text such as \u{201c}the X team\u{201d}, and 5 in the first half.",
    example: Example::Mail("Receipt\nTotal   125.00 EUR\nThe Kaffebutiken Team"),
    apply: hint("a sentence with the team's name", &[4, 5]),
};

pub(super) const SENT_BY: ScoringRule = Rule {
    id: "vendor_name/sent-by",
    doc: "Gives 3 points for a sentence such as \u{201c}X sent you this mail\u{201d}, and 4 in the first half.",
    example: Example::Mail("Receipt\nTotal   125.00 EUR\nKaffebutiken sent you this mail."),
    apply: hint("a sentence that says who sent the mail", &[3, 4]),
};

pub(super) const COPYRIGHT: ScoringRule = Rule {
    id: "vendor_name/copyright",
    doc: "Gives 2 points to the name in a copyright line.",
    example: Example::Mail("Receipt\nTotal   125.00 EUR\n\u{a9} 2026 Kaffebutiken"),
    apply: hint("the copyright line", &[2]),
};

pub(super) const PAID_TO: ScoringRule = Rule {
    id: "vendor_name/paid-to",
    doc: "Gives 4 points for a sentence such as \u{201c}you paid 12 EUR to X\u{201d}.",
    example: Example::Mail("Receipt\nYou have paid 125.00 EUR to Kaffebutiken."),
    apply: hint("a sentence that says who was paid", &[4]),
};

pub(super) const MERCHANT_LABEL: ScoringRule = Rule {
    id: "vendor_name/merchant-label",
    doc: "Gives 4 points to the name next to a label such as \u{201c}merchant\u{201d}, 1 to a marketplace's seller, and 10 to a payee's beside a payment reference.",
    example: Example::Mail("Receipt\nMerchant: Kaffebutiken\nTotal   125.00 EUR"),
    apply: hint("the label of a merchant", &[1, 4, 10]),
};

const FULL_NAME: &str = "a firm's full name";

pub(super) const FULL_NAME_IN_MAIL: ScoringRule = Rule {
    id: "vendor_name/full-name",
    doc: "Gives 1 point to a firm's name with its legal form in a mail, and 3 in the last two fifths.",
    example: Example::Mail("Receipt\nTotal   125.00 EUR\nThank you\nKaffebutiken Norr AB, Box 12"),
    apply: hint(FULL_NAME, &[1, 3]),
};

pub(super) const LOGO: ScoringRule = Rule {
    id: "vendor_name/logo",
    doc: "Gives 3 points to the text of the first picture, without the word \u{201c}logo\u{201d}.",
    example: Example::Html("<img src=\"https://example.com/logo.png\" alt=\"Kaffebutiken logo\"><p>Receipt</p>"),
    apply: sufficient("the logo", &[3]),
};

const FIRST_LINE: &str = "the first line";

pub(super) const FIRST_LINE_OF_MAIL: ScoringRule = Rule {
    id: "vendor_name/first-line",
    doc: "Gives 3 points to a name alone in the first line of a mail, and 2 to one in the second line below a title.",
    example: Example::Mail("Kaffebutiken\nReceipt\nTotal   125.00 EUR"),
    apply: hint(FIRST_LINE, &[2, 3]),
};

pub(super) const FIRST_LINE_PART: ScoringRule = Rule {
    id: "vendor_name/first-line-part",
    doc: "Gives 2 points to a name before a dash in the first line, and 4 if the rest says what the mail is.",
    example: Example::Mail("Kaffebutiken - Receipt\nTotal   125.00 EUR"),
    apply: hint("a part of the first line", &[2, 4]),
};

pub(super) const LAST_LINES: ScoringRule = Rule {
    id: "vendor_name/last-lines",
    doc: "Gives 2 points to a name alone in one of a mail's last four lines, and 4 to the only such name, if the next line names the program that made the mail.",
    example: Example::Mail("Receipt\nTotal   125.00 EUR\nKaffebutiken"),
    apply: hint("one of the last lines", &[2, 4]),
};

pub(super) const SIGNATURE: ScoringRule = Rule {
    id: "vendor_name/signature",
    doc: "Gives 2 points to a name under \u{201c}kind regards\u{201d} or after a slash.",
    example: Example::Mail("Receipt\nTotal   125.00 EUR\nKind regards\nKaffebutiken"),
    apply: sufficient("the signature", &[2]),
};

pub(super) const FOOT_ADDRESS: ScoringRule = Rule {
    id: "vendor_name/foot-address",
    doc: "Gives 2 points to the name before a postal address in the last quarter of a mail.",
    example: Example::Mail("Receipt\nTotal   125.00 EUR\nThank you\nKaffebutiken, Storgatan 4, 990 77 Sm\u{e5}torp"),
    apply: sufficient("the name before the address", &[2]),
};

pub(super) const LINKS_HOST: ScoringRule = Rule {
    id: "vendor_name/links-host",
    doc: "Gives 2 points to the name in the host of most links, as the text spells it.",
    example: Example::Html(
        "<p>Receipt</p><p>The coffee of <a href=\"https://kaffebutiken.example/\">Kaffebutiken</a></p>",
    ),
    apply: sufficient("the host of most links", &[2]),
};

pub(super) const ADDRESS_HOST: ScoringRule = Rule {
    id: "vendor_name/address-host",
    doc: "Gives 1 point to the name in the host of a mail address, or of a web address alone, as the text spells it.",
    example: Example::Mail("Receipt\nThe coffee of Kaffebutiken\nWrite to order@kaffebutiken.example"),
    apply: hint("the host of an address", &[1]),
};

pub(super) const SELLER_LABEL: ScoringRule = Rule {
    id: "vendor_name/seller-label",
    doc: "Gives 6 points to the name next to or below a label such as \u{201c}seller\u{201d}.",
    example: Example::Pdf("Invoice 1001\nSeller: Kaffebutiken\nTotal   125.00 EUR"),
    apply: hint("the label of a seller", &[6]),
};

pub(super) const PARTY_LABEL: ScoringRule = Rule {
    id: "vendor_name/party-label",
    doc: "Gives 6 points to the name next to or below a label such as \u{201c}seller\u{201d} with its registration, or of a firm beside or below such a label alone, if nobody with a name sent the page and it names the buyer, too.",
    example: Example::Html(
        "<p>Invoice 1001</p><p>Seller</p><p>Kaffebutiken</p><p>VAT no SE556000000001</p><p>Buyer</p><p>Tehuset</p><p>Total 125.00 EUR</p>",
    ),
    apply: hint("the label of a seller", &[6]),
};

pub(super) const RETURN_ADDRESS: ScoringRule = Rule {
    id: "vendor_name/return-address",
    doc: "Gives 5 points to the name that begins a postal address in one line, and 9 in the last quarter of a PDF if the name also stands above that.",
    example: Example::Pdf(
        "Invoice 1001\nKaffebutiken \u{b7} Storgatan 4 \u{b7} 990 77 Sm\u{e5}torp\nTotal   125.00 EUR",
    ),
    apply: hint("the return address", &[5, 9]),
};

pub(super) const PAYMENT_RECEIVER: ScoringRule = Rule {
    id: "vendor_name/payment-receiver",
    doc: "Gives 4 points to the name after \u{201c}payment received by\u{201d}.",
    example: Example::Pdf("Receipt 1001\nTotal   125.00 EUR\nPayment received by Kaffebutiken"),
    apply: hint("who received the payment", &[4]),
};

pub(super) const OWN_HOST: ScoringRule = Rule {
    id: "vendor_name/own-host",
    doc: "Gives 4 points to a name that the host of a site or mail address on the page has, too.",
    example: Example::Pdf("Invoice 1001\nKaffebutiken\nwww.kaffebutiken.example\nTotal   125.00 EUR"),
    apply: hint("the name in its own address", &[4]),
};

pub(super) const REGISTRATION: ScoringRule = Rule {
    id: "vendor_name/registration",
    doc: "Gives 1 point to a firm's full name with its registration next to or below it, or with a giro in the same line, and 4 to a name in the last quarter of a PDF over its postal address with ways to reach it or a registration in the cells beside.",
    example: Example::Pdf("Invoice 1001\nTotal   125.00 EUR\nKaffebutiken Norr AB\nOrg no 556000-0000"),
    apply: hint("its registration beside it", &[1, 4]),
};

pub(super) const REGISTERED: ScoringRule = Rule {
    id: "vendor_name/registered",
    doc: "Gives 4 points to the only firm above the first amount with its registration next to or below it, if nobody with a name sent the page.",
    example: Example::Html("<p>Receipt</p><p>Kaffebutiken Norr AB<br>Org no 556000-0000</p><p>Total 125.00 EUR</p>"),
    apply: hint("its registration beside it", &[4]),
};

pub(super) const FULL_NAME_IN_PDF: ScoringRule = Rule {
    id: "vendor_name/full-name-in-pdf",
    doc: "Gives a firm's name with its legal form 2 points, one more for its second and third time, and two more in the first lines, so at most 6.",
    example: Example::Pdf("Invoice 1001\nTotal   125.00 EUR\nKaffebutiken Norr AB, Box 12"),
    apply: hint(FULL_NAME, &[2, 3, 4, 5, 6]),
};

pub(super) const LARGEST_LETTERS: ScoringRule = Rule {
    id: "vendor_name/largest-letters",
    doc: "Gives 3 points to a name in the largest letters of a PDF's first lines.",
    example: Example::Pdf("# Kaffebutiken\nInvoice 1001\nTotal   125.00 EUR"),
    apply: hint("the largest letters of the head", &[3]),
};

pub(super) const FIRST_LINE_OF_PDF: ScoringRule = Rule {
    id: "vendor_name/first-line-of-pdf",
    doc: "Gives 2 points to a name that is the first text of a PDF, and 1 to one that is the second.",
    example: Example::Pdf("Kaffebutiken\nInvoice 1001\nTotal   125.00 EUR"),
    apply: hint(FIRST_LINE, &[1, 2]),
};

pub(super) const CONFIRMED: ScoringRule = Rule {
    id: "vendor_name/confirmed",
    doc: "Gives 0 points to a name in the largest letters or the first line that stands elsewhere on the page, too, or has an address below it: it is no heading.",
    example: Example::Pdf(
        "# Kaffebutiken\nInvoice 1001\nTotal   125.00 EUR\nThe coffee of Kaffebutiken is roasted by hand",
    ),
    apply: hint("the name elsewhere on the page, or an address below it", &[0]),
};

pub(super) const ADDRESS_BELOW: ScoringRule = Rule {
    id: "vendor_name/address-below",
    doc: "Gives 2 points to a name that is the first or second text of a PDF and has an address or a registration below it.",
    example: Example::Pdf("Kaffebutiken\nStorgatan 4\n990 77 Sm\u{e5}torp\nInvoice 1001\nTotal   125.00 EUR"),
    apply: hint("its own address below it", &[2]),
};

pub(super) const MAIL_RULES: &[ScoringRule] = &[
    SENDER_NAME,
    SENDER_HOST,
    TITLE_PART,
    ORDER_SENTENCE,
    WELCOME,
    TEAM,
    SENT_BY,
    COPYRIGHT,
    PAID_TO,
    MERCHANT_LABEL,
    PARTY_LABEL,
    REGISTERED,
    FULL_NAME_IN_MAIL,
    LOGO,
    FIRST_LINE_OF_MAIL,
    FIRST_LINE_PART,
    LAST_LINES,
    SIGNATURE,
    FOOT_ADDRESS,
    LINKS_HOST,
    ADDRESS_HOST,
];

pub(super) const PDF_RULES: &[ScoringRule] = &[
    SELLER_LABEL,
    RETURN_ADDRESS,
    PAYMENT_RECEIVER,
    OWN_HOST,
    REGISTRATION,
    FULL_NAME_IN_PDF,
    LARGEST_LETTERS,
    FIRST_LINE_OF_PDF,
    CONFIRMED,
    ADDRESS_BELOW,
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rule_says_how_many_points_it_gives() {
        for rule in MAIL_RULES.iter().chain(PDF_RULES) {
            for points in [rule.apply.points.first(), rule.apply.points.last()] {
                let points = points.expect("a rule has points").to_string();
                assert!(rule.doc.contains(&points), "{}: {points}", rule.id);
            }
        }
    }
}
