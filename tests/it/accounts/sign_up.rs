//! Sign-up, login, tokens, the profile.

use chrono::TimeDelta;
use serde_json::json;

use crate::on_both_databases;
use crate::world::World;

const SIGNUP: &str = "/v1/auth/signup";
const LOGIN: &str = "/v1/auth/login";

on_both_databases! {
    /// The token of the sign-up is valid at once, and what the profile shows is what was given.
    async fn a_person_signs_up_and_sees_themselves(world: World) {
        let body = json!({"email": " Alva.Exempel@Example.com ", "name": "Alva Exempel", "password": "korrekt häst batteri"});
        let answer = world.post(SIGNUP, &body).await;
        assert_eq!(answer.status, 201);
        assert_eq!(answer.message(), "Signup successful!");
        let keys: Vec<&String> = answer.body.as_object().unwrap().keys().collect();
        assert_eq!(keys, ["data", "message"], "sign-up's envelope carries no code");
        assert_eq!(answer.body["data"]["username"], "Alva Exempel");
        assert_eq!(answer.body["data"]["token_type"], "Bearer");
        let token = answer.body["data"]["access_token"].as_str().unwrap();
        assert!(world.app.verify_token(token).unwrap().to_string().starts_with("user_"));
        let me = world.ask(world.http.get(world.url("/v1/user/me")).header("authorization", format!("bEaReR {token}"))).await;
        assert_eq!(
            *me.data(200),
            json!({"name": "Alva Exempel", "email": "Alva.Exempel@Example.com", "created_on": "2026-11-18", "mail_account_connected": false})
        );
        assert_eq!(me.header("cache-control"), Some("no-store"));
        assert_eq!(me.header("x-content-type-options"), Some("nosniff"));
        assert!(me.header("x-request-id").is_some());
    }

    async fn an_email_has_one_account_whatever_its_case(world: World) {
        let body = |email: &str| json!({"email": email, "name": "Alva", "password": "korrekt häst batteri"});
        assert_eq!(world.post(SIGNUP, &body("alva@example.com")).await.status, 201);
        world.post(SIGNUP, &body("ALVA@Example.com ")).await.fails(409, "USER_ALREADY_EXISTS");
        let (small, large) = (body("bo@example.com"), body("BO@example.com"));
        let (one, two) = tokio::join!(world.post(SIGNUP, &small), world.post(SIGNUP, &large));
        let mut statuses = [one.status, two.status];
        statuses.sort_unstable();
        assert_eq!(statuses, [201, 409]);
    }

    async fn sign_up_names_the_rule_that_is_broken(world: World) {
        for (body, message) in [
            (json!({"email": "no-at", "name": "A", "password": "12345678x"}), "email must be an address: one @ with something on both sides."),
            (json!({"email": "a@b@c", "name": "A", "password": "12345678x"}), "email must be an address: one @ with something on both sides."),
            (json!({"email": "a@b", "name": "  ", "password": "12345678x"}), "name must have 1 to 200 characters, none of them control characters."),
            (json!({"email": "a@b", "name": "A", "password": "1234567"}), "password must have at least 8 characters."),
            (json!({"email": "a@b", "name": "A", "password": "x".repeat(129)}), "password must have at most 128 characters."),
            (json!({"email": "a@b", "name": "A", "password": "Password123"}), "password is on the list of common passwords."),
        ] {
            assert_eq!(world.post(SIGNUP, &body).await.fails(400, "INVALID_REQUEST"), message);
        }
    }

    async fn login_answers_an_unknown_email_and_a_wrong_password_alike(world: World) {
        let alva = world.signs_up("Alva").await;
        let good = world.post(LOGIN, &json!({"email": alva.email.to_uppercase(), "password": alva.password})).await;
        assert_eq!((good.status, good.message()), (200, "Login successful!"));
        assert_eq!(good.body["data"]["username"], "Alva");
        assert!(world.app.verify_token(good.body["data"]["access_token"].as_str().unwrap()).is_ok());
        let wrong = world.post(LOGIN, &json!({"email": alva.email, "password": "another password"})).await;
        let unknown = world.post(LOGIN, &json!({"email": "nobody@example.com", "password": "another password"})).await;
        let malformed = world.post(LOGIN, &json!({"email": "nobody", "password": "another password"})).await;
        for answer in [&wrong, &unknown, &malformed] {
            assert_eq!(answer.fails(401, "INVALID_CREDENTIALS"), wrong.message());
            assert_eq!(answer.header("www-authenticate"), Some("Bearer"));
        }
    }

    async fn ten_failed_logins_close_the_door_for_five_minutes(world: World) {
        let alva = world.signs_up("Alva").await;
        let login = async |password: &str| world.post(LOGIN, &json!({"email": alva.email, "password": password})).await;
        for _ in 0..10 {
            login("a wrong password").await.fails(401, "INVALID_CREDENTIALS");
        }
        let closed = login(&alva.password).await;
        closed.fails(429, "RATE_LIMITED");
        let wait: u64 = closed.header("retry-after").unwrap().parse().unwrap();
        assert!((1..=300).contains(&wait));
        let bo = world.signs_up("Bo").await;
        assert_eq!(world.post(LOGIN, &json!({"email": bo.email, "password": bo.password})).await.status, 200, "another account is not concerned");
        world.clock.forward(TimeDelta::seconds(i64::try_from(wait).unwrap()));
        assert_eq!(login(&alva.password).await.status, 200);
    }

    async fn a_token_expires_and_a_broken_one_is_refused(world: World) {
        let alva = world.signs_up("Alva").await;
        world.clock.forward(TimeDelta::seconds(3599));
        alva.profile().await.data(200);
        world.clock.forward(TimeDelta::seconds(1));
        let expired = alva.profile().await;
        assert_eq!(expired.fails(401, "TOKEN_EXPIRED"), "Expired token.");
        assert_eq!(expired.header("www-authenticate"), Some("Bearer"));
        let me = world.url("/v1/user/me");
        world.ask(world.http.get(&me)).await.fails(401, "INVALID_CREDENTIALS");
        let broken = format!("{}x", alva.token);
        for value in ["Bearer", "Bearer ", "Basic YTpi", "Bearer x.y.z", &format!("Bearer {broken}"), &alva.token] {
            world.ask(world.http.get(&me).header("authorization", value)).await.fails(401, "INVALID_CREDENTIALS");
        }
    }

    async fn a_name_with_a_control_character_is_refused(world: World) {
        let body = json!({"email": "a@example.com", "name": "A\u{0}B", "password": "korrekt häst"});
        world.post(SIGNUP, &body).await.fails(400, "INVALID_REQUEST");
    }
}
