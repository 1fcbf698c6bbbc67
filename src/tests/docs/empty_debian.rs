//! From an empty Debian to a reader's page over HTTPS: the commands of the README, on a machine that has nothing else.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use pulldown_cmark::{CodeBlockKind, Event, HeadingLevel, Parser, Tag, TagEnd};

use super::machine::Machine;
use super::root;

/// The chapter of the README.
const CHAPTER: &str = "A server in ten minutes";
/// Commands of the chapter.
const MOST_COMMANDS: usize = 10;
const LONGEST: Duration = Duration::from_secs(600);
/// Where Caddy puts the certificate of the authority with which it stands in for a public one.
const AUTHORITY: &str = "/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt";

/// The commands of the chapter, one a line.
fn commands() -> Vec<String> {
    let text = std::fs::read_to_string(root().join("README.md")).expect("the README");
    let (mut in_chapter, mut is_heading, mut is_code, mut commands) = (false, false, false, Vec::new());
    for event in Parser::new(&text) {
        match event {
            Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }) => (in_chapter, is_heading) = (false, true),
            Event::End(TagEnd::Heading(_)) => is_heading = false,
            Event::Text(title) if is_heading => in_chapter = *title == *CHAPTER,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => is_code = &*language == "sh",
            Event::End(TagEnd::CodeBlock) => is_code = false,
            Event::Text(lines) if in_chapter && is_code => commands.extend(lines.lines().map(str::to_owned)),
            _ => {}
        }
    }
    commands
}

#[test]
fn the_chapter_of_a_server_in_ten_minutes_has_ten_commands_at_most() {
    let commands = commands();
    assert!((1..=MOST_COMMANDS).contains(&commands.len()), "{commands:#?}");
}

#[test]
fn an_empty_debian_serves_a_page_over_https() {
    let left_out = |why: &str| drop(writeln!(std::io::stderr(), "left out: an empty Debian ({why})"));
    let Some(package) = package() else { return left_out("no cargo-deb; `cargo install cargo-deb --locked`") };
    let Some(machine) = Machine::empty_debian() else { return left_out("this user cannot make a root of Debian") };
    let name = package.file_name().expect("a name").to_string_lossy().into_owned();
    std::fs::copy(&package, machine.path(&format!("/root/{name}"))).expect("the package");
    let began = Instant::now();
    // Packages are fetched first: the commands run in a network of their own, where no port is taken.
    let packages: Vec<_> = commands().into_iter().filter(|command| command.starts_with("apt-get")).collect();
    let fetch = packages.join("\n").replace("--yes", "--yes --download-only");
    machine.run(&fetch).unwrap_or_else(|error| panic!("{error}"));
    let offline = commands().into_iter().filter(|command| command != "apt-get update").collect::<Vec<_>>();
    // The name leads here, and an authority of Caddy's own takes the place of a public one.
    machine.write("/etc/hosts", "127.0.0.1 localhost paragraf.example.ro\n");
    let served = offline.join("\n").replace("127.0.0.1:8080\\n}", "127.0.0.1:8080\\n\\ttls internal\\n}");
    assert!(served.contains("tls internal"), "the Caddyfile of the chapter has changed");
    let later = format!(
        "dpkg --install {name}\n\
         paragraf status\n\
         test -e /usr/bin/paragraf.previous\n\
         paragraf upgrade --back --yes\n\
         paragraf status\n\
         systemctl stop caddy\n\
         dpkg --purge paragraf\n\
         test -z \"$(ls -d /etc/paragraf /var/lib/paragraf /usr/bin/paragraf* 2> /dev/null)\"\n\
         if getent passwd paragraf; then exit 1; fi"
    );
    let variables =
        [("MACHINE_SERVICES", "caddy"), ("CURL_CA_BUNDLE", AUTHORITY), ("DEBIAN_FRONTEND", "noninteractive")];
    // One network for both, in which the servers run on.
    let script = format!("{served}\necho served\n{later}\necho gone");
    let printed = machine.run_apart(&script, &variables);
    let printed = printed.unwrap_or_else(|error| panic!("{error}\n{}", machine.read("/run/journal")));
    let took = began.elapsed();
    drop(writeln!(std::io::stderr(), "from an empty Debian to a page and back: {} s", took.as_secs()));
    assert!(took < LONGEST, "{took:?}");
    let (page, later) = printed.split_once("served\n").expect("the page was served");
    assert!(page.trim_end().ends_with("200"), "{page}");
    assert_eq!(later.matches("server       serving https://paragraf.example.ro").count(), 2, "{later}");
    assert!(later.contains("gone\n"), "{later}");
}

/// The Debian package of this build; `None` without the tool that makes it.
fn package() -> Option<PathBuf> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let tool = Command::new(cargo).args(["deb", "--version"]).output();
    tool.is_ok_and(|tool| tool.status.success()).then_some(())?;
    let built =
        Command::new("sh").arg(root().join("docs/package/build.sh")).arg(env!("CARGO_BIN_EXE_paragraf")).output();
    let built = built.expect("a shell");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let folder = root().join("target/package/debian");
    let found = std::fs::read_dir(folder).expect("the folder of the package").flatten().map(|entry| entry.path());
    found.filter(|path| is_package(path)).max()
}

fn is_package(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "deb")
}
