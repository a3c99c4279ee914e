//! The grammar of `Authentication-Results`.

use std::fmt::Write as _;

use parser_document::fuzz;
use parser_document::mail::{AuthenticationResults, MethodResult, Property, SyntaxError};

use proptest::prelude::*;

const MAX_LENGTH: usize = AuthenticationResults::MAX_LENGTH;
const MAX_RESULTS: usize = AuthenticationResults::MAX_RESULTS;

fn parsed(text: &str) -> AuthenticationResults {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn refused(text: &str) -> String {
    let parsed: Result<AuthenticationResults, SyntaxError> = text.parse();
    match parsed {
        Ok(parsed) => panic!("{text}: {parsed:?}"),
        Err(error) => error.to_string(),
    }
}

/// The forms of appendix B of RFC 8601, with other names.
#[test]
fn the_examples_of_the_rfc_are_read() {
    for text in [
        "mx.example.com 1; none",
        "mx.example.com; spf=pass smtp.mailfrom=shop.example.com",
        "mx.example.com; iprev=pass policy.iprev=192.0.2.10",
        "mx.example.com; auth=pass smtp.auth=user@shop.example.com; spf=pass smtp.mailfrom=shop.example.com",
        "mx.example.com; dkim=pass reason=\"good signature\" header.i=@lists.example.com; \
         dkim=fail reason=\"bad signature\" header.i=@shop.example.com",
    ] {
        assert_eq!(written(&parsed(text)), text);
    }
    let auth = parsed(
        "mx.example.com;\r\n\tauth=pass (cram-md5) smtp.auth=user@shop.example.com;\r\n\tspf=fail smtp.mailfrom=shop.example.com\r\n ",
    );
    assert_eq!(
        written(&auth),
        "mx.example.com; auth=pass smtp.auth=user@shop.example.com; spf=fail smtp.mailfrom=shop.example.com"
    );
}

/// Appendix B.7: comments and white space wherever the grammar has them.
#[test]
fn comments_may_be_nearly_everywhere() {
    let text = "mx.example.com (the name) 1 (the version);\r\n \
        dkim (signed) / 1 (the first) = (well) fail\r\n  \
        policy (a full stop follows) . (here) expired\r\n  \
        (unexpected (rather)) = (as \\) of) 1362471462";
    let expected = AuthenticationResults {
        authserv_id: "mx.example.com".into(),
        version: Some(1),
        results: vec![MethodResult {
            method: "dkim".into(),
            version: Some(1),
            result: "fail".into(),
            reason: None,
            properties: vec![property("policy", "expired", "1362471462")],
        }],
    };
    assert_eq!(parsed(text), expected);
}

#[test]
fn values_are_tokens_quoted_strings_or_addresses() {
    for (text, expected) in [
        ("a+b.c", "a+b.c"),
        ("\"a; (b) \\\"c\\\\\"", "a; (b) \"c\\"),
        ("\"a\r\n  b\"", "a  b"),
        ("\"\"", ""),
        ("@example.com", "@example.com"),
        ("bounce+a=b/c@example.com.", "bounce+a=b/c@example.com."),
        ("\"a b\"@example.com", "a b@example.com"),
        ("kundtjänst@räksmörgås.example.com", "kundtjänst@räksmörgås.example.com"),
    ] {
        let read = parsed(&format!("mx.example.com; x=y a.b={text} c.d=e"));
        assert_eq!(read.results[0].property("a.b"), Some(expected), "{text}");
        assert_eq!(read.results[0].property("c.d"), Some("e"), "{text}");
    }
}

// Shows: Threats | A sender's text in the authentication results (an address, a comment) reads as a separate result | the header is parsed by the grammar of RFC 8601, within limits; one that can't be read, has a property twice or is of another version is quarantined
#[test]
fn what_the_grammar_does_not_have_is_refused() {
    for (text, why) in [
        ("", "the name of the receiver is missing at byte 0"),
        ("mx.example.com", "a semicolon is missing at byte 14"),
        ("mx.example.com;", "a method is missing at byte 15"),
        ("mx.example.com; none; spf=pass", "an equals sign is missing at byte 20"),
        ("mx.example.com; spf=pass; none", "an equals sign is missing at byte 30"),
        ("mx.example.com; spf=pass;", "a method is missing at byte 25"),
        ("mx.example.com; spf", "an equals sign is missing at byte 19"),
        ("mx.example.com; spf=", "a result is missing at byte 20"),
        ("mx.example.com; spf=pass-", "a result is missing at byte 20"),
        ("mx.example.com; s_f=pass", "an equals sign is missing at byte 17"),
        ("mx.example.com; spf/x=pass", "a version is missing at byte 20"),
        (
            "mx.example.com; spf/99999999999=pass",
            "the version at byte 20 is too large",
        ),
        ("mx.example.com1 1x; none", "a semicolon is missing at byte 17"),
        ("\"mx.example.com\"1; none", "a semicolon is missing at byte 16"),
        (
            "mx.example.com; spf=pass action=none",
            "a full stop is missing at byte 31",
        ),
        (
            "mx.example.com; spf=pass a.b=c reason=d",
            "a full stop is missing at byte 37",
        ),
        (
            "mx.example.com; spf=pass reason=\"a\"b.c=d",
            "a semicolon is missing at byte 35",
        ),
        ("mx.example.com; spf=pass a.b=", "a value is missing at byte 29"),
        ("mx.example.com; spf=pass a.b=c=d", "a value is missing at byte 29"),
        (
            "mx.example.com; spf=pass a.b=c..d@example.com",
            "a semicolon is missing at byte 33",
        ),
        ("mx.example.com; spf=pass a.b=c@", "a domain is missing at byte 31"),
        ("mx.example.com; spf=pass a.b=c@d..e", "a domain is missing at byte 31"),
        (
            "mx.example.com; spf=pass a.b=c@d@e",
            "a semicolon is missing at byte 32",
        ),
        ("mx.example.com; spf=pass a.b=<c@d>", "a value is missing at byte 29"),
        ("mx.example.com; spf=pass (a", "a comment is not closed"),
        ("mx.example.com; spf=pass (a (b)", "a comment is not closed"),
        ("mx.example.com; spf=pass (a\\)", "a comment is not closed"),
        ("mx.example.com; spf=pass (a\\", "a comment is not closed"),
        ("mx.example.com; spf=pass a)", "a full stop is missing at byte 26"),
        ("mx.example.com; spf=pass a.b=\"c", "a quoted string is not closed"),
        ("mx.example.com; spf=pass a.b=\"c\\\"", "a quoted string is not closed"),
        (
            "mx.example.com; spf=pass (\0)",
            "there is a control character at byte 26",
        ),
        ("mx.example.com; spf=pass\r\nx", "a semicolon is missing at byte 24"),
        (
            "mx.example.com; spf=pass (a\r\nx)",
            "there is a control character at byte 27",
        ),
    ] {
        assert_eq!(refused(text), why, "{text:?}");
    }
}

// Shows: Threats | A sender's text in the…
#[test]
fn length_and_results_are_limited() {
    let start = "mx.example.com; spf=pass ";
    let nested = format!("{start}{}", "(".repeat(MAX_LENGTH - start.len()));
    assert_eq!(refused(&nested), "a comment is not closed");
    assert_eq!(
        refused(&format!("{nested}(")),
        format!("the header is longer than {MAX_LENGTH} bytes")
    );
    let half = (MAX_LENGTH - start.len()) / 2;
    let closed = format!("{start}{}{}", "(".repeat(half), ")".repeat(half));
    assert_eq!(parsed(&closed).results.len(), 1);
    let many = format!("mx.example.com{}", "; spf=pass".repeat(MAX_RESULTS));
    assert_eq!(parsed(&many).results.len(), MAX_RESULTS);
    assert_eq!(
        refused(&format!("{many}; spf=pass")),
        format!("there are more than {MAX_RESULTS} results")
    );
}

fn property(ptype: &str, name: &str, value: &str) -> Property {
    Property {
        ptype: ptype.to_owned(),
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

/// A field that parses to these results.
fn written(field: &AuthenticationResults) -> String {
    let mut text = written_value(&field.authserv_id);
    if let Some(version) = field.version {
        write!(text, " {version}").unwrap();
    }
    if field.results.is_empty() {
        text += "; none";
    }
    for result in &field.results {
        write!(text, "; {}", result.method).unwrap();
        if let Some(version) = result.version {
            write!(text, "/{version}").unwrap();
        }
        write!(text, "={}", result.result).unwrap();
        if let Some(reason) = &result.reason {
            write!(text, " reason={}", written_value(reason)).unwrap();
        }
        for Property { ptype, name, value } in &result.properties {
            write!(text, " {ptype}.{name}={}", written_property(value)).unwrap();
        }
    }
    text
}

/// A value as an address if it can be one, else as [`written_value`] does.
fn written_property(value: &str) -> String {
    let is_label = |label: &str| !label.is_empty() && label.chars().all(|c| c.is_alphanumeric() || "_-".contains(c));
    let is_domain = |domain: &str| domain.strip_suffix('.').unwrap_or(domain).split('.').all(is_label);
    match value.rsplit_once('@').filter(|(_, domain)| is_domain(domain)) {
        Some(("", domain)) => format!("@{domain}"),
        Some((local, domain)) => format!("{}@{domain}", quoted(local, local.split('.').all(is_label))),
        None => written_value(value),
    }
}

/// A token as it is, and anything else as a quoted string.
fn written_value(text: &str) -> String {
    let is_token = |c: char| !c.is_control() && !c.is_whitespace() && !r#"()<>@,;:\"/[]?="#.contains(c);
    quoted(text, !text.is_empty() && text.chars().all(is_token))
}

fn quoted(text: &str, is_plain: bool) -> String {
    if is_plain {
        return text.to_owned();
    }
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}

const KEYWORD: &str = "(none|reason|dmarc|header|from|[a-z0-9]([a-z0-9-]{0,6}[a-z0-9])?)";
/// Whatever a quoted string may contain.
const TEXT: &str = "[ -~\tåß€]{0,12}";
const DOMAIN: &str = "[A-Za-z0-9_å-]{1,8}(\\.[A-Za-z0-9_-]{1,8}){0,3}\\.?";

fn any_value() -> impl Strategy<Value = String> {
    let address = (TEXT, DOMAIN);
    prop_oneof![
        TEXT,
        "[a-zA-Z0-9.+_-]{1,12}",
        address.prop_map(|(local, domain)| format!("{local}@{domain}")),
    ]
}

prop_compose! {
    fn any_property()(ptype in KEYWORD, name in KEYWORD, value in any_value()) -> Property {
        Property { ptype, name, value }
    }
}

prop_compose! {
    fn any_result()(
        method in KEYWORD,
        version in proptest::option::of(0_u32..20),
        result in KEYWORD,
        reason in proptest::option::of(TEXT),
        properties in prop::collection::vec(any_property(), 0..4),
    ) -> MethodResult {
        MethodResult { method, version, result, reason, properties }
    }
}

prop_compose! {
    fn any_results()(
        authserv_id in prop_oneof![TEXT, DOMAIN],
        version in proptest::option::of(0_u32..20),
        results in prop::collection::vec(any_result(), 0..4),
    ) -> AuthenticationResults {
        AuthenticationResults { authserv_id, version, results }
    }
}

/// Comments and folding white space.
fn any_gap() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just(" "),
        Just("\t"),
        Just("\r\n "),
        Just("\n\t"),
        Just("()"),
        Just("(; dmarc=pass header.from=example.com)"),
        Just("(a (b \\) \\( (c)) \\\\ \" d)"),
        Just("(fol\r\n ded)"),
    ];
    prop::collection::vec(piece, 0..4).prop_map(|pieces| pieces.concat())
}

/// A field with a gap wherever the grammar has one.
fn with_gaps(field: &AuthenticationResults, gaps: &[String]) -> String {
    let mut gaps = gaps.iter().cycle();
    let mut text = String::new();
    let mut push = |part: &str, must_follow: bool| {
        let gap = gaps.next().unwrap();
        text.push_str(if gap.is_empty() && must_follow { " " } else { gap });
        text.push_str(part);
    };
    let id_alone = AuthenticationResults {
        version: None,
        results: vec![],
        ..field.clone()
    };
    push(written(&id_alone).strip_suffix("; none").unwrap(), false);
    if let Some(version) = field.version {
        push(&version.to_string(), true);
    }
    if field.results.is_empty() {
        push(";", false);
        push("none", false);
    }
    for result in &field.results {
        push(";", false);
        push(&result.method, false);
        if let Some(version) = result.version {
            push("/", false);
            push(&version.to_string(), false);
        }
        push("=", false);
        push(&result.result, false);
        if let Some(reason) = &result.reason {
            push("reason", true);
            push("=", false);
            push(&written_value(reason), false);
        }
        for property in &result.properties {
            push(&property.ptype, true);
            push(".", false);
            push(&property.name, false);
            push("=", false);
            push(&written_property(&property.value), false);
        }
    }
    push("", false);
    text
}

proptest! {
    #[test]
    fn what_is_written_reads_the_same(field in any_results()) {
        prop_assert_eq!(parsed(&written(&field)), field);
    }

    #[test]
    fn comments_and_folding_change_nothing(field in any_results(), gaps in prop::collection::vec(any_gap(), 7..40)) {
        prop_assert_eq!(parsed(&with_gaps(&field, &gaps)), field);
    }

    #[test]
    fn no_text_makes_it_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        fuzz::authentication_results(&bytes);
    }

    #[test]
    fn no_text_of_its_parts_makes_it_panic(parts in prop::collection::vec(
        prop::sample::select(vec![
            "mx.example.com", "; ", ";", "=", ".", "/", "1", "@", "(", ")", "\"", "\\", " ", "\r\n ", "\0", "å", "none", "reason",
            "dkim=", "dmarc=pass", "pass", "header.from=", "header.d=", "example.com",
        ]),
        0..30,
    )) {
        fuzz::authentication_results(parts.concat().as_bytes());
        fuzz::authentication_results(format!("mx.example.com; {}", parts.concat()).as_bytes());
    }
}
