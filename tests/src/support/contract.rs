//! The operations of the OpenAPI document. Tests take them from there, so that none is forgotten.

use invoices_api::document;
use serde_json::Value;

use super::answer::Answer;
use super::world::World;

/// An operation of the document.
#[derive(Clone, Debug)]
pub struct Operation {
    pub id: String,
    pub method: reqwest::Method,
    /// The path, with `{name}` for each path parameter.
    pub path: String,
    /// Whether it needs an access token.
    pub guarded: bool,
    /// Names and examples of the path parameters.
    parameters: Vec<(String, String)>,
    /// The example of the JSON body, if the operation takes one.
    pub body: Option<Value>,
    /// Whether it may answer 404 `USER_NOT_FOUND`.
    pub user_not_found: bool,
}

impl Operation {
    /// All operations of the document of this build.
    pub fn all(world: &World) -> Vec<Operation> {
        let document = document(world.app.catalogue());
        let paths = document["paths"].as_object().unwrap();
        let items = paths
            .iter()
            .flat_map(|(path, item)| item.as_object().unwrap().iter().map(move |entry| (path, entry)));
        items
            .map(|(path, (method, operation))| Operation::of(path, method, operation))
            .collect()
    }

    /// The operations that need a token.
    pub fn guarded(world: &World) -> Vec<Operation> {
        Self::all(world).into_iter().filter(|o| o.guarded).collect()
    }

    fn of(path: &str, method: &str, operation: &Value) -> Self {
        let parameters = operation["parameters"].as_array().into_iter().flatten();
        let in_path = parameters.filter(|parameter| parameter["in"] == "path");
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let description = operation["description"].as_str().unwrap_or_default();
        Operation {
            id: text(&operation["operationId"]),
            method: method.to_uppercase().parse().unwrap(),
            path: path.to_owned(),
            // The document says that a token is needed, and an operation where it is otherwise.
            guarded: operation.get("security").is_none(),
            parameters: in_path.map(|p| (text(&p["name"]), text(&p["example"]))).collect(),
            body: operation["requestBody"]["content"]["application/json"]
                .get("example")
                .cloned(),
            user_not_found: description.contains("404 `USER_NOT_FOUND`"),
        }
    }

    /// The path with the examples as its parameters.
    pub fn example_path(&self) -> String {
        self.parameters.iter().fold(self.path.clone(), |path, (name, example)| {
            path.replace(&format!("{{{name}}}"), example)
        })
    }

    /// A request made of the examples of the document.
    pub fn request(&self, world: &World) -> reqwest::RequestBuilder {
        let request = world.http.request(self.method.clone(), world.url(&self.example_path()));
        match &self.body {
            Some(body) => request.json(body),
            None => request,
        }
    }

    /// Sends the request of the examples with a token.
    pub async fn send(&self, world: &World, token: &str) -> Answer {
        world.send(self.request(world).bearer_auth(token)).await
    }
}
