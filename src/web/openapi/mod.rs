//! The OpenAPI document, made from the table of routes; a test compares it with `openapi.json`.

mod complete;
mod limits;
mod operations;
mod path_parameters;

use serde_json::Value;
use utoipa::OpenApi;

use super::body::{Body, Effort, JSON};
use crate::error::{Error, Problem, Result};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Paragraf",
        description = "Changes in Romanian law, explained. Optional fields without a value are absent. Dates are plain days in Europe/Bucharest; instants are UTC (RFC 3339). Every error body is a `Problem`; clients decide by its `code`.",
        license(name = "MIT OR Apache-2.0", identifier = "MIT OR Apache-2.0"),
    ),
    servers((url = "/")),
    components(schemas(Problem))
)]
struct Api;

/// Returns the document as indented JSON that ends with a newline.
pub fn document() -> Result<String> {
    let mut document = Api::openapi();
    let routes = operations::add(&mut document)?;
    let mut document = serde_json::to_value(document).map_err(cannot_serialize)?;
    remove_nulls(&mut document);
    complete::complete(&mut document, &routes);
    limits::add(&mut document)?;
    let text = serde_json::to_string_pretty(&document).map_err(cannot_serialize)?;
    Ok(text + "\n")
}

/// The file in the repository, which a test keeps up to date: making the document takes code and time.
pub(super) fn body() -> Body {
    Body::new(include_bytes!("../openapi.json").as_slice(), JSON, Effort::Fast)
}

fn cannot_serialize(error: serde_json::Error) -> Error {
    Error::internal("writing the OpenAPI document", error)
}

/// Removes `null` from the types of fields that are not required and have no default. Such fields are absent and never
/// null, which utoipa's derive cannot know.
fn remove_nulls(value: &mut Value) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(remove_nulls),
        Value::Object(fields) if fields.contains_key("default") => {}
        Value::Object(fields) => {
            if let Some(Value::Array(types)) = fields.get_mut("type") {
                types.retain(|name| name != "null");
                if let [only] = types.as_slice() {
                    let only = only.clone();
                    fields.insert("type".into(), only);
                }
            }
            if let Some(Value::Array(choices)) = fields.get_mut("oneOf") {
                choices.retain(|choice| choice["type"] != "null");
                if let [Value::Object(only)] = choices.as_slice() {
                    let only = only.clone();
                    fields.remove("oneOf");
                    fields.extend(only);
                }
            }
            let required = fields.get("required").cloned().unwrap_or_default();
            let is_required = |name: &str| required.as_array().is_some_and(|names| names.iter().any(|it| it == name));
            for (name, field) in fields.get_mut("properties").and_then(Value::as_object_mut).into_iter().flatten() {
                if !(is_required(name) && may_be_null(field)) {
                    remove_nulls(field);
                }
            }
            fields.iter_mut().filter(|(name, _)| *name != "properties").for_each(|(_, value)| remove_nulls(value));
        }
        _ => {}
    }
}

fn may_be_null(field: &Value) -> bool {
    field["type"].as_array().is_some_and(|types| types.iter().any(|name| name == "null"))
}
