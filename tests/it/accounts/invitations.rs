//! Who may sign up: anyone, users with an invitation, nobody.

use chrono::TimeDelta;
use futures::future::join_all;
use invoices_db::{InvitationFilter, InvitationState, Operator};
use invoices_service::SignUp;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::{self, Postgres, Sqlite};
use invoices_tests::support::world::World;
use rstest::rstest;
use secrecy::ExposeSecret;
use serde_json::{Value, json};

const SIGNUP: &str = "/v1/auth/signup";
const REFUSED: &str = "Sign-up needs a valid invitation for this e-mail.";

async fn world(database: Database, sign_up: SignUp) -> World {
    World::with(database, |config| config.accounts.sign_up = sign_up).await
}

fn body(email: &str, invitation: &Value) -> Value {
    json!({"email": email, "name": "Alva", "password": "korrekt häst batteri", "invitation": invitation})
}

async fn sign_up(world: &World, email: &str, invitation: impl Into<Value>) -> Answer {
    world.post(SIGNUP, &body(email, &invitation.into())).await
}

/// The code of an invitation that is valid for a week.
async fn invite(world: &World, email: &str) -> String {
    let issued = world
        .app
        .invite(&email.parse().unwrap(), TimeDelta::days(7), operator())
        .await
        .unwrap();
    issued.code.expose_secret().to_owned()
}

fn operator() -> Operator {
    Operator("root".into())
}

// Shows: Sign-up, login and access tokens | The operator can close sign-up or ask for an invitation, which is the field `invitation` of the body: else 403 `INVALID_REQUEST`. By default anybody signs up and the field is ignored
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nobody_signs_up_where_sign_up_is_closed(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database, SignUp::Closed).await;
    let code = invite(&world, "alva@example.com").await;
    for invitation in [json!(null), json!(code)] {
        let refused = sign_up(&world, "alva@example.com", invitation).await;
        assert_eq!(refused.fails(403, "INVALID_REQUEST"), "Sign-up is closed.");
    }
}

// Shows: Sign-up, login and access tokens | The operator can close…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_is_ignored_where_anybody_may_sign_up(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database, SignUp::Open).await;
    assert_eq!(sign_up(&world, "alva@example.com", "no code").await.status, 201);
    let wrong = sign_up(&world, "bo@example.com", 5).await;
    wrong.fails(400, "INVALID_REQUEST");
}

// Shows: Sign-up, login and access tokens | The operator can close…
// Shows: Threats | Someone signs up without the operator's leave, with a guessed, used or foreign invitation | a code has 130 random bits, is valid once, for one address and some days; a wrong one costs the same work and gets one answer
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_is_valid_once_for_its_address_and_its_time(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database, SignUp::Invite).await;
    let code = invite(&world, "alva@example.com").await;
    let other = invite(&world, "bo@example.com").await;
    for (email, invitation) in [
        ("alva@example.com", json!(null)),
        ("alva@example.com", json!("")),
        ("alva@example.com", json!("a wrong code")),
        ("alva@example.com", json!(other)),
        ("carin@example.com", json!(code)),
    ] {
        let refused = sign_up(&world, email, invitation).await;
        assert_eq!(refused.fails(403, "INVALID_REQUEST"), REFUSED);
    }
    let created = sign_up(&world, " Alva@Example.com", format!(" {code}\n")).await;
    assert_eq!(created.status, 201, "{:?}", created.body);
    let used = sign_up(&world, "alva@example.com", code).await;
    assert_eq!(used.fails(403, "INVALID_REQUEST"), REFUSED);

    world.clock.forward(TimeDelta::days(7));
    let expired = sign_up(&world, "bo@example.com", other).await;
    assert_eq!(expired.fails(403, "INVALID_REQUEST"), REFUSED);

    let states = async |state| {
        let filter = InvitationFilter {
            state,
            ..InvitationFilter::default()
        };
        let rows = world.app.store().invitations(filter, 10, world.now()).await.unwrap();
        rows.into_iter().map(|row| row.email).collect::<Vec<_>>()
    };
    assert_eq!(states(Some(InvitationState::Used)).await, ["alva@example.com"]);
    assert_eq!(states(Some(InvitationState::Expired)).await, ["bo@example.com"]);
    assert_eq!(states(Some(InvitationState::Open)).await, Vec::<String>::new());
    assert_eq!(states(None).await.len(), 2);
}

// Shows: Threats | Someone signs up without…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_two_sign_ups_with_one_code_one_succeeds(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database, SignUp::Invite).await;
    for round in 0..5 {
        let email = format!("alva-{round}@example.com");
        let code = json!(invite(&world, &email).await);
        let (first, second) = (body(&email, &code), body(&email.to_uppercase(), &code));
        let (first, second) = tokio::join!(world.post(SIGNUP, &first), world.post(SIGNUP, &second));
        let mut statuses = [first.status, second.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 403]);
    }
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_simultaneous_invitations_of_one_address_one_is_open(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database, SignUp::Invite).await;
    for round in 0..20 {
        let address = format!("alva-{round}@example.com").parse().unwrap();
        let invite = || world.app.invite(&address, TimeDelta::days(7), operator());
        for invited in join_all((0..4).map(|_| invite())).await {
            invited.unwrap();
        }
    }
    assert_eq!(world.rows_of("invitations").await.len(), 20);
}

#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_invitation_is_withdrawn_or_replaced(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database, SignUp::Invite).await;
    let address = "alva@example.com".parse().unwrap();
    let first = invite(&world, "alva@example.com").await;
    let second = invite(&world, "ALVA@example.com").await;
    let replaced = sign_up(&world, "alva@example.com", first).await;
    assert_eq!(replaced.fails(403, "INVALID_REQUEST"), REFUSED);
    world.app.uninvite(&address, operator()).await.unwrap();
    assert!(world.app.uninvite(&address, operator()).await.is_err());
    let withdrawn = sign_up(&world, "alva@example.com", second).await;
    assert_eq!(withdrawn.fails(403, "INVALID_REQUEST"), REFUSED);
    let third = invite(&world, "alva@example.com").await;
    assert_eq!(sign_up(&world, "alva@example.com", third).await.status, 201);
    let known = world.app.invite(&address, TimeDelta::days(7), operator()).await;
    assert!(known.is_err(), "the address has an account");
    assert!(world.app.uninvite(&address, operator()).await.is_err(), "it is used");
}

/// Access to the database or a log does not allow sign-up.
// Shows: Threats | Someone signs up without…
#[rstest]
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn only_a_hash_of_the_code_is_stored(#[values(Sqlite, Postgres)] database: Database) {
    let world = world(database, SignUp::Invite).await;
    let code = invite(&world, "alva@example.com").await;
    for table in ["invitations", "acts"] {
        let rows = world.rows_of(table).await;
        assert_eq!(rows.len(), 1);
        assert!(!rows[0].contains(&code), "{}", rows[0]);
    }
    let id = sign_up(&world, "alva@example.com", code).await;
    let token = id.body["data"]["access_token"].as_str().unwrap().to_owned();
    let me = world.http.delete(world.url("/v1/user/me")).bearer_auth(token);
    world.send(me).await.data(200);
    assert_eq!(world.rows_of("invitations").await, Vec::<String>::new());
    let acts = world.rows_of("acts").await;
    assert!(!acts[0].contains("alva"), "{}", acts[0]);
}
