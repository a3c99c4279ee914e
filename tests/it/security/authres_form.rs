//! One form for what two parsers of `Authentication-Results` read.

use parser_document::mail::{AuthenticationResults, MethodResult};
use serde_json::{Value, json};

/// What this project read, as a value that can be compared.
pub fn as_authres(field: &AuthenticationResults) -> Value {
    let results = field.results.iter().map(|result| {
        json!({
            "method": result.method,
            "version": result.version,
            "result": result.result,
            "reason": result.reason,
            "properties": properties(result),
        })
    });
    json!({
        "authserv_id": field.authserv_id.to_lowercase(),
        "version": field.version,
        "results": results.collect::<Vec<_>>(),
    })
}

fn properties(result: &MethodResult) -> Vec<[String; 3]> {
    let properties = result.properties.iter();
    let properties = properties.map(|property| [&property.ptype, &property.name, &property.value].map(String::clone));
    properties.collect()
}

/// What authres read, in our form: versions as numbers, and values without the backslashes and the quotation marks of a local part
/// that authres keeps.
pub fn normal(theirs: &Value) -> Value {
    let number = |text: &Value| text.as_str().map(|digits| digits.parse::<u32>().unwrap());
    let mut results = theirs["results"].clone();
    for result in results.as_array_mut().unwrap() {
        result["version"] = json!(number(&result["version"]));
        result["reason"] = json!(result["reason"].as_str().map(unescaped));
        for property in result["properties"].as_array_mut().unwrap() {
            let value = property[2].as_str().unwrap_or_default();
            let value = match value.strip_prefix('"').and_then(|rest| rest.rsplit_once("\"@")) {
                Some((local, domain)) => format!("{}@{domain}", unescaped(local)),
                None => unescaped(value),
            };
            property[2] = json!(value);
        }
    }
    json!({"authserv_id": theirs["authserv_id"], "version": number(&theirs["version"]), "results": results})
}

fn unescaped(text: &str) -> String {
    let mut is_pair = false;
    let kept = text.chars().filter(|c| {
        is_pair = *c == '\\' && !is_pair;
        !is_pair
    });
    kept.collect()
}
