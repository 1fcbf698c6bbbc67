//! Every block of the README and of `docs/*.md` does what the document says: commands run in the order in which they
//! stand, on a machine of their own; configurations are accepted; examples of data are read.

use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::net::TcpStream;

use paragraf::clock::Clock;
use paragraf::domain::Uid;
use paragraf::domain::email::Email;
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::{FILE_NAME, Store};
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

use super::machine::Machine;
use super::{proxies, root};
use crate::support::accounts::account;

const CONFIG: &str = "/etc/paragraf/paragraf.toml";
const UNIT: &str = "/etc/systemd/system/paragraf.service";
/// The backup that the chapter about a new machine names.
const COPIED_BACKUP: &str = "paragraf-20261126T081500123Z.tar.zst";

/// The token with which a mail provider reports.
const TOKEN: &str = "a-token-of-at-least-twenty-characters";

pub(super) struct Block {
    /// Document and line.
    place: String,
    pub(super) language: String,
    pub(super) text: String,
}

/// The blocks, in the order of a reader who installs the server and then goes on.
fn blocks() -> Vec<Block> {
    let docs = std::fs::read_dir(root().join("docs")).expect("the documents");
    let names = docs.map(|entry| format!("docs/{}", entry.expect("an entry").file_name().to_string_lossy()));
    let mut names: Vec<_> = names.filter(|name| name.ends_with(".md")).collect();
    // The commands of the last one remove the account that the others use.
    names.sort_by_key(|name| (name != "docs/operate.md", name == "docs/accounts.md", name.clone()));
    names.insert(0, "README.md".into());
    names.iter().flat_map(|name| blocks_of(name)).collect()
}

pub(super) fn blocks_of(document: &str) -> Vec<Block> {
    let text = std::fs::read_to_string(root().join(document)).expect("a document");
    let mut blocks: Vec<Block> = Vec::new();
    let mut is_open = false;
    for (event, range) in Parser::new(&text).into_offset_iter() {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => {
                is_open = true;
                let place = format!("{document}:{}", text[..range.start].lines().count() + 1);
                blocks.push(Block { place, language: language.to_string(), text: String::new() });
            }
            Event::End(TagEnd::CodeBlock) => is_open = false,
            Event::Text(part) if is_open => blocks.iter_mut().last().into_iter().for_each(|block| block.text += &part),
            _ => {}
        }
    }
    blocks
}

/// The first block of this language in a document.
fn block(document: &str, language: &str) -> String {
    let found = blocks_of(document).into_iter().find(|block| block.language == language);
    found.unwrap_or_else(|| panic!("{document} has no block of {language}")).text
}

/// A reader at the machine, who has the files that the documents name.
struct Reader {
    machine: Machine,
    left_out: BTreeSet<String>,
}

impl Reader {
    fn new() -> Self {
        let machine = Machine::new();
        let put = |name: &str, text: &str| machine.write(&format!("/root/{name}"), text);
        let short = r#"{"title": "O lege nouă", "technical_summary": "Pe scurt.", "simple_explanation": "Mai simplu.", "importance": 3, "publish_date": "2026-03-13", "topic": "munca"}"#;
        put("changes.jsonl", &demo_article("hg-146-2026-salariu-minim"));
        put("new/another.json", short);
        put(
            "changes.csv",
            "title,technical_summary,simple_explanation,importance,publish_date,topic\nA treia lege,Pe scurt.,Mai simplu.,2,2026-03-14,fiscalitate\n",
        );
        put("export.csv", "email,status,state\ndan@example.ro,1,Cluj\neva@example.ro,2,\n");
        put(
            "list.csv",
            "email,confirmed_at\nana@example.ro,2026-01-02T03:04:05Z\nion@example.ro,2026-01-02T03:04:05Z\n",
        );
        put("act.txt", "Art. 5 din Legea nr. 31/1990 se modifică. Prezenta lege intră în vigoare la 30 de zile.");
        let campaign = block("docs/mail.md", "markdown");
        put("noutati.md", &campaign);
        put("invitatie.md", &campaign.replace("noutati-iulie-2026", "invitatie"));
        put("before.md", crate::law::BEFORE);
        put("act.json", crate::law::ACT);
        put("package/paragraf.toml", &package_config());
        put("returned.mbox", "From MAILER-DAEMON Thu Jan  1 00:00:00 2026\nSubject: hello\n\nhello\n");
        let mut left_out = BTreeSet::new();
        if !machine.is_root {
            // The environment of a script names the configuration if it exists before the script.
            machine.write(CONFIG, package_config());
            left_out.insert("useradd, chown and the owners of install: this user cannot mount".to_owned());
        }
        Self { machine, left_out }
    }

    fn leave_out(&mut self, what: &str) -> Result<(), String> {
        self.left_out.insert(what.to_owned());
        Ok(())
    }

    /// Uses the block as its document says.
    fn use_block(&mut self, block: &Block) -> Result<(), String> {
        let text = &block.text;
        match block.language.as_str() {
            // `scale` runs them, with a database.
            "sh" if block.place.starts_with("docs/scale.md") => Ok(()),
            "sh" => self.run(text),
            "toml" => self.check_config(text),
            "ini" => self.check_unit(text),
            "json" => self.read_json(text),
            "yaml" => read_alerts(text),
            "markdown" => self.preview(text),
            "caddyfile" => proxies::validate_caddyfile(text).unwrap_or_else(|| self.leave_out("caddy validate")),
            "nginx" => proxies::validate_nginx(text).unwrap_or_else(|| self.leave_out("nginx -t")),
            "text" => self.leave_out(&format!("{} (output, or commands that ask servers of others)", block.place)),
            other => Err(format!("no test uses blocks of the language {other:?}")),
        }
    }

    fn run(&mut self, script: &str) -> Result<(), String> {
        for name in
            ["cargo", "apt-get", "curl", "dpkg-deb", "journalctl"].into_iter().filter(|name| script.contains(name))
        {
            self.leave_out(name)?;
        }
        if script.contains(COPIED_BACKUP) {
            self.machine
                .run(&format!("cp \"$(ls /var/lib/paragraf/data/backups/*.tar.zst | tail -n 1)\" {COPIED_BACKUP}"))?;
        }
        self.machine.run(script)?;
        if script.contains("apt-get install") && self.machine.read("/run/account").is_empty() {
            self.put_account()?;
            self.machine.write("/run/account", "ana");
        }
        Ok(())
    }

    /// The account that the documents call ana@example.ro.
    fn put_account(&self) -> Result<(), String> {
        self.machine.run("systemctl stop paragraf")?;
        let path = self.machine.path("/var/lib/paragraf/data").join(FILE_NAME);
        let store = Store::open(&path, 1 << 20, &Clock::System).expect("the store");
        let uid = Uid::parse(&format!("{:0<28}", "ana")).expect("a uid");
        let ana = AccountRecord {
            email: Some(Email::parse("ana@example.ro").expect("an address")),
            ..account(&uid, "ana", Clock::System.now())
        };
        store.write_blocking(move |tx| Ok(accounts::put(tx, None, &ana)?)).expect("the account is stored");
        drop(store);
        self.machine.run("systemctl start paragraf").map(drop)
    }

    /// A block of settings is a configuration by itself, with the files that it names.
    fn check_config(&self, text: &str) -> Result<(), String> {
        let named = text.split('"').filter(|part| part.starts_with("/etc/paragraf/"));
        for file in named {
            let content = match file.rsplit(['/', '.']).collect::<Vec<_>>()[..] {
                ["pem", "dkim", ..] => signing_key(),
                ["pem" | "cer", ..] => certificate(),
                _ => "a secret that is long enough\n".to_owned(),
            };
            self.machine.write(file, content);
        }
        let text = if self.machine.is_root {
            text.to_owned()
        } else {
            text.replace("/etc/paragraf", &self.machine.path("/etc/paragraf").display().to_string())
        };
        self.machine.write("/etc/paragraf/block.toml", text);
        self.machine.run("paragraf config check --config /etc/paragraf/block.toml").map(drop)
    }

    /// A change of the unit gives the service what the settings before it leave out.
    fn check_unit(&mut self, text: &str) -> Result<(), String> {
        if !self.machine.is_root {
            return self.leave_out("changes of the unit");
        }
        let (change, own) = (format!("{UNIT}.d/override.conf"), self.machine.read(CONFIG));
        let settings = block("docs/mail.md", "toml");
        let without = settings.lines().filter(|line| !line.starts_with("smtp_password_file"));
        self.machine.write(CONFIG, without.collect::<Vec<_>>().join("\n"));
        let before = self.machine.run("paragraf config check");
        self.machine.write(&change, text);
        self.machine.run("chmod 600 /etc/paragraf/smtp-password")?;
        let after = self.machine.run("paragraf config check");
        std::fs::remove_file(self.machine.path(&change)).expect("the change");
        self.machine.write(CONFIG, own);
        assert!(before.is_err_and(|error| error.contains("mail.smtp_password")), "the change is needed");
        after.map(drop)
    }

    /// An article is imported, a report of a provider taken, and an error compared with a real one. Other examples are
    /// valid JSON.
    fn read_json(&self, text: &str) -> Result<(), String> {
        let value: serde_json::Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if value.get("technical_summary").is_some() {
            self.machine.write("/root/article.json", text);
            return self.machine.run("paragraf import --dry-run --strict article.json").map(drop);
        }
        let (asked, expected) = if value.get("message_id").is_some() {
            (
                self.ask(&format!("POST /mail/bounces HTTP/1.1\r\nAuthorization: Bearer {TOKEN}"), text),
                " 200 ".to_owned(),
            )
        } else if let Some(error) = value.get("error") {
            (self.ask("GET /lawchanges/nu-exista HTTP/1.1", ""), format!("{{\"error\":{error},"))
        } else {
            return Ok(());
        };
        if asked.contains(&expected) { Ok(()) } else { Err(format!("the server answers {asked}")) }
    }

    /// Sends a request with a body of JSON to the server and returns the response.
    fn ask(&self, head: &str, body: &str) -> String {
        let journal = self.machine.read("/run/journal");
        let Some((_, after)) = journal.rsplit_once("\"server.address\":\"") else {
            return "nothing: no server has started".into();
        };
        let mut connection = TcpStream::connect(after.split('"').next().unwrap_or_default()).expect("a connection");
        let length = body.len();
        let request = format!(
            "{head}\r\nHost: paragraf.example.ro\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        );
        connection.write_all(request.as_bytes()).expect("a request");
        let mut response = String::new();
        connection.read_to_string(&mut response).expect("a response");
        response
    }

    /// A campaign is shown, with a header if the block has none.
    fn preview(&self, text: &str) -> Result<(), String> {
        let header = if text.starts_with("---") { "" } else { "---\nsubject: Exemplu\nlanguages: [ro]\n---\n" };
        self.machine.write("/root/example.md", format!("{header}{text}"));
        self.machine.run("paragraf mail preview example.md").map(drop)
    }
}

/// The configuration of the package, with the tenant that `docs/accounts.md` names and a free port. The README sets the
/// other keys.
fn package_config() -> String {
    let token = format!("bounce_token = \"{TOKEN}\"");
    let mut config = std::fs::read_to_string(root().join("config.example.toml")).expect("the configuration");
    for (default, own) in
        [("listen = \"127.0.0.1:8080\"", "listen = \"127.0.0.1:0\""), ("bounce_token = \"\"", token.as_str())]
    {
        assert!(config.contains(default), "{default}");
        config = config.replacen(default, own, 1);
    }
    config + "\n[[accounts.tenant]]\nid = \"firma\"\nname = \"Firma\"\nsign_in_methods = [\"password\"]\n"
}

/// The record of an article of the demo, on one line.
fn demo_article(slug: &str) -> String {
    let text = std::fs::read_to_string(root().join("src/demo/munca.json")).expect("the demo");
    let articles: Vec<serde_json::Value> = serde_json::from_str(&text).expect("JSON");
    articles.into_iter().find(|article| article["slug"] == slug).expect(slug).to_string()
}

fn certificate() -> String {
    let made = rcgen::generate_simple_self_signed(["idp.example.ro".to_owned()]).expect("a certificate");
    made.cert.pem()
}

fn signing_key() -> String {
    rcgen::KeyPair::generate_for(&rcgen::PKCS_ED25519).expect("a key").serialize_pem()
}

#[test]
fn every_block_of_the_documents_does_what_it_says() {
    let mut reader = Reader::new();
    let mut failed = Vec::new();
    for block in blocks() {
        if let Err(why) = reader.use_block(&block) {
            failed.push(format!("{} ({}): {why}", block.place, block.language));
        }
    }
    let journal = reader.machine.read("/run/journal");
    assert!(failed.is_empty(), "{}\n{journal}", failed.join("\n"));
    let left_out: Vec<_> = reader.left_out.iter().map(String::as_str).collect();
    // Nobody reads it if standard error is closed.
    drop(writeln!(std::io::stderr(), "left out of the documents: {}", left_out.join("; ")));
    let calls = reader.machine.read("/run/calls");
    for call in ["restart paragraf", "stop paragraf", "start paragraf"] {
        assert!(calls.contains(call), "{call} is in no document: {calls}");
    }
    a_failed_step_stops_a_block(&mut reader);
}

/// After a failed restore no server starts with the old store, and after a wrong setting the old server keeps running.
fn a_failed_step_stops_a_block(reader: &mut Reader) {
    let of_operate = blocks_of("docs/operate.md");
    let with = |words: &str| of_operate.iter().find(|block| block.text.contains(words)).expect(words).text.clone();
    let (restart, restore) = (with("config check && systemctl restart"), with("restore latest"));
    let own = reader.machine.read(CONFIG);
    reader.machine.write(CONFIG, own.replacen("[server]", "[server]\nlisten_on = 1", 1));
    assert!(reader.machine.run(&restart).is_err_and(|error| error.contains("listen_on")));
    reader.machine.write(CONFIG, own);
    assert!(reader.machine.run("paragraf status").is_ok_and(|status| status.contains("serving")));
    reader.machine.run("rm -r /var/lib/paragraf/data/backups").expect("the backups are gone");
    assert!(reader.machine.run(&restore).is_err());
    let status = reader.machine.run("setpriv --reuid paragraf --regid paragraf --clear-groups paragraf status");
    if reader.machine.is_root {
        assert!(status.is_ok_and(|status| status.contains("not running")), "the restore failed before the start");
    }
}

/// Rules for alerts name only metrics that the server has.
fn read_alerts(text: &str) -> Result<(), String> {
    let metrics = include_str!("../../web/metrics.rs");
    let words = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
    for name in words.filter_map(|word| word.strip_prefix("paragraf_")) {
        let name = name.trim_end_matches("_bucket");
        if !metrics.contains(&format!("\"{name}\"")) {
            return Err(format!("there is no metric paragraf_{name}"));
        }
    }
    Ok(())
}
