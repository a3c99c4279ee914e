//! Each step in both directions: what it joins, and what it leaves apart.

use parser_model::identity::Role;

use super::{Fact, announced, counted, document, invoice, mails, receipt};
use crate::identity::{Group, STEPS, Step, Warning, group};

fn groups(facts: &[Fact]) -> (Vec<Fact>, Vec<Group>) {
    let facts = mails(facts.to_vec());
    let groups = group(&facts, &[]);
    (facts, groups)
}

/// The step by which two documents are one, if they are.
fn step(one: Fact, other: Fact) -> Option<Step> {
    let (_, groups) = groups(&[one, other]);
    let join = groups.first()?.members.get(1)?.joined?;
    Some(join.step)
}

const ORDER: &str = "10004711";

#[test]
fn every_step_joins_and_leaves_apart() {
    let order = |fact: Fact| fact.order(ORDER);
    let cancellation = |day, total| document(Role::Cancellation, day, total);
    let cases = [
        // The one document, one that is the same invoice, one that is another.
        (
            Step::SameMail,
            receipt(0, "20").message("<1>"),
            receipt(0, "20").message("<1>"),
            receipt(0, "21").message("<1>"),
        ),
        (
            Step::SameFile,
            receipt(0, "20").file("a"),
            receipt(9, "20").file("a"),
            receipt(9, "20").file("b"),
        ),
        (
            Step::Number,
            invoice(0, "20").invoice("INV 1"),
            invoice(120, "20").invoice("inv-1"),
            invoice(121, "20").invoice("INV-1"),
        ),
        (
            Step::Mail,
            receipt(0, "20").part("mail", 0),
            invoice(0, "25").part("mail", 1),
            invoice(0, "25").part("other", 1),
        ),
        (
            Step::Order,
            order(receipt(0, "20")),
            order(invoice(3, "20")),
            order(invoice(4, "20")),
        ),
        (
            Step::Announced,
            order(announced(0, "20")),
            order(announced(180, "20")),
            order(announced(181, "20")),
        ),
        (
            Step::Covered,
            order(announced(0, "20")),
            order(receipt(400, "20")),
            order(receipt(401, "20")),
        ),
        (
            Step::Covered,
            order(receipt(0, "20")),
            order(announced(180, "20")),
            order(announced(181, "20")),
        ),
        (
            Step::Covered,
            order(announced(0, "20")),
            order(receipt(5, "15")),
            order(receipt(5, "14.99")),
        ),
        (
            Step::Answered,
            order(receipt(0, "").asked(&["15", "20"])),
            order(receipt(400, "20")),
            order(receipt(400, "21")),
        ),
        (
            Step::Answered,
            receipt(0, "").asked(&["15", "20"]).part("mail", 0),
            invoice(0, "25").part("mail", 1),
            invoice(0, "25").part("other", 1),
        ),
        (
            Step::Cancelled,
            order(receipt(0, "20")),
            order(cancellation(5, "")),
            cancellation(5, "").order("10004712"),
        ),
    ];
    for (expected, one, same, other) in cases {
        assert_eq!(step(one.clone(), same.clone()), Some(expected), "{one:?} {same:?}");
        assert_eq!(step(one.clone(), other.clone()), None, "{one:?} {other:?}");
        assert_eq!(
            step(
                one.clone(),
                Fact {
                    vendor: "other".parse().unwrap(),
                    ..same
                }
            ),
            None
        );
    }
    // Each is in the table once, in the order of its declaration.
    assert_eq!(STEPS.iter().map(|row| row.step).collect::<Vec<_>>(), Step::ALL);
    for step in Step::ALL {
        assert_eq!(step.as_str().parse(), Ok(step));
    }
}

#[test]
fn short_numbers_join_within_days() {
    let order = |fact: Fact| fact.order("42");
    assert_eq!(
        step(order(receipt(0, "20")), order(receipt(0, "20"))),
        Some(Step::Order)
    );
    assert_eq!(step(order(receipt(0, "20")), order(receipt(1, "20"))), None);
    assert_eq!(
        step(order(announced(0, "20")), order(announced(3, "20"))),
        Some(Step::Announced)
    );
    assert_eq!(step(order(announced(0, "20")), order(announced(4, "20"))), None);
    assert_eq!(
        step(order(announced(0, "20")), order(receipt(3, "20"))),
        Some(Step::Covered)
    );
    assert_eq!(step(order(announced(0, "20")), order(receipt(4, "20"))), None);
    assert_eq!(step(order(receipt(0, "20")), order(announced(1, "20"))), None);
    assert_eq!(
        step(receipt(0, "20").receipt("7"), receipt(1, "20").receipt("7")),
        Some(Step::Number)
    );
    assert_eq!(step(receipt(0, "20").receipt("7"), receipt(2, "20").receipt("7")), None);
}

#[test]
fn other_numbers_and_days_keep_documents_apart() {
    let order = |fact: Fact| fact.order(ORDER);
    let numbered = |number: &str| order(invoice(0, "20")).invoice(number);
    assert_eq!(step(numbered("A-1"), numbered("A-2")), None);
    assert_eq!(
        step(order(receipt(0, "20")).own(0), order(receipt(0, "20")).own(1)),
        None
    );
    assert_eq!(
        step(
            order(receipt(0, "20")).booking("HKT4QD"),
            order(receipt(0, "20")).booking("XK31PA")
        ),
        None
    );
    // Only numbers of one sort are compared.
    assert_eq!(step(receipt(0, "20").receipt(ORDER), order(receipt(0, "20"))), None);
    // A booking has extras, whose sum it does not announce.
    assert_eq!(
        step(announced(0, "20").booking("HKT4QD"), receipt(5, "19").booking("HKT4QD")),
        None
    );
    let refund = |day| order(receipt(day, "-20"));
    assert_eq!(step(refund(0), refund(0)), Some(Step::Order));
    assert_eq!(step(refund(0), refund(1)), None);
    assert_eq!(step(order(receipt(0, "20")), refund(0)), None);
}

/// If each agrees with a third that states less, the third is a copy of the first.
#[test]
fn copies_of_a_mail_agree_with_each_other() {
    let copy = |day, total| receipt(day, total).message("<1>");
    let copies = [copy(0, "10"), copy(1, ""), copy(2, "20")];
    assert_eq!(counted(&groups(&copies).0, &[]), ["10", "20"]);
    let cancellation = document(Role::Cancellation, 0, "-20").message("<1>");
    assert_eq!(step(cancellation, receipt(0, "-20").message("<1>")), None);
}

#[test]
fn a_receipt_without_a_total_has_its_day() {
    let numbered = |day, total| receipt(day, total).receipt("R-1").dated();
    assert_eq!(step(numbered(0, ""), numbered(0, "20")), Some(Step::Number));
    assert_eq!(step(numbered(0, ""), numbered(1, "20")), None);
}

#[test]
fn two_totals_of_one_number_are_two_with_a_warning() {
    let (_, groups) = groups(&[invoice(0, "20").invoice("A-1"), invoice(9, "25").invoice("A-1")]);
    assert_eq!(groups.len(), 2);
    assert!(groups.iter().all(|group| group.warnings.contains(&Warning::SameNumber)));
}

#[test]
fn a_reminder_changes_no_total_and_is_a_warning() {
    let reminder = document(Role::Reminder, 20, "25").invoice("A-1");
    let (facts, grouped) = groups(&[invoice(0, "20").invoice("A-1"), reminder.clone()]);
    assert_eq!(counted(&facts, &[]), ["20"]);
    assert_eq!(grouped[0].warnings.iter().collect::<Vec<_>>(), [&Warning::Reminder(1)]);
    // Of an unknown invoice it is an invoice with what it asks for.
    let (facts, grouped) = groups(&[reminder]);
    assert_eq!(counted(&facts, &[]), ["25"]);
    assert!(grouped[0].warnings.is_empty());
    // Nothing says when a reminder of an order came before it.
    let late = [
        document(Role::Reminder, 0, "25").order(ORDER),
        receipt(5, "20").order(ORDER),
    ];
    assert_eq!(groups(&late).1.len(), 2);
}

#[test]
fn a_corrected_invoice_replaces_the_first() {
    let corrected = document(Role::Replacement, 4, "25").invoice("A-1");
    assert_eq!(
        counted(&groups(&[invoice(0, "20").invoice("A-1"), corrected]).0, &[]),
        ["25"]
    );
}

/// Values joined with a document never count as its own.
#[test]
fn only_what_a_document_itself_states_is_compared() {
    let corrected = document(Role::Replacement, 1, "25").invoice("A-1");
    let totals = [
        invoice(0, "20").order(ORDER).invoice("A-1"),
        corrected,
        receipt(1, "25").order(ORDER),
    ];
    assert_eq!(counted(&groups(&totals).0, &[]), ["25", "25"]);
    let days = [
        receipt(0, "50").order(ORDER).receipt("R-1"),
        receipt(0, "50").receipt("R-1").own(0),
        receipt(10, "50").order(ORDER).own(0),
    ];
    assert_eq!(counted(&groups(&days).0, &[]), ["50", "50"]);
}

#[test]
fn a_cancelled_order_is_not_counted() {
    let cancelled = |total: &str| document(Role::Cancellation, 2, total).order(ORDER);
    let ordered = |day, total| announced(day, total).order(ORDER);
    let counts = |facts: &[Fact]| {
        let (facts, groups) = groups(facts);
        let warnings: Vec<_> = groups.into_iter().flat_map(|group| group.warnings).collect();
        (counted(&facts, &[]), warnings)
    };
    let nothing: [&str; 0] = [];
    assert_eq!(counts(&[ordered(0, "80"), cancelled("")]).0, nothing);
    assert_eq!(counts(&[ordered(0, "80"), cancelled("80")]).0, nothing);
    assert_eq!(counts(&[ordered(0, "80"), cancelled("-80")]).0, nothing);
    assert_eq!(
        counts(&[ordered(0, "80"), cancelled("30")]),
        (vec!["80".into()], vec![Warning::PartCancelled(1)])
    );
    let paid = receipt(0, "80").order(ORDER).paid();
    assert_eq!(
        counts(&[paid, cancelled("")]),
        (vec!["80".into()], vec![Warning::CancelledButCharged(1)])
    );
    let paid = receipt(0, "80").order(ORDER).paid();
    assert_eq!(counts(&[paid, cancelled("-80")]).0, ["-80", "80"]);
    // Ordered again after it.
    assert_eq!(
        counts(&[ordered(0, "80"), cancelled(""), receipt(30, "80").order(ORDER)]).0,
        ["80"]
    );
    // Of several, the one with its total.
    let extras = [receipt(0, "80").order(ORDER), receipt(1, "30").order(ORDER)];
    let [first, second] = extras;
    assert_eq!(counts(&[first.clone(), second.clone(), cancelled("30")]).0, ["80"]);
    let unclear = counts(&[first, second, cancelled("")]);
    assert_eq!(
        unclear,
        (vec!["30".into(), "80".into()], vec![Warning::MayBeCancelled(2); 2])
    );
    // One that comes before the order concerns another.
    assert_eq!(counts(&[cancelled(""), ordered(5, "80")]).0, ["80"]);
}
