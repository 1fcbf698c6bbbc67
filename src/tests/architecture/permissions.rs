//! Every operation checks permissions first.

use syn::{Expr, FnArg, ImplItem, Item, Stmt, Type, TypeParamBound, Visibility};

/// Public functions that receive the [`App`], the [`Actor`] or a transaction without a check of their own, and why.
///
/// [`App`]: paragraf::app::App
/// [`Actor`]: paragraf::ops::Actor
const UNCHECKED: &[(&str, &str)] = &[
    ("accounts::factor_key::count_accounts", WITHIN),
    ("accounts::factor_key::problem", WITHIN),
    ("accounts::keys::learn", "reads the keys before the request that needs one is checked"),
    ("accounts::keys::load", "start-up, and the clean-up of accounts, which checks the actor"),
    ("accounts::keys::load_link_key", START_UP),
    ("accounts::tenants::rules", CONFIGURATION),
    ("analytics::check_enabled", CONFIGURATION),
    ("browse::load", START_UP),
    ("browse::refresh", COMMITTED),
    ("concerns::profiles::answers_of", WITHIN),
    ("demo::load", "start-up; the import that it calls checks the actor"),
    ("maintenance::load", START_UP),
    ("maintenance::rehearse", START_UP),
    ("mail::automatic::next_at", CONFIGURATION),
    ("mail::bounces::authorize", "authenticates a secret, and returns the actor"),
    ("mail::compose::compose", COMPOSITION),
    ("mail::compose::transactional::compose", COMPOSITION),
    ("mail::deliver::workers", CONFIGURATION),
    ("mail::eligibility::new", WITHIN),
    ("mail::links::confirm_url", LINK),
    ("mail::links::mail_token", LINK),
    ("mail::links::preferences_url", LINK),
    ("mail::links::unsubscribe_url", LINK),
    ("mail::mailbox::is_configured", CONFIGURATION),
    ("mail::recipients::at", "reads the recipient of a delivery that the authorized job decides about"),
    ("mail::urgent_proof::is_configured", CONFIGURATION),
    ("notifications::current", "continues a watch that was authorized, and checks its session again"),
    ("policy::authorize", "the check itself"),
    ("reader_export::export", WITHIN),
    ("readers::account_removed", COMMITTED),
    ("readers::remove_account", WITHIN),
    ("search::keep_index", START_UP),
    ("search::save_index", "saves what the index has in memory, for the next start"),
    ("search::update_index", COMMITTED),
    ("sources::watch::is_watching", CONFIGURATION),
];

const START_UP: &str = "start-up: runs before anyone can act";
const CONFIGURATION: &str = "reads only the configuration and the clock";
const COMMITTED: &str = "brings changes into memory that were authorized and committed";
const COMPOSITION: &str = "renders a delivery of the authorized job, or a sample for the authorized preview";
const LINK: &str = "seals its arguments into a link, and reads nothing from the store";
const WITHIN: &str = "runs within the transaction of an authorized operation";

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

/// The public functions that can act on the product, and whether the first statement is the check.
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
    let can_act = signature.inputs.iter().any(|input| matches!(input, FnArg::Typed(input) if gives_access(&input.ty)));
    let is_public = matches!(visibility, Visibility::Public(_));
    (is_public && can_act).then(|| (signature.ident.to_string(), body.stmts.first().is_some_and(is_check)))
}

/// The types that give access to the store, or name who acts.
const ACCESS: [&str; 5] = ["App", "Actor", "ReadTx", "WriteTx", "Reading"];

/// Whether the type is one of [`ACCESS`], behind references, `impl`, `dyn` and `Arc`.
fn gives_access(ty: &Type) -> bool {
    let path_gives_access = |path: &syn::Path| {
        path.segments.last().is_some_and(|segment| {
            ACCESS.iter().any(|name| segment.ident == name)
                || matches!(&segment.arguments, syn::PathArguments::AngleBracketed(arguments)
                    if arguments.args.iter().any(|argument| matches!(argument, syn::GenericArgument::Type(ty) if gives_access(ty))))
        })
    };
    let bound_gives_access =
        |bound: &TypeParamBound| matches!(bound, TypeParamBound::Trait(bound) if path_gives_access(&bound.path));
    match ty {
        Type::Reference(reference) => gives_access(&reference.elem),
        Type::Path(path) => path_gives_access(&path.path),
        Type::ImplTrait(bounds) => bounds.bounds.iter().any(bound_gives_access),
        Type::TraitObject(bounds) => bounds.bounds.iter().any(bound_gives_access),
        _ => false,
    }
}

/// Whether the statement is `policy::authorize(actor, Action::...)?;`, with the actor of the caller.
fn is_check(statement: &Stmt) -> bool {
    let Stmt::Expr(Expr::Try(expression), Some(_)) = statement else { return false };
    let Expr::Call(call) = &*expression.expr else { return false };
    let Expr::Path(function) = &*call.func else { return false };
    let segments = function.path.segments.iter().map(|segment| segment.ident.to_string());
    let has_actor = matches!(call.args.first(), Some(Expr::Path(actor)) if actor.path.is_ident("actor"));
    has_actor && segments.eq(["policy".to_owned(), "authorize".to_owned()])
}
