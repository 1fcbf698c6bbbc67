//! Limits of the API come from the constants that enforce them.

use super::product_sources;

#[test]
fn no_limit_of_the_api_is_written_in_an_attribute() {
    let limits = ["max_length =", "max_items =", "max_properties ="];
    let mut broken = Vec::new();
    for (name, text) in product_sources() {
        for (line, number) in text.lines().zip(1..) {
            let line = line.trim();
            if line.starts_with("#[") && limits.iter().any(|limit| line.contains(limit)) {
                broken.push(format!(
                    "{}:{number}: give it a row in src/web/openapi/limits.rs: {line}",
                    super::path_of(&name)
                ));
            }
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
