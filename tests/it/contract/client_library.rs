//! Every operation through the typed client.

use chrono::TimeDelta;
use invoices_client::types::{
    ErrorCode, GroceryInvoice, InvoiceDetails, KnownErrorCode, KnownSubType, RetailIngestBody, StoreTokensBody, SubType,
};
use invoices_client::{Client, Error, IngestOrder, LatestIngest};
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::mails::{at, day, grocery, notice, rent_mail};
use invoices_tests::support::world::World;

const NOVEMBER: &str = "2026-11-10T08:00:00Z";
const PASSWORD: &str = "korrekt häst batteri";

/// A client with the token of a new user.
async fn signed_up(world: &World) -> Client {
    let client = Client::connect(&world.url("/")).unwrap();
    world
        .while_working(client.sign_up("alva@example.com", "Alva", PASSWORD))
        .await
        .unwrap()
}

async fn connects(world: &World, client: &Client) {
    let tokens = world.sandbox.issue_tokens();
    let body = StoreTokensBody {
        account_id: None,
        access_token: tokens.access.into(),
        refresh_token: Some(tokens.refresh.into()),
        email: None,
        expires_in: None,
        scope: None,
    };
    let connected = world
        .while_working(client.mail_store_tokens(&body))
        .await
        .unwrap()
        .into_inner()
        .data;
    assert_eq!(
        (connected.google_email.as_str(), connected.account_switch),
        ("alva@example.com", false)
    );
}

#[track_caller]
fn assert_error<T>(result: Result<T, impl Into<Error>>, status: u16, code: KnownErrorCode) {
    let error: Error = result.err().expect("a refusal").into();
    assert_eq!(
        (error.status(), error.code()),
        (Some(status), Some(&ErrorCode::Known(code))),
        "{error}"
    );
    assert!(!error.message().is_empty());
}

// Shows: Lists | Amounts are exact, from…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_receipt_is_decoded_as_its_category() {
    let world = World::start(Sqlite).await;
    let client = signed_up(&world).await;
    connects(&world, &client).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "1 113,67"));
    let ingested = world
        .while_working(client.retail_ingest(&RetailIngestBody::default()))
        .await
        .unwrap()
        .into_inner()
        .data;
    assert_eq!(
        (
            ingested.total_emails_found,
            ingested.by_vendor["ica"],
            ingested.errors.len()
        ),
        (1, 1, 0)
    );
    assert_eq!(
        (ingested.date_range.start.as_str(), ingested.date_range.end.as_str()),
        ("2026/10/19", "2026/11/18")
    );
    let days = RetailIngestBody {
        start_date: Some(day("2026-11-01")),
        end_date: Some(day("2026-11-02")),
        vendor_category: Some(KnownSubType::Travel),
    };
    assert_eq!(
        world
            .while_working(client.retail_ingest(&days))
            .await
            .unwrap()
            .into_inner()
            .data
            .total_emails_found,
        0
    );

    let list = client.retail_invoices(None).await.unwrap();
    assert_eq!(
        (list.len(), &list[0].sub_type),
        (1, &SubType::Known(KnownSubType::Grocery))
    );
    assert_eq!(
        (
            list[0].total_amount.to_string(),
            list[0].currency.as_str(),
            list[0].invoice_date
        ),
        ("1113.67".to_owned(), "SEK", Some(day("2026-11-10")))
    );
    assert_eq!(client.retail_invoices(Some(KnownSubType::Grocery)).await.unwrap(), list);
    assert_eq!(client.retail_invoices(Some(KnownSubType::Utility)).await.unwrap(), []);
    let counts = client.retail_counts().await.unwrap();
    assert_eq!(
        (counts.len(), counts["grocery"], counts["utility"]),
        (world.app.catalogue().categories().len(), 1, 0)
    );
    let detail = client
        .retail_invoice(KnownSubType::Grocery, &list[0].invoice_id)
        .await
        .unwrap();
    let InvoiceDetails::GroceryInvoice(GroceryInvoice {
        order_id,
        total_amount,
        invoice_id,
        ..
    }) = detail
    else {
        panic!("{detail:?}")
    };
    assert_eq!(
        (order_id.as_deref(), total_amount.to_string(), invoice_id.clone()),
        (Some("204118"), "1113.67".to_owned(), list[0].invoice_id.clone())
    );

    let deleted = client.retail_delete(&list[0].invoice_id).await.unwrap().into_inner();
    assert_eq!(
        (deleted.data.deleted_invoice, deleted.message.as_str()),
        (list[0].clone(), "Invoice deleted successfully")
    );
    assert_error(
        client.retail_invoice(KnownSubType::Grocery, &list[0].invoice_id).await,
        404,
        KnownErrorCode::InvalidRequest,
    );
    assert_error(
        client.retail_delete(&list[0].invoice_id).await,
        404,
        KnownErrorCode::InvalidRequest,
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn messages_of_rental_ingests_reach_the_caller() {
    let world = World::start(Sqlite).await;
    let client = signed_up(&world).await;
    connects(&world, &client).await;
    let waiting = "Rental invoice for 11/2026 has not been dispatched yet.".to_owned();
    assert_eq!(
        world.while_working(client.ingest_latest()).await.unwrap(),
        LatestIngest::NotDispatched(waiting)
    );
    assert_eq!(
        world
            .while_working(client.rental_ingest())
            .await
            .unwrap()
            .into_inner()
            .data,
        None
    );
    assert!(client.rental_invoices().await.unwrap().is_empty());
    assert_eq!(client.rental_invoice("Invoice_1").await.unwrap(), None);

    world.sandbox.add(&rent_mail(
        at(NOVEMBER),
        &[("Hyresavi_1.pdf", notice(5100, "2026-11-30"))],
    ));
    let found = "Invoice for 11/2026 found and ingested successfully!".to_owned();
    assert_eq!(
        world.while_working(client.ingest_latest()).await.unwrap(),
        LatestIngest::Ingested(found)
    );
    let known = "Invoice for 11/2026 has already been processed.".to_owned();
    assert_eq!(
        world.while_working(client.ingest_latest()).await.unwrap(),
        LatestIngest::Processed(known)
    );
    world.sandbox.add(&rent_mail(
        at("2026-10-10T08:00:00Z"),
        &[("Hyresavi_2.pdf", notice(5000, "2026-10-31"))],
    ));
    let ingested = world
        .while_working(client.rental_ingest())
        .await
        .unwrap()
        .into_inner()
        .data;
    assert_eq!(ingested.unwrap().invoice_count, 1);

    let invoice = client.rental_invoice("Invoice_1").await.unwrap().unwrap();
    assert_eq!(
        (invoice.due_date, invoice.total_amount.to_string()),
        (Some(day("2026-11-30")), "5100".to_owned())
    );
    assert_eq!(
        (invoice.due_date_month.as_str(), invoice.due_date_year.as_str()),
        ("11", "2026")
    );
    let years = client.rental_invoices().await.unwrap();
    assert_eq!((years.len(), years["2026"].len(), &years["2026"][0]), (1, 2, &invoice));
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_account_from_sign_up_to_deletion() {
    let world = World::start(Sqlite).await;
    let client = signed_up(&world).await;
    let me = client.user_view().await.unwrap().into_inner().data;
    assert_eq!(
        (
            me.name.as_str(),
            me.email.as_str(),
            me.created_on,
            me.mail_account_connected
        ),
        ("Alva", "alva@example.com", day("2026-11-18"), false)
    );
    let again = world
        .while_working(client.log_in("ALVA@example.com", PASSWORD))
        .await
        .unwrap();
    assert_eq!(again.user_view().await.unwrap().into_inner().data.name, "Alva");
    world.while_working(client.user_delete()).await.unwrap();
    assert_error(again.user_view().await, 404, KnownErrorCode::UserNotFound);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn errors_are_typed() {
    let world = World::start(Sqlite).await;
    let nobody = Client::connect(&world.url("")).unwrap();
    assert_error(nobody.user_view().await, 401, KnownErrorCode::InvalidCredentials);
    assert_error(
        nobody.with_token("x.y.z").rental_invoices().await,
        401,
        KnownErrorCode::InvalidCredentials,
    );
    let client = signed_up(&world).await;
    assert_error(
        client.sign_up("alva@example.com", "Alva", PASSWORD).await,
        409,
        KnownErrorCode::UserAlreadyExists,
    );
    assert_error(
        client.log_in("alva@example.com", "a wrong password").await,
        401,
        KnownErrorCode::InvalidCredentials,
    );
    assert_error(
        world.while_working(client.ingest_latest()).await,
        502,
        KnownErrorCode::MailTokenExpired,
    );
    world.clock.forward(chrono::TimeDelta::hours(2));
    let expired = client.retail_counts().await.unwrap_err();
    assert_eq!(expired.message(), "Expired token.");
    assert_eq!(expired.code(), Some(&ErrorCode::Known(KnownErrorCode::TokenExpired)));
    let unreachable = Client::connect("http://127.0.0.1:1").unwrap();
    assert!(matches!(
        unreachable.rental_invoices().await,
        Err(Error::Unreachable(_))
    ));
}

// Shows: Threats | Secrets show in logs…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn secrets_do_not_print() {
    let world = World::start(Sqlite).await;
    let nobody = Client::connect(&world.url("")).unwrap();
    let body = invoices_client::types::SignupBody {
        invitation: None,
        email: "alva@example.com".into(),
        name: "Alva".into(),
        password: PASSWORD.into(),
    };
    let session = nobody.user_signup(&body).await.unwrap().into_inner();
    let token = session.data.access_token.expose().to_owned();
    let client = nobody.with_token(session.data.access_token.clone());
    for printed in [format!("{client:?}"), format!("{session:?}"), format!("{body:?}")] {
        assert!(!printed.contains(&token) && !printed.contains(PASSWORD), "{printed}");
    }
    assert!(client.user_view().await.is_ok());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_ingest_is_ordered_and_followed() {
    let world = World::start(Sqlite).await;
    let client = signed_up(&world).await;
    let refused = client.begin_ingest(&IngestOrder::Rental).await;
    assert_error(refused, 502, KnownErrorCode::MailTokenExpired);
    connects(&world, &client).await;
    world.sandbox.add(&grocery(at(NOVEMBER), "204118", "113,67"));
    let order = IngestOrder::Retail(RetailIngestBody::default());
    let run = client.begin_ingest(&order).await.unwrap().expect("a run");
    let mut looks = 0;
    let followed = client.follow_ingest(&run.run_id, |_| looks += 1);
    let ended = world.while_working(followed).await.unwrap();
    assert_eq!((ended.counts.stored, ended.counts.unread), (1, 0));
    assert!(ended.error.is_none() && looks >= 1);
    assert_eq!(client.retail_invoices(None).await.unwrap().len(), 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_client_stays_logged_in_with_a_session() {
    let world = World::start(Sqlite).await;
    let client = signed_up(&world).await;
    let session = world.while_working(client.start_session(Some("phone"))).await.unwrap();
    assert!(!format!("{session:?}").contains(session.refresh_token.expose()));
    assert_eq!(session.expires_in.as_secs(), 3600);
    world.clock.forward(TimeDelta::hours(1));
    let expired = world.while_working(session.client.user_view()).await;
    assert_error(expired, 401, KnownErrorCode::TokenExpired);
    let used = session.refresh_token.clone();
    let session = world.while_working(client.refresh_session(used.clone())).await.unwrap();
    let listed = world
        .while_working(session.client.session_list())
        .await
        .unwrap()
        .into_inner();
    let [listed] = &listed.data.sessions[..] else {
        panic!("one session: {listed:?}")
    };
    assert_eq!((&listed.session_id, listed.current), (&session.session_id, true));
    world.clock.forward(TimeDelta::minutes(1));
    let replayed = world.while_working(client.refresh_session(used)).await;
    assert_error(replayed, 401, KnownErrorCode::InvalidCredentials);
    let revoked = world.while_working(session.client.user_view()).await;
    assert_error(revoked, 401, KnownErrorCode::InvalidCredentials);

    let client = world
        .while_working(client.log_in("alva@example.com", PASSWORD))
        .await
        .unwrap();
    let changed = client.change_password(PASSWORD, "staple of another horse");
    let changed = world.while_working(changed).await.unwrap();
    world.while_working(changed.user_view()).await.unwrap();
    let old = world.while_working(client.user_view()).await;
    assert_error(old, 401, KnownErrorCode::InvalidCredentials);
}
