//! What a user does.

use invoices_domain::UserId;
use serde_json::{Value, json};

use crate::answer::Answer;
use crate::world::World;

/// Someone with an account.
pub struct User<'w> {
    pub world: &'w World,
    pub id: UserId,
    pub email: String,
    pub password: String,
    pub token: String,
}

impl User<'_> {
    fn request(&self, method: reqwest::Method, path: &str) -> reqwest::RequestBuilder {
        self.world.http.request(method, self.world.url(path)).bearer_auth(&self.token)
    }

    pub async fn gets(&self, path: &str) -> Answer {
        self.world.ask(self.request(reqwest::Method::GET, path)).await
    }

    pub async fn deletes(&self, path: &str) -> Answer {
        self.world.ask(self.request(reqwest::Method::DELETE, path)).await
    }

    pub async fn posts(&self, path: &str, body: &Value) -> Answer {
        self.world.ask(self.request(reqwest::Method::POST, path).json(body)).await
    }

    /// A POST with a body as it is.
    pub async fn posts_raw(&self, path: &str, content_type: &str, body: impl Into<reqwest::Body>) -> Answer {
        self.world.ask(self.request(reqwest::Method::POST, path).header("content-type", content_type).body(body)).await
    }

    pub async fn posts_nothing(&self, path: &str) -> Answer {
        self.world.ask(self.request(reqwest::Method::POST, path)).await
    }

    pub async fn stores_tokens(&self, access: &str, refresh: Option<&str>) -> Answer {
        self.posts("/v1/auth/mail/store-tokens", &json!({"access_token": access, "refresh_token": refresh})).await
    }

    pub async fn profile(&self) -> Answer {
        self.gets("/v1/user/me").await
    }

    pub async fn ingests_rental(&self) -> Answer {
        self.posts_nothing("/v1/invoices/rental/ingest").await
    }

    pub async fn ingests_latest(&self) -> Answer {
        self.posts_nothing("/v1/invoices/rental/ingest/latest").await
    }

    pub async fn ingests_retail(&self) -> Answer {
        self.posts_nothing("/v1/invoices/retail/ingest").await
    }

    pub async fn lists_rental(&self) -> Answer {
        self.gets("/v1/invoices/rental").await
    }

    pub async fn lists_retail(&self) -> Vec<Value> {
        let answer = self.gets("/v1/invoices/retail").await;
        let data = answer.data(200);
        let invoices = data["invoices"].as_array().unwrap().clone();
        assert_eq!(data["invoiceCount"], invoices.len());
        invoices
    }

    pub async fn detail_of(&self, summary: &Value) -> Value {
        let (sub_type, id) = (summary["sub_type"].as_str().unwrap(), summary["invoice_id"].as_str().unwrap());
        let answer = self.gets(&format!("/v1/invoices/retail?subtype={sub_type}&invoice-id={id}")).await;
        answer.data(200)["invoiceDetails"].clone()
    }

    pub async fn notifications(&self) -> Vec<(String, String)> {
        let rows = self.world.app.store().notifications(Some(self.id), 100).await.unwrap();
        rows.into_iter().map(|row| (row.subject, row.message)).collect()
    }

    /// What the ledger says of every message: its state, its reason, and the states of its documents.
    pub async fn ledger(&self) -> Vec<(String, String)> {
        let rows = self.world.app.store().ledger(self.id, 1000).await.unwrap();
        let mut lines: Vec<(String, String)> = rows
            .into_iter()
            .map(|row| {
                let documents: Vec<String> = row.documents.iter().map(|d| format!("{} {}", d.part, d.state)).collect();
                let subject = row.facts.subject.unwrap_or_default();
                (subject, format!("{} [{}] {}", row.state, documents.join(", "), row.reason.unwrap_or_default()).trim().to_owned())
            })
            .collect();
        lines.sort();
        lines
    }
}
