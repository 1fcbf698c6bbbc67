//! The commands of `docs/scale.md`, on two machines and with PostgreSQL of this machine under the names of the document.

use super::blocks::blocks_of;
use super::machine::Machine;
use crate::support::data::leave_out;
use crate::support::eventually::eventually_blocking;
use crate::support::postgres;

const CONFIG: &str = "/etc/paragraf/paragraf.toml";
const CA: &str = "/etc/paragraf/database-ca.pem";
const PASSWORD: &str = "/etc/paragraf/database-password";
const KEY: &str = "/var/lib/paragraf/data/second-factors.key";
const UNIT: &str = "[Service]\nType=notify\nUser=paragraf\nWorkingDirectory=/var/lib/paragraf\n\
    ExecStart=/usr/local/bin/paragraf serve\n";
const ARTICLE: &str = r#"{"title": "O lege nouă", "technical_summary": "Pe scurt.", "simple_explanation": "Mai simplu.", "importance": 3, "publish_date": "2026-03-13", "topic": "munca"}"#;

/// A machine on which Paragraf is installed, and which finds the hosts of the database.
fn installed() -> Machine {
    let machine = Machine::new();
    let install = "install -m 755 paragraf /usr/local/bin/paragraf
        useradd --system --home-dir /var/lib/paragraf --shell /usr/sbin/nologin paragraf
        install -d -o paragraf -m 700 /var/lib/paragraf /var/lib/paragraf/data
        mkdir -p /etc/paragraf
        paragraf config init /etc/paragraf/paragraf.toml
        chown paragraf /etc/paragraf/paragraf.toml
        sed -i 's|^listen = .*|listen = \"127.0.0.1:0\"|' /etc/paragraf/paragraf.toml";
    machine.run(install).expect("it is installed");
    machine.write("/etc/systemd/system/paragraf.service", UNIT);
    machine.write("/etc/hosts", "127.0.0.1 localhost db1 db2\n");
    machine.write(CA, postgres::certificate());
    machine
}

/// The commands in their order, with the port of the server, whose superuser connects to it.
fn commands(port: u16) -> Vec<String> {
    let blocks = blocks_of("docs/scale.md").into_iter().filter(|block| block.language == "sh");
    let superuser = format!("export PGHOST=127.0.0.1 PGPORT={port} PGUSER=postgres");
    let local = |text: String| text.replace("db1,db2", &format!("db1:{port},db2:{port}"));
    blocks.map(|block| format!("{superuser}\n{}", local(block.text))).collect()
}

#[test]
fn several_machines_are_set_up_as_the_document_says() {
    // Before the machines are made: it may have to be installed, with its user.
    let port = postgres::port();
    let probe = Machine::new();
    if !probe.is_root {
        return leave_out("this user cannot mount");
    }
    let first = installed();
    let commands = commands(port);
    let [database, plan, to_database, next] = commands.as_slice() else { panic!("{} blocks", commands.len()) };
    first.write("/root/article.json", ARTICLE);
    first.run("systemctl start paragraf && paragraf import article.json").expect("it has content");

    first.run(database).expect("the database is made");
    let planned = first.run(plan).expect("the plan is shown");
    assert!(planned.contains("replaces  nothing") && planned.contains("(postgresql "), "{planned}");
    let moved = first.run(to_database).unwrap_or_else(|why| panic!("{why}\n{}", first.read("/run/journal")));
    for line in ["takes writes", "encrypted with TLSv1.3"] {
        assert!(moved.contains(line), "{line}: {moved}");
    }
    assert!(first.run("paragraf articles list").expect("the list").contains("O lege nouă"));

    let second = installed();
    for file in [CONFIG, PASSWORD, KEY].into_iter().filter(|file| first.path(file).exists()) {
        second.write(file, first.read(file));
        second.run(&format!("chown paragraf {file} && chmod 600 {file}")).expect("its owner");
    }
    second.run(next).unwrap_or_else(|why| panic!("{why}\n{}", second.read("/run/journal")));
    eventually_blocking("the first server lists both", || {
        let status = first.run("paragraf status").expect("the status");
        (status.lines().filter(|line| line.starts_with("instance ")).count() == 2).then_some(())
    });
    assert!(second.run("paragraf articles list").expect("the list").contains("O lege nouă"));
}
