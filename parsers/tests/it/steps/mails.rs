//! MIME.

use super::{Family, wrapped};

pub fn families() -> Vec<Family> {
    let part = "\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>x</p>";
    vec![
        wrapped(
            "headers",
            "a.eml",
            "From: shop@example.com\r\n",
            |_| "a:\n".to_owned(),
            "\r\nTotal 10 kr",
        ),
        wrapped(
            "a long header",
            "a.eml",
            "Subject: ",
            |_| "word ".to_owned(),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "a folded header",
            "a.eml",
            "Subject: ",
            |_| "a\r\n ".to_owned(),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "encoded words",
            "a.eml",
            "Subject: ",
            |_| "=?utf-8?q?x?= ".to_owned(),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "addresses of senders",
            "a.eml",
            "From: ",
            |n| format!("a{n}@example.com, "),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "authentication results",
            "a.eml",
            "Authentication-Results: mx.example.com",
            |n| format!("; spf{n}=pass ((("),
            "\r\nFrom: a@example.com\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "parameters",
            "a.eml",
            "Content-Type: text/html",
            |n| format!("; a*{n}=x"),
            "\r\n\r\nTotal 10 kr",
        ),
        wrapped(
            "parts",
            "a.eml",
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n",
            move |_| part.to_owned(),
            "\r\n--b--",
        ),
        wrapped(
            "headers of a part",
            "a.eml",
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n",
            |_| "a:\r\n".to_owned(),
            "\r\n--b--",
        ),
        wrapped(
            "nested parts",
            "a.eml",
            "",
            |n| format!("Content-Type: multipart/mixed; boundary=b{n}\r\n\r\n--b{n}\r\n"),
            "",
        ),
        wrapped(
            "nested messages",
            "a.eml",
            "",
            |_| "Content-Type: message/rfc822\r\n\r\n".to_owned(),
            "",
        ),
        wrapped(
            "boundaries that nearly match",
            "a.eml",
            "Content-Type: multipart/mixed; boundary=bbbbbbbbbbbbbbbbc\r\n\r\n",
            |_| "\r\n-bbbbbbbbbbbbbbbbb".to_owned(),
            "",
        ),
        wrapped(
            "quoted printable",
            "a.eml",
            "Content-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n",
            |_| "=C3=A5=\r\n".to_owned(),
            "",
        ),
    ]
}
