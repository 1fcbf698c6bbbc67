//! `paragraf import gazette` with good files and bad ones.

use std::process::Stdio;

use flate2::{Compress, Compression, FlushCompress};

use crate::support::binary::{Home, Ran};
use crate::support::eventually::eventually_blocking;
use crate::support::gazette_issue::{MAY_28, decree, issue, law};
use crate::support::pdf::{file, pdf_of_contents, stream_object};

const CATALOGUE: &[u8] = b"<< /Type /Catalog /Pages 2 0 R >>";
const PAGES: &[u8] = b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>";

fn import(name: &str, bytes: &[u8]) -> (Home, Ran) {
    let home = Home::new();
    home.write(name, bytes);
    let ran = home.run(&["import", "gazette", name]);
    (home, ran)
}

/// Checks that the file is refused for this reason, and nothing else happens.
fn is_refused(name: &str, bytes: &[u8], reason: &str) {
    let (home, ran) = import(name, bytes);
    assert_eq!((ran.code, ran.err.lines().count()), (1, 1), "{name}: {}{}", ran.out, ran.err);
    assert!(ran.err.starts_with(&format!("refused {name}: {reason}")), "{name}: {}", ran.err);
    assert!(ran.out.contains("0 new acts") && ran.out.contains("1 refused"), "{name}: {}", ran.out);
    assert!(home.ok(&["acts", "list"]).starts_with("no acts"));
}

#[test]
fn an_issue_is_read_once() {
    let (home, ran) = import("mo-456.pdf", &issue(MAY_28, &[law(), decree()]));
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    assert_eq!(ran.out, "1 issue read; 2 new acts, 0 changed, 0 unchanged, 0 refused; 1 draft\n");
    assert!(ran.err.contains("new lege/2026/87: LEGE nr. 87 din 28 mai 2026 pentru completarea"), "{}", ran.err);
    assert!(ran.err.contains("read Part I, nr. 456/2026: 2 acts"), "{}", ran.err);
    let again = home.run(&["import", "gazette", "mo-456.pdf"]);
    assert_eq!((again.code, again.out.starts_with("0 issues read, 1 known; 0 new acts")), (0, true), "{}", again.out);
    assert!(again.err.contains("known Part I, nr. 456/2026 was read on"), "{}", again.err);
    let coverage = home.ok(&["acts", "coverage"]);
    assert!(coverage.starts_with("Part I, 2026: 1 issue seen, nr. 456 to 456 (2026-05-28), 0 missing, 1 read"));
    assert!(home.ok(&["acts", "show", "decret/2026/305"]).contains("Monitorul-Oficial--PI--456--2026.html"));
    assert!(home.ok(&["backup", "create"]).len() > 1);
}

#[test]
fn a_bad_file_is_refused_with_its_remedy() {
    is_refused("page.pdf", b"<!doctype html><title>Monitorul Oficial</title>", "is not a PDF file; download");
    let whole = issue(MAY_28, &[law()]);
    is_refused("cut.pdf", &whole[..whole.len() / 2], "is cut off or damaged; download it again");
    is_refused("scan.pdf", &pdf_of_contents(&[b"0 0 500 700 re f".to_vec()]), "has no text, only pictures");
    is_refused("locked.pdf", &locked(), "is protected by a password; save a copy");
    let other = pdf_of_contents(&[b"BT /F1 9 Tf 40 700 Td (Contract de inchiriere) Tj ET".to_vec()]);
    is_refused("other.pdf", &other, "names no issue of Monitorul Oficial in its headers; import");
}

#[test]
fn a_huge_file_is_refused_before_it_is_read() {
    let home = Home::new();
    let path = home.write("huge.pdf", "%PDF-1.7\n");
    std::fs::OpenOptions::new().write(true).open(path).and_then(|file| file.set_len((64 << 20) + 1)).expect("a file");
    let ran = home.run(&["import", "gazette", "huge.pdf"]);
    assert!(ran.code == 1 && ran.err.starts_with("refused huge.pdf: is larger than 64 MiB; import"), "{}", ran.err);
}

#[test]
fn a_file_that_is_made_to_exhaust_the_reader_is_given_up() {
    let exhausting = "needs more than 256 MiB of memory or 40 s to be read";
    is_refused("bomb.pdf", &bomb(b" ", 4096), exhausting);
    is_refused("operators.pdf", &bomb(b"q ", 40), exhausting);
    is_refused("loop.pdf", &drawing_itself(), exhausting);
    is_refused("deep.pdf", &deeply_nested(), "is cut off or damaged");
    is_refused(
        "tree.pdf",
        &file(&[CATALOGUE.to_vec(), b"<< /Type /Pages /Kids [2 0 R] /Count 1 >>".to_vec()], ""),
        "is cut off or damaged",
    );
}

/// The child process waits for its file, and is limited and restricted by then.
#[cfg(target_os = "linux")]
#[test]
fn the_reader_of_pdf_files_is_restricted_before_it_reads() {
    let home = Home::new();
    let mut command = home.command(&["read-pdf"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("the reader starts");
    let seen = |file: &str| std::fs::read_to_string(format!("/proc/{}/{file}", child.id())).unwrap_or_default();
    let is = |file: &str, words: &[&str]| {
        seen(file).lines().any(|line| words.iter().all(|word| line.split_whitespace().any(|part| part == *word)))
    };
    // A container may start its processes with a filter of its own.
    eventually_blocking("the reader is limited and restricted", || {
        let is_restricted = is("status", &["Seccomp:", "2"]) && is("status", &["NoNewPrivs:", "1"]);
        let is_limited = seen("oom_score_adj").trim() == "1000" && is("limits", &["data", "268435456", "bytes"]);
        (is_restricted && is_limited).then_some(())
    });
    drop(child.stdin.take());
    assert!(child.wait().expect("the reader ends").success());
}

/// A file that needs a password.
fn locked() -> Vec<u8> {
    let (owner, user) = ("AB".repeat(32), "CD".repeat(32));
    let encryption = format!("<< /Filter /Standard /V 2 /R 3 /Length 128 /P -4 /O <{owner}> /U <{user}> >>");
    let page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>".to_vec();
    let objects = [CATALOGUE.to_vec(), PAGES.to_vec(), page, encryption.into_bytes()];
    file(&objects, &format!("/Encrypt 4 0 R /ID [<{0}> <{0}>]", "EF".repeat(16)))
}

/// A page whose content repeats this text, in a thousandth of the space.
fn bomb(text: &[u8], megabytes: usize) -> Vec<u8> {
    let mut block = Vec::with_capacity(64 << 10);
    let mut compress = Compress::new(Compression::best(), false);
    compress.compress_vec(&text.repeat((1 << 20) / text.len()), &mut block, FlushCompress::Full).expect("a block");
    let content = [b"\x78\xda".to_vec(), block.repeat(megabytes), b"\x03\x00\x00\x00\x00\x00".to_vec()].concat();
    let page = b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R >>".to_vec();
    file(&[CATALOGUE.to_vec(), PAGES.to_vec(), page, stream_object("/Filter /FlateDecode", &content)], "")
}

/// A page with a drawing that draws itself.
fn drawing_itself() -> Vec<u8> {
    let resources = "/Resources << /XObject << /X 5 0 R >> >>";
    let page = format!("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R {resources} >>");
    let form = stream_object(&format!("/Type /XObject /Subtype /Form /BBox [0 0 9 9] {resources}"), b"/X Do");
    let objects = [CATALOGUE.to_vec(), PAGES.to_vec(), page.into_bytes(), stream_object("", b"/X Do"), form];
    file(&objects, "")
}

/// A page tree below a million arrays.
fn deeply_nested() -> Vec<u8> {
    let pages = format!("<< /Type /Pages /Kids {}3 0 R{} /Count 1 >>", "[".repeat(1_000_000), "]".repeat(1_000_000));
    file(&[CATALOGUE.to_vec(), pages.into_bytes()], "")
}
