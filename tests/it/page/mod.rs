//! The page at `/`, in Chromium.

mod account;
mod beside;
mod channels;
mod correct;
mod files;
mod install;
mod keyboard;
mod languages;
mod large;
mod original;
mod overview;
mod payment;
mod questions;
mod reference;
mod session;
mod start;
mod status;
mod views;
mod walk;

use std::net::{SocketAddr, TcpListener};
use std::path::PathBuf;
use std::process::Stdio;
use std::str::FromStr;
use std::sync::atomic::{AtomicU16, Ordering};
use std::time::Duration;

use fantoccini::error::CmdError;
use fantoccini::wd::Capabilities;
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use invoices_service::settings::Config;
use invoices_tests::support::database::Database;
use invoices_tests::support::python::root;
use invoices_tests::support::wait::{until_limit, within_limit};
use invoices_tests::support::world::World;
use reqwest::{Method, Url};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

use super::contract::npm_folder;

/// How long something may take to appear. Several browsers may start at once on a busy machine.
const LIMIT: Duration = Duration::from_mins(1);
/// How long a whole test in a browser may take.
pub const TEST_LIMIT: Duration = Duration::from_mins(5);

/// A window of a browser on a service.
pub struct Browser {
    pub client: Client,
    url: String,
    _driver: Driver,
}

/// How a window looks.
#[derive(Clone, Copy)]
pub struct Look {
    language: &'static str,
    is_dark: bool,
    width: u32,
}

pub const ENGLISH: Look = Look {
    language: "en-GB",
    is_dark: false,
    width: 1280,
};

/// A world whose provider sends browsers back to the service itself.
async fn world(database: Database) -> World {
    world_with(database, |_| {}).await
}

async fn world_with(database: Database, change: impl FnOnce(&mut Config)) -> World {
    let free = free_address();
    World::with(database, |config| {
        config.server.address = free;
        config.mail.callback_url = Some(format!("http://{free}/v1/auth/mail/callback").parse().unwrap());
        change(config);
    })
    .await
}

/// An address that nobody listens on. Its port is below those that the system gives away, so no other socket gets it meanwhile.
fn free_address() -> SocketAddr {
    static NEXT: AtomicU16 = AtomicU16::new(20_000);
    let ports = std::iter::repeat_with(|| NEXT.fetch_add(1, Ordering::Relaxed));
    let mut addresses = ports.map(|port| SocketAddr::from(([127, 0, 0, 1], port)));
    addresses.find(|address| TcpListener::bind(address).is_ok()).unwrap()
}

impl Browser {
    pub async fn open(world: &World, look: Look) -> Self {
        let driver = Driver::start().await;
        let mut arguments = vec![
            // Tests run as root in containers, where Chromium's own sandbox does not start.
            "--no-sandbox".to_owned(),
            "--headless".to_owned(),
            "--disable-dev-shm-usage".to_owned(),
            "--disable-gpu".to_owned(),
            format!("--lang={}", look.language),
        ];
        arguments.push(format!("--window-size={},900", look.width));
        let mut options = json!({
            "args": arguments,
            "prefs": {"intl.accept_languages": look.language},
        });
        if look.width < 500 {
            options["mobileEmulation"] =
                json!({"deviceMetrics": {"width": look.width, "height": 844, "pixelRatio": 2.0, "touch": true}});
        }
        let wanted = json!({
            "goog:chromeOptions": options,
            "goog:loggingPrefs": {"browser": "ALL"},
        });
        let wanted: Capabilities = serde_json::from_value(wanted).unwrap();
        let driver_url = format!("http://127.0.0.1:{}", driver.port);
        let connect = async {
            ClientBuilder::new(HttpConnector::new())
                .capabilities(wanted)
                .connect(&driver_url)
                .await
                .unwrap()
        };
        let browser = Browser {
            client: within_limit(LIMIT, "a browser", connect).await,
            url: world.url("").trim_end_matches('/').to_owned(),
            _driver: driver,
        };
        // The page names its icon. For a file alone the browser would ask for one that is not there.
        browser.opens("").await;
        let theme = if look.is_dark { "dark" } else { "light" };
        browser
            .script(&format!("localStorage.setItem('theme', '{theme}')"))
            .await;
        browser.client.refresh().await.unwrap();
        browser
    }

    /// Opens a view, by its address after `#/`.
    pub async fn opens(&self, view: &str) {
        self.client.goto(&format!("{}/#/{view}", self.url)).await.unwrap();
    }

    async fn script(&self, script: &str) -> Value {
        self.client.execute(script, vec![]).await.unwrap()
    }

    /// Waits until an element is there.
    pub async fn finds(&self, xpath: &str) -> fantoccini::elements::Element {
        let found = self
            .client
            .wait()
            .at_most(LIMIT)
            .for_element(Locator::XPath(xpath))
            .await;
        match found {
            Ok(element) => element,
            Err(error) => {
                self.keeps_screenshot("failed").await;
                let shown = self.script("return document.body.innerText").await;
                panic!(
                    "{xpath}: {error}\nthe page shows:\n{}",
                    shown.as_str().unwrap_or_default()
                );
            }
        }
    }

    /// Waits until a text is shown.
    pub async fn sees(&self, text: &str) {
        self.finds(&format!("//body//*[contains(normalize-space(.), {text:?})]"))
            .await;
    }

    /// Clicks the button or link with this name.
    async fn clicks(&self, name: &str) {
        let xpath =
            format!("//*[self::button or self::a or self::summary][normalize-space(.) = {name:?} and not(@disabled)]");
        // It may be drawn again between being found and being clicked.
        let what = format!("{name} to be clicked");
        until_limit(LIMIT, what, async || match self.finds(&xpath).await.click().await {
            Ok(()) => true,
            Err(CmdError::Standard(_)) => false,
            Err(error) => panic!("{name}: {error}"),
        })
        .await;
    }

    /// Types into the input with this label.
    async fn types(&self, label: &str, text: &str) {
        let xpath = format!("//*[self::input or self::select][@id = //label[normalize-space(.) = {label:?}]/@for]");
        let input = self.finds(&xpath).await;
        if input.tag_name().await.unwrap() == "select" {
            return input.select_by_label(text).await.unwrap();
        }
        input.clear().await.unwrap();
        input.send_keys(text).await.unwrap();
    }

    pub async fn signs_in(&self, email: &str, password: &str) {
        self.opens("").await;
        self.types("E-mail", email).await;
        self.types("Password", password).await;
        self.clicks("Sign in").await;
        self.finds("//nav[@id = 'navigation']").await;
    }

    /// axe's findings on the current page.
    async fn violations(&self) -> Vec<String> {
        let axe = std::fs::read_to_string(npm_folder().parent().unwrap().join("axe-core/axe.min.js")).unwrap();
        self.script(&axe).await;
        let run = "const done = arguments[0]; axe.run().then((found) => done(found.violations.map((v) => \
                   `${v.id}: ${v.nodes.map((node) => node.html.slice(0, 200)).join(' | ')}`)), (error) => done([String(error)]));";
        let found = self.client.execute_async(run, vec![]).await.unwrap();
        serde_json::from_value(found).unwrap()
    }

    /// What the browser's console says of the service: errors of scripts, what the policy refused, and what could not be loaded.
    pub async fn complaints(&self) -> Vec<String> {
        let log = self.client.issue_cmd(ConsoleLog).await.unwrap();
        let entries = log.as_array().cloned().unwrap_or_default();
        let severe = entries.iter().filter(|entry| entry["level"] == "SEVERE");
        let messages = severe.map(|entry| entry["message"].as_str().unwrap().to_owned());
        // The provider's consent page is in the same log.
        let of_others = |message: &String| message.starts_with("http") && !message.starts_with(&self.url);
        messages.filter(|message| !of_others(message)).collect()
    }

    /// Writes a screenshot to `target/screenshots`.
    async fn keeps_screenshot(&self, name: &str) -> PathBuf {
        let folder = root().join("target/screenshots");
        std::fs::create_dir_all(&folder).unwrap();
        let path = folder.join(format!("{name}.png"));
        std::fs::write(&path, self.client.screenshot().await.unwrap()).unwrap();
        path
    }

    pub async fn closes(self) {
        self.client.close().await.unwrap();
    }
}

/// chromedriver's command for the console's messages, which are read once.
#[derive(Debug)]
struct ConsoleLog;

impl fantoccini::wd::WebDriverCompatibleCommand for ConsoleLog {
    fn endpoint(&self, base: &Url, session: Option<&str>) -> Result<Url, <Url as FromStr>::Err> {
        base.join(&format!("session/{}/se/log", session.unwrap_or_default()))
    }

    fn method_and_body(&self, _: &Url) -> (Method, Option<String>) {
        (Method::POST, Some(json!({"type": "browser"}).to_string()))
    }
}

/// Starts chromedriver and kills its process group, to which its browsers belong, when standard input closes: the kernel closes it
/// even if this process is killed. chromedriver chooses a port that is free with IPv4, and ends if it is not free with IPv6.
const SUPERVISOR: &str = r#"{ for _ in 1 2 3; do "$1" --port=0; done; } & exec >&-; read -r _; kill -KILL 0"#;

/// chromedriver. Dropping it ends it and its browsers.
struct Driver {
    port: u16,
    _supervisor: Child,
}

impl Driver {
    async fn start() -> Self {
        let mut supervisor = Command::new("sh");
        supervisor
            .args(["-c", SUPERVISOR, "supervisor", "chromedriver"])
            .process_group(0);
        let mut supervisor = supervisor.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(supervisor.stdout.take().unwrap()).lines();
        let port = async {
            loop {
                let line = lines.next_line().await.unwrap();
                let line = line.expect("chromedriver of Debian's package chromium-driver says where it listens");
                if let Some((_, port)) = line.split_once("successfully on port ") {
                    return port.trim_end_matches('.').parse().unwrap();
                }
            }
        };
        let port = within_limit(LIMIT, "chromedriver", port).await;
        // Else it would be blocked by what it says later.
        tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
        Driver {
            port,
            _supervisor: supervisor,
        }
    }
}
