//! What the driver does in each step.

use std::time::Duration;

use chrono::TimeDelta;
use invoices_app::{App, Error, Page, PageRequest, Scope, job};
use invoices_db::{RetailFilter, RetailSummary};
use invoices_domain::correction::{Correction, RentalField, RetailField};
use invoices_domain::ports::Clock;
use invoices_domain::reading::Answer;
use invoices_domain::{DateWindow, RentalInvoiceId, ServiceZone, UserAnswer, UserId};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

use crate::mails::money;
use crate::plan::{Form, Order, Step};
use crate::world::{Answered, Touch, World};

/// How often a user tries again when a dependency fails.
const TRIES: usize = 100;

/// Calls until the answer is not the failure of a dependency.
async fn insist<T>(mut call: impl AsyncFnMut() -> Result<T, Error>) -> Result<T, Error> {
    let mut answer = call().await;
    for _ in 0..TRIES {
        if !matches!(answer, Err(Error::Dependency(_) | Error::TooMany { .. })) {
            break;
        }
        sleep(Duration::from_millis(700)).await;
        answer = call().await;
    }
    answer
}

/// An answer that the user may get. Others are defects of the service.
fn check(what: &str, error: &Error) -> Result<(), String> {
    match error {
        Error::Internal(source) => Err(format!("{what} ended with an internal error: {source:?}")),
        _ => Ok(()),
    }
}

impl World {
    /// Does a step. It is called again with the same target if the process was killed meanwhile.
    pub async fn act(&mut self, app: &App, step: Step) -> Result<(), String> {
        let is_live = |user: usize| !self.users[user].left;
        match step {
            Step::Deliver(mail) => self.deliver(mail),
            Step::Run(milliseconds) => sleep(Duration::from_millis(milliseconds)).await,
            Step::Jump(minutes) => self.sim.jump(TimeDelta::minutes(minutes)),
            Step::Kill(kill) => self.sim.arm(kill),
            Step::Tick => drop(job::schedule::run_due(app).await),
            Step::Events(count) => {
                let events = self.outside.state().events.clone();
                for key in events.iter().rev().take(count).chain(events.last()) {
                    drop(app.object_created(key.clone()).await);
                }
            }
            Step::Ingest { user, order, patience } if is_live(user) => {
                self.ingest(app, self.users[user].id, order, patience).await?;
            }
            Step::Delete { user, nth } if is_live(user) => self.delete(app, user, nth).await?,
            Step::Correct { user, nth } if is_live(user) && nth % 3 == 0 => self.correct_rent(app, user, nth).await?,
            Step::Correct { user, nth } if is_live(user) => self.correct(app, user, nth).await?,
            Step::Answer { user, nth } if is_live(user) => self.answer(app, user, nth).await?,
            Step::Join { user, nth } if is_live(user) => self.join(app, user, nth).await?,
            Step::Separate { user, nth } if is_live(user) => self.separate(app, user, nth).await?,
            Step::Trespass { user, nth } if is_live(user) => self.trespass(app, user, nth).await?,
            Step::Leave { user } => {
                self.users[user].left = true;
                let (id, token) = (self.users[user].id, CancellationToken::new());
                match insist(async || app.delete_account(id, &token).await).await {
                    Ok(()) | Err(Error::Unauthenticated(_)) => {}
                    Err(error) => return Err(format!("an account can't be deleted: {error:?}")),
                }
            }
            Step::Reparse => drop(timeout(Duration::from_mins(1), self.reparse(app)).await),
            _ => {}
        }
        Ok(())
    }

    fn deliver(&mut self, at: usize) {
        let mail = self.plan.mails[at].clone();
        // No two are received at the same time.
        let nth = i64::try_from(self.delivered.len()).unwrap_or_default();
        let received = self.sim.now() - TimeDelta::minutes(2) + TimeDelta::seconds(nth);
        let received = self.plan.received.get(&at).copied().unwrap_or(received);
        self.delivered.push((at, received));
        // Some are in one mailbox, some in the other, and some in both.
        let addresses = &self.users[mail.user].addresses;
        for (nth, address) in addresses.iter().enumerate() {
            if at % 4 == 3 || at % 2 == nth {
                self.outside.deliver(address, mail.clone(), received);
            }
        }
    }

    /// Reads all documents again with the next version of the parser.
    pub async fn reparse(&self, app: &App) -> Result<(), Error> {
        self.outside.state().version = 2;
        let token = CancellationToken::new();
        app.reparse(&Scope::default(), false, &token, &mut |_, _| {})
            .await
            .map(drop)
    }

    async fn ingest(&self, app: &App, user: UserId, order: Order, patience: u64) -> Result<(), String> {
        let hung_up = CancellationToken::new();
        let later = hung_up.clone();
        tokio::spawn(async move {
            sleep(Duration::from_millis(patience)).await;
            later.cancel();
        });
        let result = match order {
            Order::Rental => app.rental_ingest(user, &hung_up).await.map(drop),
            Order::RentalLatest => app.rental_ingest_latest(user, &hung_up).await.map(drop),
            Order::Retail => app.retail_ingest(user, None, None, &hung_up).await.map(drop),
            Order::RetailDays(days) => {
                let today = ServiceZone::default().day(self.sim.now());
                let window = DateWindow::new(today - TimeDelta::days(days.into()), today).ok();
                app.retail_ingest(user, window, None, &hung_up).await.map(drop)
            }
        };
        result.or_else(|error| check("an ingest", &error))
    }

    /// The retail invoices of a user.
    async fn listed(&self, app: &App, user: usize) -> Vec<RetailSummary> {
        let (all, request) = (RetailFilter::default(), PageRequest::default());
        let id = self.users[user].id;
        let listed = insist(async || app.retail_page(id, &all, &request).await).await;
        listed.map(|Page { invoices, .. }| invoices).unwrap_or_default()
    }

    /// The order number of an invoice.
    async fn number_of(&self, app: &App, user: usize, id: &str) -> Option<String> {
        let user = self.users[user].id;
        let detail = insist(async || app.retail_invoice(user, None, id).await).await.ok()?;
        Some(detail.get("order_id")?.as_str()?.to_owned())
    }

    /// The invoice that the step is about, and its number.
    async fn choose(&mut self, app: &App, user: usize, nth: usize) -> Option<(String, String)> {
        if self.target.is_none() {
            let listed = self.listed(app, user).await;
            let chosen = listed.get(nth.checked_rem(listed.len())?)?.invoice_id.to_string();
            let number = self.number_of(app, user, &chosen).await?;
            self.target = Some((chosen, number));
        }
        self.target.clone()
    }

    fn touch(&mut self, number: &str) -> &mut Touch {
        self.touched.entry(number.to_owned()).or_default()
    }

    async fn delete(&mut self, app: &App, user: usize, nth: usize) -> Result<(), String> {
        let Some((id, number)) = self.choose(app, user, nth).await else {
            return Ok(());
        };
        let of = self.users[user].id;
        match insist(async || app.retail_delete(of, &id).await).await {
            Ok(_) | Err(Error::NotFound(_)) => self.touch(&number).is_deleted = true,
            Err(error) => return Err(format!("{id} can't be deleted: {error:?}")),
        }
        Ok(())
    }

    async fn correct(&mut self, app: &App, user: usize, nth: usize) -> Result<(), String> {
        let Some((id, number)) = self.choose(app, user, nth).await else {
            return Ok(());
        };
        let (of, total) = (self.users[user].id, 500_000 + i64::try_from(nth).unwrap_or_default());
        let correction = || Correction {
            values: vec![(RetailField::TotalAmount, money(total).to_string())],
            undo: [].into(),
        };
        match insist(async || app.correct_retail(of, &id, correction(), false).await).await {
            Ok(_) => self.touch(&number).corrected = Some(total),
            Err(error) => check("a correction", &error)?,
        }
        Ok(())
    }

    async fn correct_rent(&mut self, app: &App, user: usize, nth: usize) -> Result<(), String> {
        let of = self.users[user].id;
        let Ok(rows) = insist(async || Ok(app.store().rental_invoices(of).await?)).await else {
            return Ok(());
        };
        let Some(row) = nth.checked_rem(rows.len()).and_then(|nth| rows.get(nth)) else {
            return Ok(());
        };
        if nth % 2 == 1 {
            return self.pay_rent(app, of, &row.record.invoice_id).await;
        }
        let (id, total) = (&row.record.invoice_id, 700_000 + i64::try_from(nth).unwrap_or_default());
        let correction = || Correction {
            values: vec![(RentalField::TotalAmount, money(total).to_string())],
            undo: [].into(),
        };
        // After a kill it may be stored, so it counts from now on.
        self.rents.insert((of, id.to_string()), total);
        match insist(async || app.correct_rental(of, id, correction(), false).await).await {
            Ok(_) => Ok(()),
            Err(error) => Err(format!("{id} can't be corrected: {error:?}")),
        }
    }

    async fn pay_rent(&mut self, app: &App, of: UserId, id: &RentalInvoiceId) -> Result<(), String> {
        let mark = || Correction {
            values: vec![(RentalField::Paid, true.to_string())],
            undo: [].into(),
        };
        match insist(async || app.correct_rental(of, id, mark(), false).await).await {
            Ok(_) => drop(self.paid.insert((of, id.to_string()), self.sim.now())),
            Err(error) => check("a mark", &error)?,
        }
        Ok(())
    }

    async fn answer(&mut self, app: &App, user: usize, nth: usize) -> Result<(), String> {
        let of = self.users[user].id;
        if self.target.is_none() {
            let asked = format!(
                "SELECT message_id AS line FROM messages JOIN documents ON documents.message = messages.id \
                 WHERE messages.user_id = '{of}' AND documents.state = 'asked' ORDER BY message_id"
            );
            let asked = self.outside.lines(&asked);
            let Some(id) = nth.checked_rem(asked.len()).map(|nth| asked[nth].clone()) else {
                return Ok(());
            };
            let mail = self.plan.mails.iter().find(|mail| mail.user == user && mail.id == id);
            let purchase = &self.plan.purchases[mail.expect("a mail of the plan").purchase];
            self.target = Some((id, purchase.number.clone()));
        }
        let (id, number) = self.target.clone().unwrap_or_default();
        let total = (!nth.is_multiple_of(4)).then(|| 2_000 + i64::try_from(nth).unwrap_or_default());
        let answer = total.map_or(UserAnswer::NotAnInvoice, |total| {
            UserAnswer::Invoice(Answer {
                total_amount: money(total),
                currency: None,
            })
        });
        let id = id.parse().expect("an id of the plan");
        match insist(async || app.answer_message(of, &id, None, Some(answer), false).await).await {
            Ok(()) => self.touch(&number).answered = Some(total.map_or(Answered::NoInvoice, Answered::Total)),
            Err(error) => check("an answer", &error)?,
        }
        Ok(())
    }

    async fn join(&mut self, app: &App, user: usize, nth: usize) -> Result<(), String> {
        let listed = self.listed(app, user).await;
        let (Some(one), Some(other)) = (listed.get(nth % 5), listed.get(nth % 5 + 1)) else {
            return Ok(());
        };
        for id in [one.invoice_id, other.invoice_id] {
            if let Some(number) = self.number_of(app, user, &id.to_string()).await {
                self.touch(&number).is_loose = true;
            }
        }
        let (of, id) = (self.users[user].id, one.invoice_id.to_string());
        let joined = insist(async || app.join_retail(of, &id, other.invoice_id).await).await;
        joined.map(drop).or_else(|error| check("a join", &error))
    }

    async fn separate(&mut self, app: &App, user: usize, nth: usize) -> Result<(), String> {
        let Some((id, number)) = self.choose(app, user, nth).await else {
            return Ok(());
        };
        let is_of_it = |purchase: usize| self.plan.purchases[purchase].number == number;
        let mails: Vec<_> = self.plan.mails.iter().filter(|mail| is_of_it(mail.purchase)).collect();
        let Some(mail) = nth.checked_rem(mails.len()).map(|nth| mails[nth].id.clone()) else {
            return Ok(());
        };
        self.touch(&number).is_loose = true;
        let of = self.users[user].id;
        let separated = insist(async || app.separate_retail(of, &id, &mail).await).await;
        separated.map(drop).or_else(|error| check("a separation", &error))
    }

    /// Asks with the id of another user's invoice for everything that takes one.
    async fn trespass(&mut self, app: &App, user: usize, nth: usize) -> Result<(), String> {
        let other = (user + 1) % self.users.len();
        let (listed, own) = (self.listed(app, other).await, self.listed(app, user).await);
        let Some(foreign) = nth.checked_rem(listed.len()).map(|nth| listed[nth].invoice_id) else {
            return Ok(());
        };
        let (of, id) = (self.users[user].id, foreign.to_string());
        let own = own.first().map_or_else(|| id.clone(), |own| own.invoice_id.to_string());
        let message = self.plan.mails.iter().find(|mail| mail.user == other);
        let message = message.map(|mail| mail.id.clone()).unwrap_or_default();
        let correction = Correction {
            values: vec![(RetailField::TotalAmount, money(9).to_string())],
            undo: [].into(),
        };
        let answers = [
            ("read", app.retail_invoice(of, None, &id).await.is_ok()),
            ("read the original of", app.retail_original(of, &id).await.is_ok()),
            (
                "corrected",
                app.correct_retail(of, &id, correction, false).await.is_ok(),
            ),
            ("joined", app.join_retail(of, &own, foreign).await.is_ok()),
            ("separated", app.separate_retail(of, &id, &message).await.is_ok()),
            ("deleted", app.retail_delete(of, &id).await.is_ok()),
        ];
        match answers.iter().find(|(_, succeeded)| *succeeded) {
            Some((what, _)) => Err(format!("a user {what} the invoice of another")),
            None => Ok(()),
        }
    }

    /// Whether what is listed of a purchase is known.
    pub fn is_known(&self, number: &str, form: Form) -> bool {
        let is_rent = matches!(form, Form::Notice | Form::ChangedNotice);
        !is_rent && !self.touched.get(number).is_some_and(|touch| touch.is_loose)
    }
}
