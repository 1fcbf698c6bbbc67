//! Puts the UI bundle into `OUT_DIR/ui`: a ready one, or a stub page.

use std::path::{Path, PathBuf};
use std::{env, fs, io};

const STUB: &str = r#"<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<!--paragraf:head-->
</head>
<body><div id="root"><!--paragraf:content--></div></body>
</html>
"#;

fn main() -> io::Result<()> {
    println!("cargo:rerun-if-env-changed=PARAGRAF_UI_DIST");
    let out = PathBuf::from(env::var("OUT_DIR").expect("cargo sets OUT_DIR")).join("ui");
    if out.exists() {
        fs::remove_dir_all(&out)?;
    }
    fs::create_dir_all(&out)?;
    match env::var("PARAGRAF_UI_DIST") {
        Ok(dist) => {
            println!("cargo:rerun-if-changed={dist}");
            copy(Path::new(&dist), &out)
        }
        Err(_) => fs::write(out.join("index.html"), STUB),
    }
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}
