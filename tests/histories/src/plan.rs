//! What happens in a history, chosen by its seed.

#![allow(missing_docs, reason = "the names of steps and their values say what they are")]

use std::collections::BTreeMap;

use chrono::{DateTime, NaiveDate, Utc};
use invoices_app::crash::Point;
use serde::{Deserialize, Serialize};

use crate::mails::{Mail, Paper, Says};
use crate::sim::Kill;

/// An ingest that a user orders.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    Rental,
    RentalLatest,
    Retail,
    /// The mails of the last days.
    RetailDays(u8),
}

/// Something that the driver does. Numbers choose among what there is at that time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A mail arrives.
    Deliver(usize),
    /// A user orders an ingest, and hangs up after this many milliseconds.
    Ingest { user: usize, order: Order, patience: u64 },
    /// The workers run for this many milliseconds.
    Run(u64),
    /// The clock moves by this many minutes.
    Jump(i64),
    /// The scheduler looks for ticks that are due.
    Tick,
    /// The process is going to be killed.
    Kill(Kill),
    /// The bucket announces this many objects, some again.
    Events(usize),
    /// A user deletes an invoice.
    Delete { user: usize, nth: usize },
    /// A user corrects the total of an invoice.
    Correct { user: usize, nth: usize },
    /// A user answers a question.
    Answer { user: usize, nth: usize },
    /// A user joins two invoices.
    Join { user: usize, nth: usize },
    /// A user separates a mail from its invoice.
    Separate { user: usize, nth: usize },
    /// A user asks for what is another's.
    Trespass { user: usize, nth: usize },
    /// A user deletes the account.
    Leave { user: usize },
    /// The parser changes, and the operator reads all documents again.
    Reparse,
}

/// The form of a purchase.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Form {
    Receipt,
    Ordered,
    WithPdf,
    Asked,
    Cancelled,
    Twice,
    Nothing,
    TooHard,
    Forged,
    Reread,
    Notice,
    ChangedNotice,
}

/// What the mails of one purchase, or of one rent, are about.
#[derive(Clone, Debug)]
pub struct Purchase {
    pub user: usize,
    pub form: Form,
    pub number: String,
    pub total: i64,
}

/// A history.
#[derive(Clone, Debug)]
pub struct Plan {
    pub seed: u64,
    pub users: usize,
    /// Faults of a thousand calls.
    pub faults: u32,
    pub purchases: Vec<Purchase>,
    pub mails: Vec<Mail>,
    pub steps: Vec<Step>,
    /// When mails are received, if not when they are delivered.
    pub received: BTreeMap<usize, DateTime<Utc>>,
}

const FORMS: [Form; 16] = [
    Form::Receipt,
    Form::Receipt,
    Form::Ordered,
    Form::Ordered,
    Form::Ordered,
    Form::WithPdf,
    Form::Asked,
    Form::Cancelled,
    Form::Twice,
    Form::Nothing,
    Form::TooHard,
    Form::Forged,
    Form::Reread,
    Form::Notice,
    Form::Notice,
    Form::ChangedNotice,
];

impl Plan {
    /// The history of a seed.
    pub fn of_seed(seed: u64) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        let users = random.usize(2..4);
        let mut plan = Plan {
            seed,
            users,
            faults: *random.choice(&[0, 5, 20, 60]).expect("rates"),
            purchases: Vec::new(),
            mails: Vec::new(),
            steps: Vec::new(),
            received: BTreeMap::new(),
        };
        while plan.mails.len() < 12 {
            let (user, form) = (random.usize(..users), *random.choice(&FORMS).expect("forms"));
            plan.add_purchase(user, form, &mut random);
        }
        // The mails of a purchase come in their order.
        let mut order: Vec<usize> = (0..plan.mails.len()).collect();
        random.shuffle(&mut order);
        let mut delivered: Vec<usize> = order.iter().map(|at| plan.mails[*at].purchase).collect();
        let mut next = vec![0; plan.purchases.len()];
        for place in &mut delivered {
            let purchase = *place;
            let of_it = plan
                .mails
                .iter()
                .enumerate()
                .filter(|(_, mail)| mail.purchase == purchase);
            *place = of_it
                .map(|(at, _)| at)
                .nth(next[purchase])
                .expect("a mail of the purchase");
            next[purchase] += 1;
        }
        plan.add_steps(&delivered, &mut random);
        plan
    }

    /// The same mails, received at the same times, which one ingest after the other finds in the opposite order.
    #[must_use]
    pub fn in_other_order(&self, received: &BTreeMap<usize, DateTime<Utc>>) -> Self {
        let mut steps = vec![Step::Jump(20 * 24 * 60)];
        for (nth, mail) in received.keys().rev().enumerate() {
            steps.push(Step::Deliver(*mail));
            let user = self.mails[*mail].user;
            let order = Order::RetailDays(28);
            if nth % 2 == 0 {
                steps.push(Step::Ingest {
                    user,
                    order,
                    patience: 60_000,
                });
            }
        }
        if self.steps.contains(&Step::Reparse) {
            steps.push(Step::Reparse);
        }
        Plan {
            faults: 0,
            received: received.clone(),
            steps,
            ..self.clone()
        }
    }

    fn add_purchase(&mut self, user: usize, form: Form, random: &mut fastrand::Rng) {
        let nth = self.purchases.len();
        let total = 1_000 + 10 * i64::try_from(nth).unwrap_or_default();
        let number = format!("B{}{:05}", nth, random.u32(..100_000));
        let day = NaiveDate::from_ymd_opt(2026, 11, random.u32(1..28)).unwrap_or_default();
        let is_reread = form == Form::Reread || (form == Form::Notice && random.bool());
        let paper = |says, total| Paper {
            says,
            number: number.clone(),
            total,
            later_total: is_reread.then_some(total + 5),
            day,
        };
        let text = |says| (Some(paper(says, total)), None);
        let mails = match form {
            Form::Receipt | Form::Twice | Form::Forged | Form::Reread => vec![text(Says::Receipt)],
            Form::Ordered => vec![text(Says::Announcement), text(Says::Dispatch), text(Says::Invoice)],
            Form::WithPdf => vec![(Some(paper(Says::Receipt, total)), Some(paper(Says::Invoice, total)))],
            Form::Asked => vec![text(Says::Question)],
            Form::Cancelled => vec![text(Says::Announcement), text(Says::Cancellation)],
            Form::Nothing => vec![text(Says::Nothing)],
            Form::TooHard => vec![text(Says::TooHard)],
            Form::Notice | Form::ChangedNotice => {
                let due = NaiveDate::from_ymd_opt(2026, random.u32(10..13), 28).unwrap_or_default();
                let notice = |total| Paper {
                    day: due,
                    ..paper(Says::Notice, total)
                };
                let changed = (form == Form::ChangedNotice).then(|| (None, Some(notice(total + 1))));
                let first = (None, Some(notice(total)));
                [first].into_iter().chain(changed).collect()
            }
        };
        let start = self.mails.len();
        for (text, pdf) in mails {
            self.add_mail(user, nth, form, (text, pdf), random);
        }
        if form == Form::Twice {
            let id = self.next_id(user);
            let again = Mail {
                id,
                ..self.mails[start].clone()
            };
            self.mails.push(again);
        }
        self.purchases.push(Purchase {
            user,
            form,
            number,
            total,
        });
    }

    /// Users have the same ids, so that a query that forgets the user finds the mail of another.
    fn next_id(&self, user: usize) -> String {
        format!("m{}", self.mails.iter().filter(|mail| mail.user == user).count())
    }

    fn add_mail(
        &mut self,
        user: usize,
        purchase: usize,
        form: Form,
        (text, pdf): (Option<Paper>, Option<Paper>),
        random: &mut fastrand::Rng,
    ) {
        let is_rent = matches!(form, Form::Notice | Form::ChangedNotice);
        let sender = if is_rent {
            format!("hyra@landlord{}.example.com", purchase % 3)
        } else {
            format!("order@shop{}.example.com", purchase % 3)
        };
        let id = self.next_id(user);
        self.mails.push(Mail {
            user,
            purchase,
            header_id: format!("{}.{}@example.com", self.mails.len(), random.u32(..)),
            id,
            sender,
            subject: if is_rent { "Hyresavi" } else { "Din order" }.into(),
            is_trusted: form != Form::Forged,
            text,
            pdf,
        });
    }

    fn add_steps(&mut self, delivered: &[usize], random: &mut fastrand::Rng) {
        let mut mails = delivered.iter().copied().peekable();
        let leaver = random.bool().then(|| random.usize(..self.users));
        let (mut kills, mut jumps) = (random.usize(2..5), random.usize(1..4));
        let mut left = 0;
        while mails.peek().is_some() || kills > 0 || jumps > 0 || left < 6 {
            let user = random.usize(..self.users);
            for _ in 0..random.usize(..4) {
                self.steps.extend(mails.next().map(Step::Deliver));
            }
            if kills > 0 && random.usize(..3) == 0 {
                kills -= 1;
                self.steps.push(Step::Kill(kill(random)));
            }
            self.steps.push(Step::Ingest {
                user,
                order: order(random),
                patience: random.u64(1..20_000),
            });
            if jumps > 0 && random.usize(..3) == 0 {
                jumps -= 1;
                let minutes = *random.choice(&[3, 15, 200, 1_500, 5_000]).expect("jumps");
                self.steps.push(Step::Jump(minutes));
            }
            left += 1;
            self.steps.push(action(user, leaver, left, random));
            self.steps.push(Step::Run(random.u64(..4_000)));
        }
    }
}

fn action(user: usize, leaver: Option<usize>, round: usize, random: &mut fastrand::Rng) -> Step {
    let nth = random.usize(..100);
    if let Some(user) = leaver
        && round == 4
    {
        return Step::Leave { user };
    }
    match random.usize(..13) {
        0 | 1 => Step::Delete { user, nth },
        2 | 3 => Step::Correct { user, nth },
        4 | 5 => Step::Answer { user, nth },
        6 => Step::Join { user, nth },
        7 => Step::Separate { user, nth },
        8 | 9 => Step::Trespass { user, nth },
        10 => Step::Reparse,
        11 => Step::Events(random.usize(1..6)),
        _ => Step::Tick,
    }
}

fn kill(random: &mut fastrand::Rng) -> Kill {
    if random.bool() {
        return Kill::After(random.u32(1..200));
    }
    Kill::At(*random.choice(Point::ALL).expect("points"), random.u32(1..4))
}

fn order(random: &mut fastrand::Rng) -> Order {
    match random.usize(..8) {
        0 | 1 => Order::Rental,
        2 => Order::RentalLatest,
        3 => Order::RetailDays(random.u8(..3)),
        _ => Order::Retail,
    }
}
