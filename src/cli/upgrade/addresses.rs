//! The addresses that a rehearsal asks for: pages of the sitemap, and every GET of the API document.

use serde_json::Value;

/// Pages that are compared.
const PAGES: usize = 200;
/// Samples of each kind of parameter.
const SAMPLES: usize = 3;
/// Calls with words to search for, which the document does not have.
const SEARCHES: [&str; 3] = ["/search?q=lege", "/search?q=impozit%20pe%20venit", "/search/suggest?q=leg"];
/// Stands for a parameter of which there is no public example. Both programs must refuse it in the same way.
const UNKNOWN: &str = "0";
/// The bundle, and the document itself: they change with each version.
const LEFT_OUT: [&str; 2] = ["/assets/{file}", "/openapi.json"];

/// The paths in the `<loc>` elements of a sitemap or of an index of sitemaps.
pub(super) fn locations(sitemap: &str) -> Vec<String> {
    let found = sitemap.split("<loc>").skip(1).filter_map(|rest| rest.split("</loc>").next());
    found.map(|address| path_of(&address.trim().replace("&amp;", "&"))).collect()
}

fn path_of(address: &str) -> String {
    let after_scheme = address.split_once("://").map_or(address, |(_, rest)| rest);
    after_scheme.find('/').map_or("/", |at| &after_scheme[at..]).to_owned()
}

/// At most [`PAGES`] of them, evenly spread.
pub(super) fn spread(locations: &[String]) -> Vec<String> {
    let count = locations.len().min(PAGES);
    (0..count).filter_map(|index| locations.get(index * locations.len() / count)).cloned().collect()
}

/// Every GET of the document, with parameters from the sitemap.
pub(super) fn calls(document: &Value, locations: &[String]) -> Vec<String> {
    let paths = document.get("paths").and_then(Value::as_object).into_iter().flatten();
    let gets = paths.filter(|(path, item)| item.get("get").is_some() && !LEFT_OUT.contains(&plain(path).as_str()));
    let filled = gets.flat_map(|(path, _)| filled(&plain(path), locations));
    let mut calls: Vec<_> = filled.chain(SEARCHES.map(str::to_owned)).collect();
    calls.dedup();
    calls
}

/// The template without the sign of a parameter that takes the rest of the path.
fn plain(path: &str) -> String {
    path.replace("{*", "{")
}

/// The path for each sample of its first parameter; further ones are unknown.
fn filled(path: &str, locations: &[String]) -> Vec<String> {
    let Some((before, rest)) = path.split_once('{') else { return vec![path.to_owned()] };
    let (parameter, after) = rest.split_once('}').unwrap_or((rest, ""));
    let samples = samples(before, parameter, locations);
    samples.iter().map(|sample| format!("{before}{sample}{}", without_parameters(after))).collect()
}

fn without_parameters(path: &str) -> String {
    let mut parts = path.split('{');
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| format!("{UNKNOWN}{}", part.split_once('}').map_or("", |(_, after)| after)));
    std::iter::once(first).chain(rest).collect()
}

fn samples(before: &str, parameter: &str, locations: &[String]) -> Vec<String> {
    let slug = |location: &String| {
        let (_, slug) = location.split_once("articleId=")?;
        slug.split('&').next().map(str::to_owned)
    };
    let found: Vec<String> = match (before, parameter) {
        (_, "articleId") => locations.iter().filter_map(slug).take(SAMPLES).collect(),
        ("/og/", "file") => locations.iter().filter_map(slug).take(1).map(|slug| format!("{slug}.png")).collect(),
        _ => {
            // The API has the plural of the page's word.
            let of_page = [before.to_owned(), before.replace("s/", "/")];
            let after = |location: &String| {
                let id = of_page.iter().find_map(|start| location.strip_prefix(start.as_str()))?;
                Some(id.split(['/', '?']).next().unwrap_or_default().to_owned()).filter(|id| !id.is_empty())
            };
            locations.iter().filter_map(after).take(SAMPLES).collect()
        }
    };
    if found.is_empty() { vec![UNKNOWN.to_owned()] } else { found }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    const SITEMAP: &str = "<urlset><url><loc>https://paragraf.example.ro/</loc></url>\
        <url><loc>https://paragraf.example.ro/app?articleId=a&amp;lang=en</loc></url>\
        <url><loc>https://paragraf.example.ro/app?articleId=b</loc></url>\
        <url><loc>https://paragraf.example.ro/act/lege-31-1990</loc></url></urlset>";

    #[test]
    fn pages_are_read_from_the_sitemap_and_spread() {
        let read = locations(SITEMAP);
        assert_eq!(read, ["/", "/app?articleId=a&lang=en", "/app?articleId=b", "/act/lege-31-1990"]);
        assert_eq!(spread(&read), read);
        let many: Vec<_> = (0..1000).map(|number| format!("/app?articleId={number}")).collect();
        let spread = spread(&many);
        assert_eq!((spread.len(), spread[1].as_str()), (PAGES, "/app?articleId=5"));
    }

    #[test]
    fn every_get_of_the_document_is_called_with_samples() {
        let document = json!({"paths": {
            "/topics": {"get": {}},
            "/subscribe": {"post": {}},
            "/lawchanges/{articleId}": {"get": {}},
            "/acts/{id}/history": {"get": {}},
            "/og/{file}": {"get": {}},
            "/users/profiles/{uid}/{id}": {"get": {}},
            "/assets/{*file}": {"get": {}},
        }});
        let calls = calls(&document, &locations(SITEMAP));
        assert_eq!(
            calls[..calls.len() - SEARCHES.len()],
            [
                "/topics",
                "/lawchanges/a",
                "/lawchanges/b",
                "/acts/lege-31-1990/history",
                "/og/a.png",
                "/users/profiles/0/0"
            ]
        );
    }
}
