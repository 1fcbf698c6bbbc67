//! The UI's own checks, run as part of `cargo test`: lint, types, units, texts.

use std::path::Path;
use std::process::Command;

use crate::support::npm;

#[test]
fn lint_types_units_and_texts_of_the_ui_are_sound() {
    npm::run("check", &[]);
}

#[test]
fn the_generated_types_and_limits_are_those_of_the_api_document() {
    for (program, kept) in [("types.mjs", "src/api/types.gen.ts"), ("limits.mjs", "src/api/limits.gen.ts")] {
        let document = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/openapi.json");
        let generated = tempfile::NamedTempFile::new().expect("a file");
        let made = Command::new("node")
            .arg(program)
            .arg(document)
            .arg(generated.path())
            .current_dir(npm::folder())
            .output()
            .expect("node starts");
        assert!(made.status.success(), "{}", String::from_utf8_lossy(&made.stderr));
        let wanted = std::fs::read_to_string(generated.path()).expect("the generated file");
        let kept = std::fs::read_to_string(npm::folder().join(kept)).expect("the kept file");
        assert!(wanted == kept, "run `npm --prefix ui run gen:api` and commit the result");
    }
}
