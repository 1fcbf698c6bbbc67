//! Tests of secrets.

use super::super::mail_smtp::SmtpAccount;
use super::super::{Environment, merge};
use super::*;

const RECIPIENT: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";
const SMTP: &str =
    "[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\nsmtp_host = 'a.example.ro'\nsmtp_user = 'legi'\n";

#[test]
fn a_password_is_shown_nowhere() {
    let mut config = Config::default();
    config.mail.smtp_password = "s3cret".into();
    config.mail.smtp_backup = vec![SmtpAccount { password: "s3cret".into(), ..SmtpAccount::default() }];
    config.mail.bounces.bounce_token = "s3cret".into();
    assert!(!format!("{config:?}").contains("s3cret"));
    assert!(!format!("{:?}", config.mail.smtp_backup).contains("s3cret"));
    let shown = config.without_secrets().mail;
    let secrets = [&shown.smtp_password, &shown.smtp_backup[0].password, &shown.bounces.bounce_token];
    assert_eq!(secrets, [HIDDEN; 3]);
    assert_eq!(Config::default().without_secrets(), Config::default());
}

#[test]
fn a_secret_inside_an_address_or_a_request_is_not_shown() {
    let mut config = Config::default();
    config.sms.url = "https://sms.example.ro/s3cret/send?key=s3cret&to={{to}}".into();
    config.sms.headers = vec!["Authorization: Bearer s3cret".into(), "Authorization s3cret".into()];
    config.sms.body = r#"{"key": "s3cret", "text": "{{text}}"}"#.into();
    config.accounts.hooks.hook_url = "https://hook.example.ro?token=s3cret".into();
    config.explain.base_url = "https://u:s3cret@model.example.ro/v1?key=s3cret".into();
    let shown = toml::to_string(&config.shown().expect("TOML")).expect("TOML");
    assert!(!shown.contains("s3cret"), "{shown}");
    let kept = [
        "https://sms.example.ro/(hidden)",
        "https://hook.example.ro/(hidden)",
        "https://(hidden)@model.example.ro/v1?(hidden)",
        "Authorization: (hidden)",
    ];
    for kept in kept {
        assert!(shown.contains(kept), "{kept} is missing in {shown}");
    }
}

/// The texts in the settings, each with its place.
fn texts(value: &mut toml::Value, place: &str, visit: &mut dyn FnMut(&str, &mut String)) {
    match value {
        toml::Value::String(text) => visit(place, text),
        toml::Value::Array(values) => values.iter_mut().for_each(|value| texts(value, place, visit)),
        toml::Value::Table(table) => {
            table.iter_mut().for_each(|(key, value)| texts(value, &format!("{place}.{key}"), visit));
        }
        _ => {}
    }
}

#[test]
fn no_setting_shows_the_credentials_of_an_address() {
    let address = "https://u:s3cret@a.example.ro/p?key=s3cret#s3cret";
    let mut settings = toml::Value::Table(Config::default().shown().expect("TOML"));
    let mut count = 0;
    texts(&mut settings, "", &mut |_, text| {
        count += 1;
        *text = address.to_owned();
    });
    assert!(count > 20, "{count} texts");
    hide_in_addresses(&mut settings);
    texts(&mut settings, "", &mut |place, text| {
        assert_eq!(*text, "https://(hidden)@a.example.ro/p?(hidden)", "{place}");
    });
    assert_eq!(without_credentials("https://a.ro/p#s3cret").as_deref(), Some("https://a.ro/p#(hidden)"));
    assert_eq!(without_credentials("https://a.ro#u:s3cret@b").as_deref(), Some("https://a.ro#(hidden)"));
    for password in ["s3cret", "s3cret/a", "s3cret@a/b", "s3cret?a", "s3cret#a:@/b"] {
        let shown = without_credentials(&format!("postgres://u:{password}@db1,db2:5433/p?sslmode=require"));
        assert_eq!(shown.as_deref(), Some("postgres://(hidden)@db1,db2:5433/p?(hidden)"), "{password}");
    }
}

#[test]
fn a_refused_address_is_quoted_without_its_credentials() {
    let address = "https://u:s3cret@x.example.ro/p?key=s3cret#s3cret";
    for setting in [
        format!("[server]\npublic_url = '{address}'"),
        format!("[sources]\nportal_url = '{address}'"),
        format!("[site]\nsocial_links = ['{}']", address.replace("https", "http")),
        format!("[site]\ndeveloper_url = '{}'", address.replace("https", "ftp")),
        format!("[site]\nsecurity_contact = '{}'", address.replace("https", "http")),
        format!("[accounts]\nhelp_link = '{}'", address.replace("https", "http")),
        format!("[accounts]\ncontinue_origins = ['{address}']"),
        format!(
            "[[accounts.provider]]\nkind = 'oidc'\nid = 'oidc.x'\nclient_id = 'x'\nclient_secret = 'y'\n\
             issuer = '{address}'"
        ),
    ] {
        let problems = merge(&setting, &Environment::new(), Secrets::Skip).expect_err("a problem");
        let reasons = problems.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(reasons.contains("(hidden)") && !reasons.contains("s3cret"), "{setting}: {reasons}");
    }
}

#[test]
fn an_address_without_credentials_is_shown_as_it_is() {
    for text in ["https://paragraf.example.ro", "http://127.0.0.1:8080/a/b", "smtps://mail.example.ro:465"] {
        assert_eq!(without_credentials(text).as_deref(), Some(text));
    }
    assert_eq!(without_credentials("a@b.ro?"), None);
}

#[test]
fn every_secret_can_come_from_a_file_named_in_the_configuration() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("secret");
    std::fs::write(&file, "s3cret-s3cret-s3cret\n").expect("a file");
    let path = file.display();
    let text = format!(
        "{SMTP}smtp_password_file = '{path}'\nbounce_token_file = '{path}'\nbounce_imap_host = 'i.example.ro'\n\
         bounce_imap_user = 'u'\nbounce_imap_password_file = '{path}'\nbounce_imap_done_folder = 'Done'\n\
         seed_address = 's@example.ro'\nseed_imap_host = 's.example.ro'\nseed_imap_user = 's'\n\
         seed_imap_password_file = '{path}'\n\
         [[mail.smtp_backup]]\nhost = 'b.example.ro'\nuser = 'legi'\npassword_file = '{path}'\n\
         [[accounts.provider]]\nkind = 'google'\nclient_id = 'x'\nclient_secret_file = '{path}'\n\
         [explain]\napi_key_file = '{path}'\n[sms]\nsecret_file = '{path}'\n\
         [captcha]\nsecret_file = '{path}'\n[accounts]\nhook_secret_file = '{path}'\n\
         [backup]\nrecipient = '{RECIPIENT}'\ns3_endpoint = 'https://s3.example.ro'\ns3_bucket = 'b'\n\
         s3_access_key = 'a'\ns3_secret_key_file = '{path}'\n\
         [store]\nurl = 'postgres://paragraf@db.example.ro/paragraf'\npassword_file = '{path}'\n"
    );
    let mut config = merge(&text, &Environment::new(), Secrets::Read).expect("good");
    let named = config.named_files();
    assert!(named.contains(&("mail.smtp_backup[0].password_file".to_owned(), path.to_string())), "{named:?}");
    let read = all(&mut config);
    assert_eq!(read.len(), named.len());
    read.iter().for_each(|secret| assert_eq!(secret.value, "s3cret-s3cret-s3cret", "{}", secret.key));
}

#[test]
fn only_the_server_needs_its_secrets() {
    let reasons = |file: &str, secrets| {
        let merged = merge(file, &Environment::new(), secrets);
        merged.err().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let unreadable = format!("{SMTP}smtp_password_file = '/none/such'\n");
    for without in [SMTP, &unreadable] {
        assert_eq!(reasons(without, Secrets::Skip), [""; 0]);
    }
    let missing =
        "mail.smtp_user: set mail.smtp_user and one of mail.smtp_password and mail.smtp_password_file, or none of them";
    assert_eq!(reasons(SMTP, Secrets::Read), [missing]);
    let cannot = "mail.smtp_password_file: cannot read the file /none/such: No such file or directory (os error 2)";
    assert_eq!(reasons(&unreadable, Secrets::Read), [cannot]);
    let twice = format!("{unreadable}smtp_password = 'x'\n");
    assert_eq!(reasons(&twice, Secrets::Read), ["mail.smtp_password_file: set either this or mail.smtp_password"]);
}

#[test]
fn a_variable_replaces_the_secret_of_the_file_in_either_form() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("secret");
    std::fs::write(&file, "new").expect("a file");
    for (name, value) in [("SMTP_PASSWORD_FILE", file.display().to_string()), ("SMTP_PASSWORD", "new".to_owned())] {
        for own in ["smtp_password = 'old'", "smtp_password_file = '/none/such'"] {
            let environment = [(format!("PARAGRAF__MAIL__{name}"), value.clone())].into();
            let config = merge(&format!("{SMTP}{own}\n"), &environment, Secrets::Read).expect("good");
            assert_eq!(config.mail.smtp_password, "new", "{name} and {own}");
        }
    }
}
