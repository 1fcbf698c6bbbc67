//! A library is used only in its module.

use super::product_sources;

/// Paths that may only be used in these places, and the reason.
const WORDS: &[(&str, &[&str], &str)] = &[
    ("redb::", &["store/"], "the store hides its engine"),
    (
        "tokio_postgres::",
        &["store/engine/postgres/", "store/error.rs"],
        "the store hides its engines, and one folder speaks to PostgreSQL",
    ),
    ("deadpool_postgres::", &["store/engine/postgres/", "store/error.rs"], "one folder speaks to PostgreSQL"),
    ("axum::", &["web/", "control/"], "only the public server and the control socket serve HTTP"),
    ("hyper_util::", &["web/", "control/"], "only the public server and the control socket serve HTTP"),
    (
        "reqwest::",
        &[
            "http_client.rs", "sources/fetch", "control/client.rs", "cli/upgrade/visitor.rs", "explain/client.rs",
            "mail/sms/gateway.rs", "object_storage/",
        ],
        "sources::fetch checks every outgoing request, the addresses of model, gateway and storage are the operator's, \
         and a rehearsal asks servers on the loopback",
    ),
    ("rusty_s3::", &["object_storage/"], "one module signs requests to a storage"),
    ("age::x25519", &["config/age_keys.rs", "ops/backup/"], "two modules know the encryption of backups"),
    ("oauth2::", &["identity/federation/"], "one module implements OAuth 2"),
    ("saml_rs::", &["identity/federation/saml"], "one module implements SAML"),
    ("image::", &["identity/picture.rs"], "one module decodes pictures of others"),
    ("chrono::", &["web/calendars/file.rs"], "dates use jiff; icalendar needs chrono"),
    ("nix::unistd", &["owner.rs"], "one module changes the user of the process"),
    ("computus::", &["law/working_days.rs"], "one module knows the calendar"),
    ("resvg::", &["web/og/"], "one module renders images"),
    (
        "quick_xml::",
        &["web/feeds/", "web/xml.rs", "sources/portal/", "sources/eurlex/", "mail/sms/request.rs"],
        "only feeds, the sitemap, the portal's web service, pages of EUR-Lex and some gateways are XML",
    ),
    (
        "PreEscaped",
        &["mail/html_layout.rs", "web/markdown.rs", "web/shell/data.rs"],
        "maud escapes all values but conditional comments, the output of pulldown-cmark, and JSON-LD",
    ),
    ("pdf_extract::", &["sources/pdf/"], "one module reads PDF files, in a child process"),
    ("tantivy::", &["catalogue/search/"], "one module knows the search engine"),
    ("similar::", &["law/apply/"], "one module compares texts"),
    ("clap::", &["cli/", "sources/mod.rs"], "only the command line parses arguments"),
    ("lettre::", &["mail/"], "one module sends mails"),
    ("mail_auth::", &["mail/"], "one module signs mails"),
    ("argon2::", &["identity/"], "one module hashes passwords"),
    ("phonenumber::", &["domain/phone.rs", "domain/country.rs"], "two modules know the numbering plans"),
    ("altcha::", &["identity/proof_of_work.rs"], "one module makes captchas"),
    ("zxcvbn::", &["domain/password.rs"], "one module judges passwords"),
    ("jsonwebtoken::", &["identity/"], "one module signs tokens"),
    ("Timestamp::now", &["clock.rs"], "tests control the clock"),
    ("spawn_blocking", MAY_BLOCK, WHERE_BLOCKED),
    ("on_blocking_thread", MAY_BLOCK, WHERE_BLOCKED),
    (
        "Semaphore",
        &[
            "ops/blocking.rs", "store/mod.rs", "web/articles/lists.rs", "web/body/transcoder.rs", "web/connections/",
            "web/waiting.rs", "identity/", "mail/cpu.rs", "sources/fetch/",
        ],
        "ops::blocking bounds and shares the blocking work of requests, and the permit stays with the work",
    ),
    ("SystemTime::now", &["clock.rs", "telemetry/timestamp.rs"], "tests control the clock"),
    ("io::stdout", &["cli/output.rs"], "one module prints"),
];

/// Where work that blocks may be given to another thread.
const MAY_BLOCK: &[&str] = &[
    "erased.rs",
    "ops/blocking.rs",
    "store/",
    "identity/password_hashing.rs",
    "mail/",
    "sources/",
    "control/",
    "cli/",
    "jobs/",
];
const WHERE_BLOCKED: &str =
    "ops::blocking bounds and shares the blocking work of requests, and the permit stays with the work";

#[test]
fn libraries_are_used_only_in_their_module() {
    let mut broken = Vec::new();
    for (name, text) in product_sources() {
        for (word, places, why) in WORDS {
            if places.iter().any(|place| name.starts_with(place)) {
                continue;
            }
            let lines =
                text.lines().zip(1..).filter(|(line, _)| !line.trim_start().starts_with("//") && line.contains(word));
            broken.extend(
                lines.map(|(_, number)| {
                    format!("{}:{number}: {word} belongs to {places:?}: {why}", super::path_of(&name))
                }),
            );
        }
    }
    assert!(broken.is_empty(), "{}", broken.join("\n"));
}
