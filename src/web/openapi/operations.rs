//! The operations of the document: the method and the path of a route, what the attribute of its handler declares, and
//! what the arguments add.

use axum::http::Method;
use utoipa::openapi::path::{HttpMethod, Operation};
use utoipa::openapi::{OpenApi, PathItem, RefOr};

use super::path_parameters::path_parameters;
use crate::error::{Error, Result};
use crate::web::handler_input::Inputs;
use crate::web::routes::{OPERATIONS, Route, table};

/// Adds the operation of each route; returns the routes, each with the names of the shared responses that its handler's
/// arguments can give.
pub(super) fn add(document: &mut OpenApi) -> Result<Vec<(Route, Vec<&'static str>)>> {
    let mut routes = Vec::new();
    for (route, describe) in table().into_iter().zip(OPERATIONS) {
        let (mut declared, mut inputs) = describe();
        let responses = std::mem::take(&mut inputs.responses);
        let path = route.path.replace("{*", "{");
        let item = std::mem::take(&mut declared.paths.paths).into_values().next();
        let (method, operation) = item
            .and_then(|item| operation(item, &route.method))
            .ok_or_else(|| internal(format!("the attribute of the handler of {path} is not of {}", route.method)))?;
        let schemas = &mut declared.components.get_or_insert_default().schemas;
        schemas.extend(std::mem::take(&mut inputs.schemas));
        let operation = complete(operation, inputs, &path)?;
        document.merge(declared);
        document.paths.add_path_operation(path, vec![method], operation);
        routes.push((route, responses));
    }
    Ok(routes)
}

fn complete(mut operation: Operation, inputs: Inputs, path: &str) -> Result<Operation> {
    let mut parameters: Vec<_> = path_parameters(path)?.into_iter().map(RefOr::T).collect();
    parameters.extend(operation.parameters.take().unwrap_or_default());
    parameters.extend(inputs.parameters.into_iter().map(RefOr::T));
    operation.parameters = Some(parameters).filter(|parameters| !parameters.is_empty());
    operation.request_body = operation.request_body.or_else(|| inputs.body.map(RefOr::T));
    Ok(operation)
}

fn operation(item: PathItem, method: &Method) -> Option<(HttpMethod, Operation)> {
    match *method {
        Method::GET => Some((HttpMethod::Get, item.get?)),
        Method::POST => Some((HttpMethod::Post, item.post?)),
        Method::DELETE => Some((HttpMethod::Delete, item.delete?)),
        _ => None,
    }
}

fn internal(fault: String) -> Error {
    Error::internal("writing the OpenAPI document", anyhow::anyhow!(fault))
}
