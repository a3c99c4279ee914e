//! What must hold when a history is over.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, TimeDelta, Utc};
use invoices_app::{App, PageRequest, SpendingFilter};
use invoices_db::{Grouping, RetailFilter};
use invoices_domain::ports::NotificationKind;
use invoices_domain::{Money, UserId};

use crate::mails::{Mail, Paper, Says, money};
use crate::plan::{Form, Purchase, Step};
use crate::world::{ATTEMPTS, Answered, Listed, User, World};

/// Compares the end of a history with the model. Returns what is listed of each purchase that no user changed.
pub async fn end(world: &World, app: &App) -> Result<BTreeMap<String, Listed>, String> {
    if let Some(violation) = world.outside.state().violations.first() {
        return Err(violation.clone());
    }
    let dead = "SELECT kind || ' ' || key || ' ' || coalesce(last_error, '') AS line FROM jobs WHERE state = 'dead'";
    none("dead jobs", &world.outside.lines(dead))?;
    let mut listed = BTreeMap::new();
    for (place, user) in world.users.iter().enumerate() {
        if user.left {
            nothing_is_left(world, user)?;
            continue;
        }
        nothing_is_lost(world, place, user)?;
        lists_agree(app, user.id).await?;
        listed.extend(retail_is_as_expected(world, app, place, user.id).await?);
        rents_are_as_expected(world, app, place, user.id).await?;
        notifications_are_complete(world, user.id)?;
    }
    objects_have_rows(world)?;
    attempts_are_counted(world)?;
    Ok(listed)
}

fn none(what: &str, found: &[String]) -> Result<(), String> {
    match found {
        [] => Ok(()),
        found => Err(format!("{what}: {found:?}")),
    }
}

fn nothing_is_left(world: &World, user: &User) -> Result<(), String> {
    let outside = &world.outside;
    let tables = "SELECT m.name || ' ' || p.name AS line FROM sqlite_master m JOIN pragma_table_info(m.name) p \
                  WHERE m.type = 'table' AND m.name NOT LIKE 'sqlite_%' ORDER BY m.name, p.cid";
    for line in outside.lines(tables) {
        let Some((table, column)) = line.split_once(' ') else {
            continue;
        };
        // The job that deleted the account tells of it.
        let but = if table == "jobs" {
            "AND kind <> 'delete-account'"
        } else {
            ""
        };
        let of_user = format!(
            "SELECT count(*) AS count FROM {table} WHERE CAST({column} AS TEXT) LIKE '%{}%' {but}",
            user.id
        );
        if outside.count(&of_user) > 0 {
            return Err(format!("{table}.{column} has rows of a deleted user"));
        }
    }
    let state = outside.state();
    let id = user.id.to_string();
    let left: Vec<String> = state.objects.keys().filter(|key| key.contains(&id)).cloned().collect();
    none("objects of a deleted user", &left)?;
    match state.secrets.get(&user.id) {
        Some((known, passwords)) if known.as_slice().is_empty() && passwords.is_empty() => Ok(()),
        None => Ok(()),
        Some(_) => Err("the secrets of a deleted user are kept".into()),
    }
}

/// Every mail is known, and its state has a reason unless it was fetched.
fn nothing_is_lost(world: &World, place: usize, user: &User) -> Result<(), String> {
    let of_user = format!("FROM messages WHERE user_id = '{}'", user.id);
    let rows = world.outside.lines(&format!(
        "SELECT message_id || ' ' || state || ' ' || coalesce(json_extract(reason_code, '$.code'), reason, '') AS line {of_user}"
    ));
    let mut states: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (id, state) in rows.iter().filter_map(|row| row.split_once(' ')) {
        states.entry(id).or_default().push(state);
    }
    for (at, _) in &world.delivered {
        let mail = &world.plan.mails[*at];
        if mail.user != place {
            continue;
        }
        // In the second mailbox it is the same mail.
        let is_same = |state: &str| state.contains("same mail") || state.contains("same-mail");
        let states = states.get(mail.id.as_str()).map(Vec::as_slice).unwrap_or_default();
        let is_expected = |state: &str| match world.plan.purchases[mail.purchase].form {
            Form::Forged => state.starts_with("quarantined "),
            Form::Twice => state.starts_with("fetched") || is_same(state),
            Form::Notice | Form::ChangedNotice => state.starts_with("fetched") || state.contains("processed"),
            _ => state.starts_with("fetched"),
        };
        let is_right = states.iter().any(|state| is_expected(state))
            && states.iter().all(|state| is_expected(state) || is_same(state));
        if !is_right {
            return Err(format!("{} of {} is {states:?}", mail.id, user.id));
        }
    }
    let failed = world.outside.lines(&format!(
        "SELECT coalesce(message_id, '') || ' ' || coalesce(documents.reason, '') AS line FROM documents \
         LEFT JOIN messages ON documents.message = messages.id \
         WHERE documents.user_id = '{}' AND documents.state = 'failed'",
        user.id
    ));
    for line in failed {
        let id = line.split(' ').next().unwrap_or_default();
        let mail = world.plan.mails.iter().find(|mail| mail.user == place && mail.id == id);
        if mail.is_none_or(|mail| world.plan.purchases[mail.purchase].form != Form::TooHard) {
            return Err(format!("a document failed: {line}"));
        }
    }
    Ok(())
}

/// Lists, pages, counts and sums say the same.
async fn lists_agree(app: &App, user: UserId) -> Result<(), String> {
    let failed = |error| format!("a list failed: {error:?}");
    let all = RetailFilter::default();
    let whole = app
        .retail_page(user, &all, &PageRequest::default())
        .await
        .map_err(failed)?;
    let (mut paged, mut cursor) = (Vec::new(), None);
    loop {
        let request = PageRequest {
            limit: Some(2),
            cursor: cursor.take(),
            ..PageRequest::default()
        };
        let page = app.retail_page(user, &all, &request).await.map_err(failed)?;
        if page.total != whole.invoices.len() as u64 {
            return Err(format!(
                "a page counts {}, the list {}",
                page.total,
                whole.invoices.len()
            ));
        }
        paged.extend(page.invoices);
        cursor = page.next;
        if cursor.is_none() {
            break;
        }
    }
    if paged != whole.invoices {
        return Err("the pages are not the list".into());
    }
    let counts = app.retail_counts(user, &all, None).await.map_err(failed)?;
    if counts.values().sum::<u64>() != whole.invoices.len() as u64 {
        return Err(format!("counted {counts:?}, listed {}", whole.invoices.len()));
    }
    let counted = whole.invoices.iter().filter(|invoice| invoice.cancelled != Some(true));
    let listed: i64 = counted.map(|invoice| invoice.total_amount.units()).sum();
    let filter = SpendingFilter {
        source: Some(invoices_domain::Source::Retail),
        ..SpendingFilter::default()
    };
    for by in [(false, false, false), (true, true, true)] {
        let by = Grouping {
            month: by.0,
            sub_type: by.1,
            vendor: by.2,
        };
        let spent = app.spending(user, &filter, by).await.map_err(failed)?;
        let sum: i64 = spent.iter().filter_map(|spent| spent.total).map(Money::units).sum();
        if sum != listed {
            return Err(format!("the sums are {sum}, the list adds up to {listed}"));
        }
    }
    Ok(())
}

/// What the delivered mails of a purchase state.
fn expected(world: &World, place: usize, purchase: &Purchase) -> Listed {
    let touch = world.touched.get(&purchase.number).cloned().unwrap_or_default();
    let mut delivered = world.delivered.clone();
    delivered.sort_by_key(|(_, received)| *received);
    let delivered = delivered.iter().map(|(at, _)| &world.plan.mails[*at]);
    let of_it = |number: &str| world.plan.purchases[place].number == number;
    let mails = delivered.filter(|mail| mail.purchase == place && mail.is_trusted && of_it(&purchase.number));
    let papers: Vec<&Paper> = mails.flat_map(Mail::papers).collect();
    let says = |says: &[Says]| papers.iter().position(|paper| says.contains(&paper.says));
    let stating = says(&[Says::Receipt, Says::Announcement, Says::Invoice, Says::Question]);
    let Some(first) = stating.filter(|_| !touch.is_deleted) else {
        return Vec::new();
    };
    let read = match (papers[first].says, touch.answered) {
        (Says::Question, None | Some(Answered::NoInvoice)) => return Vec::new(),
        (Says::Question, Some(Answered::Total(answer))) => money(answer),
        _ => papers[first].read_total(world.outside.state().version),
    };
    let total = touch.corrected.map_or(read, money);
    let is_cancelled = says(&[Says::Cancellation]).is_some_and(|at| at > first);
    vec![(total.to_string(), is_cancelled)]
}

async fn retail_is_as_expected(
    world: &World,
    app: &App,
    user: usize,
    id: UserId,
) -> Result<BTreeMap<String, Listed>, String> {
    let failed = |error| format!("a list failed: {error:?}");
    let all = RetailFilter::default();
    let listed = app
        .retail_page(id, &all, &PageRequest::default())
        .await
        .map_err(failed)?;
    let mut by_number: BTreeMap<String, Listed> = BTreeMap::new();
    for invoice in listed.invoices {
        let shown = app
            .retail_invoice(id, None, &invoice.invoice_id.to_string())
            .await
            .map_err(failed)?;
        let number = shown
            .get("order_id")
            .and_then(|number| number.as_str())
            .unwrap_or_default();
        let of_number = by_number.entry(number.to_owned()).or_default();
        of_number.push((invoice.total_amount.to_string(), invoice.cancelled == Some(true)));
    }
    let mut untouched = BTreeMap::new();
    for (place, purchase) in world.plan.purchases.iter().enumerate() {
        let found = by_number.remove(&purchase.number).unwrap_or_default();
        if purchase.user != user || !world.is_known(&purchase.number, purchase.form) {
            continue;
        }
        let expected = expected(world, place, purchase);
        if found != expected {
            let (form, number) = (purchase.form, &purchase.number);
            return Err(format!(
                "{form:?} {number} is listed as {found:?}, expected {expected:?}"
            ));
        }
        if !world.touched.contains_key(&purchase.number) {
            untouched.insert(purchase.number.clone(), found);
        }
    }
    match by_number.keys().next() {
        Some(unknown) => Err(format!("an invoice of an unknown purchase {unknown:?} is listed")),
        None => Ok(untouched),
    }
}

/// Each notice that was parsed is listed once.
async fn rents_are_as_expected(world: &World, app: &App, user: usize, id: UserId) -> Result<(), String> {
    let rows = app
        .store()
        .rental_invoices(id)
        .await
        .map_err(|error| format!("{error:?}"))?;
    let mut listed: Vec<String> = rows.iter().map(|row| row.record.total_amount.to_string()).collect();
    let version = world.outside.state().version;
    let parsed = world.outside.lines(&format!(
        "SELECT message_id || ' ' || coalesce(rental_invoice_id, '') AS line FROM documents \
         JOIN messages ON documents.message = messages.id \
         WHERE documents.user_id = '{id}' AND messages.source = 'rental' AND documents.state = 'parsed'"
    ));
    let mut stated = Vec::new();
    for line in parsed {
        let (message, invoice) = line.split_once(' ').unwrap_or_default();
        let mail = world
            .plan
            .mails
            .iter()
            .find(|mail| mail.user == user && mail.id == message);
        let paper = mail.and_then(|mail| mail.pdf.as_ref()).expect("a notice of the plan");
        let corrected = world.rents.get(&(id, invoice.to_owned()));
        stated.push(
            corrected
                .map_or_else(|| paper.read_total(version), |total| money(*total))
                .to_string(),
        );
    }
    listed.sort();
    stated.sort();
    if listed != stated {
        return Err(format!("rents are listed as {listed:?}, expected {stated:?}"));
    }
    Ok(())
}

/// Each rental invoice was told of once, and everything that was recorded was published.
fn notifications_are_complete(world: &World, user: UserId) -> Result<(), String> {
    let outside = &world.outside;
    let of_user = format!("FROM notifications WHERE user_id = '{user}'");
    let unsent = outside.lines(&format!("SELECT id AS line {of_user} AND state = 'pending'"));
    none("notifications that were not sent", &unsent)?;
    let untold = outside.lines(&format!(
        "SELECT id AS line {of_user} AND state = 'collected' AND sent_at IS NULL"
    ));
    none("collected notifications that were not sent", &untold)?;
    let twice = outside.lines(&format!(
        "SELECT invoice_id AS line {of_user} AND invoice_id <> '' AND kind NOT IN ('due', 'raised') GROUP BY invoice_id \
         HAVING sum(state <> 'collected') > 1 OR sum(state = 'collected') > 1"
    ));
    none("invoices of which the user was notified twice", &twice)?;
    let due_twice = outside.lines(&format!(
        "SELECT min(id) AS line {of_user} AND kind = 'due' GROUP BY invoice_id, json_extract(facts, '$.due_date') HAVING count(*) > 1"
    ));
    none("due dates of which the user was reminded twice", &due_twice)?;
    for (invoice, at) in world
        .paid
        .iter()
        .filter(|((of, _), _)| *of == user)
        .map(|((_, invoice), at)| (invoice, at))
    {
        let later =
            format!("SELECT id || ' ' || created_at AS line {of_user} AND kind = 'due' AND invoice_id = '{invoice}'");
        let later = outside.lines(&later).into_iter().filter(|line| {
            let (_, created) = line.split_once(' ').unwrap_or_default();
            let created: DateTime<Utc> = created.parse().expect("a time");
            // A look that had begun may have read that it was not paid.
            created > *at + TimeDelta::minutes(5)
        });
        none("reminders of what was paid", &later.collect::<Vec<_>>())?;
    }
    let never = outside.lines(&format!(
        "SELECT invoice_id AS line FROM rental_invoices WHERE user_id = '{user}' \
         AND invoice_id NOT IN (SELECT invoice_id {of_user})"
    ));
    none("invoices of which the user was not notified", &never)?;
    let sent: BTreeSet<String> = outside
        .lines(&format!("SELECT id AS line {of_user} AND state = 'sent'"))
        .into_iter()
        .collect();
    let state = outside.state();
    let of_user = state.published.iter().filter(|published| published.user == user);
    let published: BTreeSet<String> = of_user.clone().map(|published| published.id.clone()).collect();
    if sent != published {
        return Err(format!("sent are {sent:?}, published {published:?}"));
    }
    let invoices: BTreeSet<(&str, String)> = of_user
        .filter(|published| published.kind == NotificationKind::Invoice)
        .map(|published| (published.id.as_str(), published.message.clone()))
        .collect();
    let messages: BTreeSet<&String> = invoices.iter().map(|(_, message)| message).collect();
    if messages.len() < invoices.len() {
        return Err(format!("one invoice was published under several ids: {invoices:?}"));
    }
    Ok(())
}

fn objects_have_rows(world: &World) -> Result<(), String> {
    let keys = "SELECT object_key AS line FROM documents WHERE object_key IS NOT NULL";
    let known: BTreeSet<String> = world.outside.lines(keys).into_iter().collect();
    let state = world.outside.state();
    let without: Vec<String> = state
        .objects
        .keys()
        .filter(|key| !known.contains(*key))
        .cloned()
        .collect();
    none("objects without a row", &without)?;
    drop(state);
    let read = "SELECT object_key AS line FROM documents WHERE object_key IS NOT NULL AND state IN ('parsed', 'asked')";
    let read = world.outside.lines(read);
    // Others were deleted when they were read, and can be released.
    let deleted = "SELECT object_key AS line FROM documents \
                   WHERE object_key IS NOT NULL AND state = 'deleted' AND reason_code IS NULL";
    let deleted = world.outside.lines(deleted);
    let state = world.outside.state();
    let missing: Vec<String> = read
        .into_iter()
        .filter(|key| !state.objects.contains_key(key))
        .collect();
    none("documents without an object", &missing)?;
    let kept: Vec<String> = deleted
        .into_iter()
        .filter(|key| state.objects.contains_key(key))
        .collect();
    none("objects of deleted invoices", &kept)
}

/// The reader did not get a document that it gives up on more often than allowed.
fn attempts_are_counted(world: &World) -> Result<(), String> {
    let reparses = world.plan.steps.iter().filter(|step| **step == Step::Reparse).count();
    // Reparsing tries again, and a failed call of a port counts for nothing.
    let most = (reparses + 2) * usize::try_from(ATTEMPTS).unwrap_or_default() * 2;
    let state = world.outside.state();
    let too_often = state.readings.values().filter(|count| **count as usize > most).count();
    match too_often {
        0 => Ok(()),
        count => Err(format!("{count} documents were read more than {most} times")),
    }
}
