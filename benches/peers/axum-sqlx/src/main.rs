//! Four operations of the API on axum and sqlx, on the database that the service has written.
//!
//! The answers are those of the service. Left out are what makes no difference to what is measured: corrections of users,
//! entity tags, limits on failed logins, and the tokens of sessions of apps, which are refused.

mod answer;
mod auth;
mod database;
mod handlers;

use std::error::Error;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;

use axum::Router;
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use clap::Parser;
use tokio::net::TcpListener;

use crate::auth::Tokens;
use crate::database::Database;

#[derive(Parser)]
struct Arguments {
    #[arg(long, default_value = "127.0.0.1:0")]
    address: SocketAddr,
    /// `sqlite:///path` or `postgres://user@host/name`.
    #[arg(long, env)]
    database_url: String,
    #[arg(long, env = "INVOICES__AUTH__JWT_SECRET", hide_env_values = true)]
    jwt_secret: String,
    /// The folder with the encrypted mail tokens of users.
    #[arg(long, env, default_value = "data/secrets")]
    secrets_folder: PathBuf,
}

struct App {
    database: Database,
    tokens: Tokens,
    secrets_folder: PathBuf,
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::parse();
    let app = App {
        database: Database::connect(&arguments.database_url).await?,
        tokens: Tokens::new(&arguments.jwt_secret),
        secrets_folder: arguments.secrets_folder,
    };
    let router = Router::new()
        .route("/v1/auth/login", post(handlers::login))
        .route("/v1/user/me", get(handlers::profile))
        .route("/v1/invoices/retail", get(handlers::retail))
        .with_state(Arc::new(app));
    let listener = TcpListener::bind(arguments.address).await?;
    println!("listening on {}", listener.local_addr()?);
    let listener = listener.tap_io(|stream| _ = stream.set_nodelay(true));
    Ok(axum::serve(listener, router).await?)
}
