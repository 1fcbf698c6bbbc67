//! No circle of imports: two files that need each other are one file, or lack a third one below both.
//!
//! A file is a node; a `mod.rs` stands for its folder. An edge leads to the file in which a path ends: a path in a
//! `use`, in code, or in a macro's arguments. `mod child;` alone is no edge, and test code is left out.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use proc_macro2::{TokenStream, TokenTree};
use syn::visit::{self, Visit};

/// From each file to those it uses, with one path that does so.
type Graph = BTreeMap<String, BTreeMap<String, String>>;

/// Names from the crate's root, such as `["store", "readers"]`.
type ModulePath = Vec<String>;

#[test]
fn no_files_import_each_other_in_a_circle() {
    let graph = entangled(graph(super::product_sources()));
    let components = components(&graph).into_iter().filter(|files| files.len() > 1);
    let circles: Vec<_> = components.map(|files| describe(&graph, &files)).collect();
    assert!(circles.is_empty(), "move what both sides need into a file of its own:\n{}", circles.join("\n"));
}

fn graph(sources: impl Iterator<Item = (String, String)>) -> Graph {
    let sources: Vec<_> = sources.map(|(file, text)| (module_of(&file), file, text)).collect();
    let files: BTreeMap<_, _> = sources.iter().map(|(module, file, _)| (module.clone(), file.clone())).collect();
    let parsed = sources.iter().map(|(module, file, text)| {
        let syntax = syn::parse_file(text).unwrap_or_else(|error| panic!("{}: {error}", super::path_of(file)));
        let (module, aliases, found) = (module.clone(), BTreeMap::new(), BTreeMap::new());
        let mut imports = Imports { module, files: &files, aliases, found };
        syntax.items.iter().for_each(|item| imports.collect_aliases(item));
        imports.visit_file(&syntax);
        imports.found.remove(file);
        (file.clone(), imports.found)
    });
    parsed.collect()
}

/// The files left when those that use no other are removed again and again: circles, and the files that lead to them.
fn entangled(mut graph: Graph) -> Graph {
    loop {
        let files: BTreeSet<_> = graph.keys().cloned().collect();
        graph.values_mut().for_each(|used| used.retain(|file, _| files.contains(file)));
        graph.retain(|_, used| !used.is_empty());
        if graph.len() == files.len() {
            return graph;
        }
    }
}

fn module_of(file: &str) -> ModulePath {
    let path = file.trim_end_matches(".rs").trim_end_matches("/mod").trim_end_matches("/lib");
    if path == "lib" { vec![] } else { path.split('/').map(str::to_owned).collect() }
}

/// Collects the files that one file uses.
struct Imports<'a> {
    /// The module that is visited: the file's own, or one inside it.
    module: ModulePath,
    files: &'a BTreeMap<ModulePath, String>,
    /// Names that the file's imports give to other paths.
    aliases: BTreeMap<String, ModulePath>,
    found: BTreeMap<String, String>,
}

impl Imports<'_> {
    fn collect_aliases(&mut self, item: &syn::Item) {
        let syn::Item::Use(item) = item else { return };
        for (path, name) in expand(&item.tree, &mut vec![]) {
            if let Some(target) = self.absolute(&path) {
                self.aliases.insert(name, target);
            }
        }
    }

    /// The path from the crate's root; `None` for paths that lead out of the crate or stay in the file.
    fn absolute(&self, path: &[String]) -> Option<ModulePath> {
        let (first, rest) = path.split_first()?;
        let mut base = match first.as_str() {
            "crate" if self.module.first().is_some_and(|room| room == "law") => vec!["law".to_owned()],
            "crate" => vec![],
            "paragraf_law" => vec!["law".to_owned()],
            "self" => self.module.clone(),
            "super" => self.module[..self.module.len().checked_sub(1)?].to_vec(),
            name => {
                let child = [self.module.as_slice(), &[name.to_owned()]].concat();
                if self.files.contains_key(&child) { child } else { self.aliases.get(name)?.clone() }
            }
        };
        for name in rest {
            match name.as_str() {
                "super" => drop(base.pop()),
                name => base.push(name.to_owned()),
            }
        }
        Some(base)
    }

    fn add(&mut self, path: &[String]) {
        let Some(target) = self.absolute(path) else { return };
        let file = (0..=target.len()).rev().find_map(|end| self.files.get(&target[..end]));
        if let Some(file) = file {
            self.found.entry(file.clone()).or_insert_with(|| path.join("::"));
        }
    }

    /// Paths in the arguments of a macro: names joined by `::`.
    fn add_tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let mut colons = 0;
        for token in tokens {
            match token {
                TokenTree::Ident(name) => {
                    if colons != 2 {
                        self.add_path(&mut path);
                    }
                    path.push(name.to_string());
                    colons = 0;
                }
                TokenTree::Punct(sign) if sign.as_char() == ':' => colons += 1,
                other => {
                    // `pub(super)` uses nothing.
                    let is_visibility = path == ["pub"];
                    self.add_path(&mut path);
                    colons = 0;
                    if let TokenTree::Group(group) = other
                        && !is_visibility
                    {
                        self.add_tokens(group.stream());
                    }
                }
            }
        }
        self.add_path(&mut path);
    }

    /// A single name is a variable or a field.
    fn add_path(&mut self, path: &mut Vec<String>) {
        if path.len() > 1 {
            self.add(path);
        }
        path.clear();
    }
}

impl<'ast> Visit<'ast> for Imports<'_> {
    fn visit_item(&mut self, item: &'ast syn::Item) {
        let attributes = match item {
            syn::Item::Mod(item) => &item.attrs,
            syn::Item::Use(item) => &item.attrs,
            syn::Item::Fn(item) => &item.attrs,
            syn::Item::Impl(item) => &item.attrs,
            _ => return visit::visit_item(self, item),
        };
        if !attributes.iter().any(is_for_tests) {
            visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast syn::ItemMod) {
        self.module.push(item.ident.to_string());
        visit::visit_item_mod(self, item);
        self.module.pop();
    }

    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        for (path, _) in expand(&item.tree, &mut vec![]) {
            self.add(&path);
        }
    }

    fn visit_path(&mut self, path: &'ast syn::Path) {
        self.add_path(&mut path.segments.iter().map(|segment| segment.ident.to_string()).collect());
        visit::visit_path(self, path);
    }

    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        self.add_tokens(call.tokens.clone());
    }

    fn visit_meta_list(&mut self, list: &'ast syn::MetaList) {
        self.add_tokens(list.tokens.clone());
    }

    /// `pub(super)` uses nothing.
    fn visit_visibility(&mut self, _: &'ast syn::Visibility) {}
}

fn is_for_tests(attribute: &syn::Attribute) -> bool {
    let is_test = |token: TokenTree| matches!(&token, TokenTree::Ident(name) if name == "test");
    // `all(test, unix)` has the word one level down.
    let names_test = |token: TokenTree| match token {
        TokenTree::Group(group) => group.stream().into_iter().any(is_test),
        token => is_test(token),
    };
    matches!(&attribute.meta, syn::Meta::List(list)
        if list.path.is_ident("cfg") && list.tokens.clone().into_iter().any(names_test))
}

/// Every path of a `use` with the name that it brings in.
fn expand(tree: &syn::UseTree, before: &mut Vec<String>) -> Vec<(Vec<String>, String)> {
    match tree {
        syn::UseTree::Path(path) => {
            before.push(path.ident.to_string());
            let found = expand(&path.tree, before);
            before.pop();
            found
        }
        syn::UseTree::Name(name) if name.ident == "self" => {
            vec![(before.clone(), before.last().cloned().unwrap_or_default())]
        }
        syn::UseTree::Name(name) => {
            let name = name.ident.to_string();
            vec![([before.as_slice(), std::slice::from_ref(&name)].concat(), name)]
        }
        syn::UseTree::Rename(renamed) => {
            vec![([before.as_slice(), &[renamed.ident.to_string()]].concat(), renamed.rename.to_string())]
        }
        syn::UseTree::Glob(_) => vec![(before.clone(), "*".into())],
        syn::UseTree::Group(group) => group.items.iter().flat_map(|tree| expand(tree, before)).collect(),
    }
}

/// The files that reach each other, as lists.
fn components(graph: &Graph) -> Vec<Vec<&String>> {
    let reachable: BTreeMap<_, _> = graph.keys().map(|file| (file, reachable_from(graph, file))).collect();
    let mut placed = BTreeSet::new();
    let mut components = Vec::new();
    for (file, targets) in &reachable {
        if placed.insert(*file) {
            let others = targets.iter().filter(|target| reachable[*target].contains(*file) && *target != file);
            let others: Vec<_> = others.copied().collect();
            placed.extend(&others);
            components.push([vec![*file], others].concat());
        }
    }
    components
}

fn reachable_from<'a>(graph: &'a Graph, start: &'a String) -> BTreeSet<&'a String> {
    let mut reached = BTreeSet::new();
    let mut waiting = vec![start];
    while let Some(file) = waiting.pop() {
        waiting.extend(graph[file].keys().filter(|next| reached.insert(*next)));
    }
    reached
}

/// The files of a component and its shortest circle with the paths that close it.
fn describe(graph: &Graph, files: &[&String]) -> String {
    let circle = files.iter().filter_map(|file| shortest_circle(graph, file)).min_by_key(Vec::len).unwrap_or_default();
    let steps: Vec<_> =
        circle.iter().map(|(from, to)| format!("    {from} uses {to}: {}", graph[*from][*to])).collect();
    let names: Vec<_> = files.iter().map(|file| file.as_str()).collect();
    format!("- {} files: {}\n{}", files.len(), names.join(" "), steps.join("\n"))
}

fn shortest_circle<'a>(graph: &'a Graph, start: &'a String) -> Option<Vec<(&'a String, &'a String)>> {
    let mut came_from: BTreeMap<&String, &String> = BTreeMap::new();
    let mut waiting = VecDeque::from([start]);
    while let Some(file) = waiting.pop_front() {
        for next in graph[file].keys() {
            if next == start {
                let mut steps = vec![(file, start)];
                let mut at = file;
                while at != start {
                    steps.push((came_from[at], at));
                    at = came_from[at];
                }
                steps.reverse();
                return Some(steps);
            }
            came_from.entry(next).or_insert_with(|| {
                waiting.push_back(next);
                file
            });
        }
    }
    None
}
