//! Adds to each operation what follows from its route's access, its request body and its handler's arguments:
//! authorization, and the responses of the middleware and the extractors. No handler has to declare them.

use axum::http::Method;
use serde_json::{Map, Value, json};

use crate::web::operation::RESPONSES;
use crate::web::routes::{Access, Route};

/// Completes every operation of the document. `routes` has the names of the shared responses of the arguments.
pub(super) fn complete(document: &mut Value, routes: &[(Route, Vec<&'static str>)]) {
    for (route, responses) in routes {
        let path = route.path.replace("{*", "{");
        let method = route.method.as_str().to_ascii_lowercase();
        if let Some(operation) = document["paths"][&path].get_mut(&method) {
            complete_operation(operation, route, responses);
        }
    }
    // Some responses are only described together with others of their status, and never referred to.
    let text = document["paths"].to_string();
    let is_used = |name: &str| text.contains(&format!("\"#/components/responses/{name}\""));
    let used = RESPONSES.iter().filter(|(name, ..)| is_used(name));
    let responses = used.map(|(name, status, description)| {
        let mut response = json!({ "description": description });
        if matches!(*status, "429" | "503") {
            response["headers"] =
                json!({"Retry-After": {"description": "Seconds to wait", "schema": {"type": "integer"}}});
        }
        match (*status, *name) {
            ("304", _) => {}
            (_, "HtmlPage" | "MissingPage") => {
                response["content"] = json!({"text/html": {"schema": {"type": "string"}}})
            }
            _ => response["content"] = problem(),
        }
        ((*name).to_owned(), response)
    });
    let scheme = json!({"bearer": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"}});
    document["components"]["securitySchemes"] = scheme;
    document["components"]["responses"] = responses.collect::<Map<_, _>>().into();
}

fn complete_operation(operation: &mut Value, route: &Route, of_arguments: &[&'static str]) {
    let names: Vec<_> =
        of_arguments.iter().copied().chain(added(route)).chain(of_body(operation).iter().copied()).collect();
    match route.access {
        Access::Account | Access::Editor | Access::Operator | Access::Secret => {
            operation["security"] = json!([{ "bearer": [] }]);
        }
        Access::OwnPage => {
            let header = json!({
                "name": "X-Requested-With", "in": "header", "required": true,
                "schema": {"type": "string", "const": "paragraf"},
            });
            operation["parameters"] = json!([header]);
        }
        Access::Everyone => {}
    }
    if operation.get("security").is_none() {
        operation["security"] = json!([]);
    }
    let Value::Object(responses) = &mut operation["responses"] else { return };
    for name in names {
        add(responses, name);
    }
    for (status, response) in responses.iter_mut() {
        if let Some(events) = response.pointer_mut("/content/text~1event-stream") {
            // A schema would describe the parsed events; the description names them.
            *events = json!({});
        }
        let is_error = status.starts_with(['4', '5']);
        if is_error && response.get("$ref").is_none() && response.get("content").is_none() {
            response["content"] = problem();
        }
    }
    responses.sort_keys();
}

/// Names of the shared responses that the route can give in addition to those that its operation lists.
fn added(route: &Route) -> Vec<&'static str> {
    let mut names = vec!["Timeout", "Internal", "Unavailable"];
    let is_auth = route.path.starts_with("/auth/v1/");
    if route.access == Access::Account {
        names.extend(["InvalidToken", if is_auth { "UserDisabled" } else { "OtherAccount" }]);
    }
    if route.access == Access::Editor {
        names.extend(["InvalidToken", "NotAnEditor"]);
    }
    if route.access == Access::Operator {
        names.extend(["InvalidToken", "NotAnOperator"]);
    }
    if route.requires_verified_email() {
        names.push("UnverifiedEmail");
    }
    if is_auth && route.method != Method::GET {
        names.push("OtherSite");
    }
    names
}

/// Names of the shared responses of reading the body, if the operation has one.
fn of_body(operation: &Value) -> &'static [&'static str] {
    match operation.get("requestBody") {
        None => &[],
        Some(body) if body["content"].get("application/json").is_some() => &["InvalidBody", "BodyTooLarge", "NotJson"],
        Some(_) => &["BodyTooLarge", "EncodedBody"],
    }
}

/// Adds a shared response. Where the operation lists codes of its own for 400, 401 or 403, both are described, with the
/// body that the operation lists.
fn add(responses: &mut Map<String, Value>, name: &str) {
    let Some((_, status, description)) = RESPONSES.iter().find(|(known, ..)| *known == name) else { return };
    let reference = json!({ "$ref": format!("#/components/responses/{name}") });
    match responses.get_mut(*status) {
        None => drop(responses.insert((*status).to_owned(), reference)),
        Some(listed) if *listed == reference => {}
        Some(listed) if matches!(*status, "400" | "401" | "403") => {
            let own = describe(listed);
            let content = listed.get("content").cloned().unwrap_or_else(problem);
            *listed = json!({ "description": format!("{own}; {description}"), "content": content });
        }
        Some(_) => {}
    }
}

/// The description of a response, also of a reference to a shared one.
fn describe(response: &Value) -> String {
    let shared = |reference: &str| {
        let name = reference.rsplit('/').next()?;
        RESPONSES.iter().find(|(known, ..)| *known == name).map(|(_, _, description)| *description)
    };
    let own = response["description"].as_str();
    own.or_else(|| shared(response["$ref"].as_str()?)).unwrap_or_default().to_owned()
}

/// The content of an error response.
fn problem() -> Value {
    json!({"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}})
}
