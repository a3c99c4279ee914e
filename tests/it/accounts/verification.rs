//! Verifying the address of sign-up.

use chrono::TimeDelta;
use invoices_tests::support::answer::Answer;
use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::user::User;
use serde_json::{Value, json};

use super::mail::{VERIFY, code_of, is_verified, world};

pub const CONFIRM: &str = "/v1/user/me/email/confirm";

async fn confirms(user: &User<'_>, code: &str) -> Answer {
    user.posts(CONFIRM, &json!({"code": code})).await
}

// Shows: Codes by mail | `POST /v1/user/me/email/verify` mails a code to the caller's own address, `POST /v1/user/me/email/confirm` verifies it, and `GET /v1/user/me/email` shows whether it is verified. The profile keeps its shape
// Shows: Threats | Someone verifies an address that is not theirs | the code goes to that address and counts for that user, with five attempts
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_address_is_verified_with_a_mailed_code() {
    let (world, mut mails) = world(Sqlite).await;
    let (alva, bo) = (world.signs_up("Alva").await, world.signs_up("Bo").await);
    let profile = alva.profile().await.data(200).clone();
    assert!(!is_verified(&alva).await);
    confirms(&alva, "a guess").await.fails(400, "INVALID_CREDENTIALS");
    alva.posts_nothing(VERIFY).await.data(200);
    let mail = mails.next_mail().await;
    assert_eq!(
        (&mail["to"], &mail["subject"]),
        (&json!([alva.email]), &json!("Verify your e-mail address"))
    );
    let code = code_of(&mail);
    assert_eq!(code.len(), 8);
    assert!(
        !world.rows_of("email_codes").await.join("\n").contains(&code),
        "only a hash is stored"
    );
    // It is another user's.
    bo.posts_nothing(VERIFY).await.data(200);
    let of_bo = code_of(&mails.next_mail().await);
    confirms(&bo, &code).await.fails(400, "INVALID_CREDENTIALS");
    confirms(&alva, &of_bo).await.fails(400, "INVALID_CREDENTIALS");
    let confirmed = confirms(&alva, &format!(" {} ", code.to_uppercase())).await;
    assert_eq!(
        *confirmed.data(200),
        json!({"email": alva.email, "verified": true, "verified_at": "2026-11-18T09:00:00Z"})
    );
    assert!(is_verified(&alva).await && !is_verified(&bo).await);
    // Once is enough, and a lost answer can be asked for again.
    world.clock.forward(TimeDelta::minutes(1));
    alva.posts_nothing(VERIFY).await.data(200);
    assert_eq!(confirms(&alva, &code).await.data(200), confirmed.data(200));
    assert_eq!(mails.stop().await, Vec::<Value>::new());
    assert_eq!(*alva.profile().await.data(200), profile, "the profile keeps its shape");
    for (body, code) in [
        (json!({}), "MISSING_FIELDS"),
        (json!({"code": null}), "MISSING_FIELDS"),
        (json!({"code": 5}), "INVALID_REQUEST"),
    ] {
        bo.posts(CONFIRM, &body).await.fails(400, code);
    }
}

// Shows: Codes by mail | A wrong code is 400 `INVALID_CREDENTIALS`; after five no code is valid
// Shows: Threats | Someone verifies an address…
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn five_wrong_codes_are_all() {
    let (world, mut mails) = world(Sqlite).await;
    let alva = world.signs_up("Alva").await;
    let mut ask = async || {
        alva.posts_nothing(VERIFY).await.data(200);
        code_of(&mails.next_mail().await)
    };
    let code = ask().await;
    let mut guesses = Vec::new();
    for guess in 0..5 {
        let body = json!({"code": format!("guess {guess}")});
        let request = world.http.post(world.url(CONFIRM)).bearer_auth(&alva.token);
        guesses.push(Answer::to(request.json(&body)));
    }
    for answer in futures::future::join_all(guesses).await {
        answer.fails(400, "INVALID_CREDENTIALS");
    }
    confirms(&alva, &code).await.fails(400, "INVALID_CREDENTIALS");
    let older = ask().await;
    let newer = ask().await;
    confirms(&alva, &older).await.fails(400, "INVALID_CREDENTIALS");
    world.clock.forward(TimeDelta::minutes(59));
    confirms(&alva, &newer).await.data(200);
}
