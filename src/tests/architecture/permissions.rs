//! Every operation checks permissions first.

use syn::{Expr, FnArg, ImplItem, Item, Stmt, Type, Visibility};

/// Public functions that receive the [`App`] or the [`Actor`] without a check of their own, and why.
///
/// [`App`]: paragraf::app::App
/// [`Actor`]: paragraf::ops::Actor
const UNCHECKED: &[(&str, &str)] = &[
    ("accounts::keys::load", START_UP),
    ("accounts::keys::load_link_key", START_UP),
    ("accounts::tenants::rules", CONFIGURATION),
    ("analytics::check_enabled", CONFIGURATION),
    ("analytics::tidy", "scheduled removal of expired counts"),
    ("browse::load", START_UP),
    ("browse::refresh", COMMITTED),
    ("demo::load", "start-up; the import that it calls checks the actor"),
    ("mail::automatic::next_at", CONFIGURATION),
    ("mail::bounces::authorize", "authenticates a secret, and returns the actor"),
    ("mail::compose::compose", COMPOSITION),
    ("mail::compose::transactional::compose", COMPOSITION),
    ("mail::deliver::workers", CONFIGURATION),
    ("mail::links::confirm_url", LINK),
    ("mail::links::mail_token", LINK),
    ("mail::links::preferences_url", LINK),
    ("mail::links::unsubscribe_url", LINK),
    ("mail::mailbox::is_configured", CONFIGURATION),
    ("notifications::current", "continues a watch that was authorized, and checks its session again"),
    ("policy::authorize", "the check itself"),
    ("readers::account_removed", COMMITTED),
    ("search::update_index", COMMITTED),
    ("sources::watch::is_watching", CONFIGURATION),
];

const START_UP: &str = "start-up: runs before anyone can act";
const CONFIGURATION: &str = "reads only the configuration";
const COMMITTED: &str = "copies changes that were authorized and committed into memory";
const COMPOSITION: &str = "renders a delivery that the authorized job has claimed";
const LINK: &str = "seals its arguments into a link, and reads nothing";

#[test]
fn every_operation_starts_with_a_permission_check() {
    let mut unchecked = Vec::new();
    for (file, text) in super::product_sources().filter(|(file, _)| file.starts_with("ops/")) {
        let syntax = syn::parse_file(&text).unwrap_or_else(|error| panic!("src/{file}: {error}"));
        let module =
            file.trim_end_matches(".rs").trim_end_matches("/mod").trim_start_matches("ops/").replace('/', "::");
        for (function, is_checked) in operations(&syntax) {
            if !is_checked {
                unchecked.push(format!("{module}::{function}"));
            }
        }
    }
    let known = |name: &&String| UNCHECKED.iter().any(|(known, _)| known == *name);
    let new: Vec<_> = unchecked.iter().filter(|name| !known(name)).collect();
    assert!(new.is_empty(), "start with `policy::authorize(actor, Action::...)?;`, or make private: {new:#?}");
    let gone: Vec<_> = UNCHECKED.iter().filter(|(name, _)| !unchecked.iter().any(|found| found == name)).collect();
    assert!(gone.is_empty(), "remove from UNCHECKED, they are checked or gone: {gone:#?}");
}

/// The public functions that receive the app or the actor, and whether the first statement is the check.
fn operations(file: &syn::File) -> Vec<(String, bool)> {
    let mut found = Vec::new();
    for item in &file.items {
        match item {
            Item::Fn(function) => {
                found.extend(operation(&function.vis, &function.sig, &function.block));
            }
            Item::Impl(block) => {
                let methods = block
                    .items
                    .iter()
                    .filter_map(|item| if let ImplItem::Fn(method) = item { Some(method) } else { None });
                found.extend(methods.filter_map(|method| operation(&method.vis, &method.sig, &method.block)));
            }
            _ => {}
        }
    }
    found
}

fn operation(visibility: &Visibility, signature: &syn::Signature, body: &syn::Block) -> Option<(String, bool)> {
    let receives_app =
        signature.inputs.iter().any(|input| matches!(input, FnArg::Typed(input) if is_app_or_actor(&input.ty)));
    let is_public = matches!(visibility, Visibility::Public(_));
    (is_public && receives_app).then(|| (signature.ident.to_string(), body.stmts.first().is_some_and(is_check)))
}

/// Whether the type is `App` or `Actor`, behind references and `Arc`.
fn is_app_or_actor(ty: &Type) -> bool {
    match ty {
        Type::Reference(reference) => is_app_or_actor(&reference.elem),
        Type::Path(path) => path.path.segments.last().is_some_and(|segment| {
            segment.ident == "App"
                || segment.ident == "Actor"
                || matches!(&segment.arguments, syn::PathArguments::AngleBracketed(arguments)
                    if arguments.args.iter().any(|argument| matches!(argument, syn::GenericArgument::Type(ty) if is_app_or_actor(ty))))
        }),
        _ => false,
    }
}

/// Whether the statement is `policy::authorize(actor, Action::...)?;`.
fn is_check(statement: &Stmt) -> bool {
    let Stmt::Expr(Expr::Try(expression), Some(_)) = statement else { return false };
    let Expr::Call(call) = &*expression.expr else { return false };
    let Expr::Path(function) = &*call.func else { return false };
    let segments = function.path.segments.iter().map(|segment| segment.ident.to_string());
    segments.eq(["policy".to_owned(), "authorize".to_owned()])
}
