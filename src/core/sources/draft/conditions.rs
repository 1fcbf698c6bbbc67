//! Conditions over facts: whom an article, a step or a dated entry concerns.

use serde::de::DeserializeOwned;

use super::fields::Fields;
use super::values::fault;
use crate::domain::concern::{Concern, Criterion, Expression};
use crate::domain::content_fault::{ContentFault, ContentProblem};

const SHAPE: &str = "docs/concerns.md describes conditions";

/// Reads the condition of a step or a dated entry.
pub(super) fn condition(fields: &mut Fields<'_>) -> Option<Box<Expression>> {
    let expression: Expression = parsed(fields, "condition")?;
    report(fields, Criterion::problems(&expression, "condition"));
    Some(Box::new(expression))
}

/// Reads the condition of an article with its words.
pub(super) fn concerns(fields: &mut Fields<'_>) -> Option<Box<Concern>> {
    let concern: Concern = parsed(fields, "concerns")?;
    report(fields, concern.problems());
    Some(Box::new(concern))
}

fn parsed<T: DeserializeOwned>(fields: &mut Fields<'_>, name: &str) -> Option<T> {
    let value = fields.take(name)?;
    // Import files of other formats than JSON have texts only.
    let value = match &value {
        serde_json::Value::String(text) => serde_json::from_str(text).unwrap_or(value),
        _ => value,
    };
    match serde_path_to_error::deserialize(value) {
        Ok(parsed) => Some(parsed),
        Err(error) => {
            let path = error.path().to_string();
            let field = if path == "." { name.to_owned() } else { format!("{name}.{path}") };
            let wrong = format!("cannot be read: {}", error.inner());
            fields.problem(&field, fault(ContentFault::Condition, wrong, SHAPE));
            None
        }
    }
}

fn report(fields: &mut Fields<'_>, problems: Vec<ContentProblem>) {
    for ContentProblem { place, code, wrong } in problems {
        fields.problem(&place, fault(code, wrong, SHAPE));
    }
}
