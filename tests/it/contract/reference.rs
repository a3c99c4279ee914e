//! The API reference at `/docs`.

use std::path::Path;

use invoices_tests::support::database::Database::Sqlite;
use invoices_tests::support::python::root;
use invoices_tests::support::wait::within;
use invoices_tests::support::world::World;
use reqwest::Method;
use reqwest::header::HeaderMap;

use super::lint::npm_folder;

/// What the page loads, and the document.
const FILES: [(&str, &str); 6] = [
    ("/docs", "text/html; charset=utf-8"),
    ("/docs/start.js", "text/javascript; charset=utf-8"),
    ("/docs/style.css", "text/css; charset=utf-8"),
    ("/docs/swagger-ui-bundle.js", "text/javascript; charset=utf-8"),
    ("/docs/swagger-ui.css", "text/css; charset=utf-8"),
    ("/openapi.json", "application/json"),
];

struct File {
    status: u16,
    headers: HeaderMap,
    content: Vec<u8>,
}

impl File {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }
}

async fn ask(world: &World, method: Method, path: &str, headers: &[(&str, &str)]) -> File {
    let mut request = world.http.request(method, world.url(path));
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let answer = async {
        let response = request.send().await.unwrap();
        File {
            status: response.status().as_u16(),
            headers: response.headers().clone(),
            content: response.bytes().await.unwrap().to_vec(),
        }
    };
    within(format!("the answer for {path}"), answer).await
}

async fn get(world: &World, path: &str) -> File {
    ask(world, Method::GET, path, &[]).await
}

// Shows: Envelopes, requests and errors | `GET /docs` shows the API reference and `GET /openapi.json` the document, both without a token; they are not operations of the contract
// Shows: Threats | The page of the API reference runs foreign code, or is shown inside another page to catch clicks | a policy allows the service's own files only, nothing inline, no `eval` and no frame; the viewer is compared with the npm package that the lock file names
#[tokio::test]
async fn the_reference_is_served_without_a_token_under_a_strict_policy() {
    let world = World::start(Sqlite).await;
    for (path, media_type) in FILES {
        let file = get(&world, path).await;
        assert_eq!((file.status, file.header("content-type")), (200, Some(media_type)));
        assert_eq!(file.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(file.header("referrer-policy"), Some("no-referrer"));
        assert!(file.header("x-request-id").is_some());
        let policy = file.header("content-security-policy").unwrap();
        assert!(
            policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"),
            "{policy}"
        );
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
    }
    let page = String::from_utf8(get(&world, "/docs").await.content).unwrap();
    for (path, _) in &FILES[1..] {
        assert!(page.contains(&path[1..]), "{path}");
    }
    // Neither inline code nor another host.
    assert_eq!(
        page.matches("<script").count(),
        page.matches("<script src=\"docs/").count()
    );
    assert!(
        !page.contains("<style") && !page.contains("style=") && !page.contains("//"),
        "{page}"
    );
}

// Shows: Envelopes, requests and errors | `GET /docs` shows the…
#[tokio::test]
async fn the_served_document_is_the_checked_in_one() {
    let world = World::start(Sqlite).await;
    let served = get(&world, "/openapi.json").await.content;
    assert!(served == std::fs::read(root().join("openapi.json")).unwrap());
}

// Shows: Threats | The page of the API reference…
#[tokio::test]
async fn the_viewer_is_that_of_the_npm_package() {
    let world = World::start(Sqlite).await;
    let package = npm_folder().parent().unwrap().join("swagger-ui-dist");
    for name in ["swagger-ui-bundle.js", "swagger-ui.css"] {
        let served = get(&world, &format!("/docs/{name}")).await.content;
        assert!(served == std::fs::read(package.join(name)).unwrap(), "{name}");
    }
    let checked_in = root().join("server/web/docs");
    for name in ["LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"] {
        let of = |folder: &Path| std::fs::read(folder.join(name)).unwrap();
        assert!(of(&checked_in.join("swagger-ui")) == of(&package), "{name}");
    }
    let manifest = std::fs::read_to_string(package.join("package.json")).unwrap();
    let manifest: serde_json::Value = serde_json::from_str(&manifest).unwrap();
    let readme = std::fs::read_to_string(checked_in.join("README.md")).unwrap();
    assert!(readme.contains(manifest["version"].as_str().unwrap()), "{manifest}");
}

// Shows: Envelopes, requests and errors | The files of the reference are compressed for clients that accept gzip, and have an entity tag
#[tokio::test]
async fn a_file_is_compressed_and_not_sent_again() {
    let world = World::start(Sqlite).await;
    for (path, _) in FILES {
        let plain = get(&world, path).await;
        assert_eq!(plain.header("content-encoding"), None);
        let compressed = ask(&world, Method::GET, path, &[("accept-encoding", "br, gzip")]).await;
        assert_eq!(compressed.header("content-encoding"), Some("gzip"));
        for file in [&plain, &compressed] {
            assert_eq!(file.header("vary"), Some("Accept-Encoding"));
            assert_eq!(file.header("cache-control"), Some("public, no-cache"));
        }
        if path == "/docs/swagger-ui-bundle.js" {
            assert!(compressed.content.len() * 3 < plain.content.len());
        }
        let tag = plain.header("etag").unwrap();
        assert_eq!(compressed.header("etag"), Some(tag));
        let known = ask(&world, Method::GET, path, &[("if-none-match", tag)]).await;
        assert_eq!(
            (known.status, known.content.len(), known.header("etag")),
            (304, 0, Some(tag))
        );
        let other = ask(&world, Method::GET, path, &[("if-none-match", "\"other\"")]).await;
        assert_eq!(other.status, 200);
    }
}

// Shows: Envelopes, requests and errors | `GET /docs` shows the…
#[tokio::test]
async fn the_reference_is_read_only_and_hides_no_unknown_route() {
    let world = World::start(Sqlite).await;
    for (path, media_type) in FILES {
        let head = ask(&world, Method::HEAD, path, &[]).await;
        let length = get(&world, path).await.content.len().to_string();
        assert_eq!((head.status, head.content.len()), (200, 0));
        assert_eq!(head.header("content-length"), Some(length.as_str()));
        assert_eq!(head.header("content-type"), Some(media_type));
        for method in ["POST", "PUT", "DELETE", "OPTIONS"] {
            let refused = world
                .send(world.http.request(method.parse().unwrap(), world.url(path)))
                .await;
            refused.fails(405, "INVALID_REQUEST");
            assert_eq!(refused.header("allow"), Some("GET, HEAD"));
        }
    }
    for path in [
        "/docs/",
        "/docs/index.html",
        "/docs/README.md",
        "/docs/swagger-ui",
        "/Docs",
        "/openapi.yaml",
        "/v1/docs",
    ] {
        world.get(path).await.fails(404, "INVALID_REQUEST");
    }
}
