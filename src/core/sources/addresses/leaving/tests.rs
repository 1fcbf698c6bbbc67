//! Tests of columns about leaving.

use super::*;
use crate::sources::addresses::ColumnValue;

/// `name: value` as left, stays, unconfirmed, refused or ignored.
fn read(name: &str, value: &str) -> &'static str {
    let readings = ColumnReadings::default();
    let Some(column) = LeavingColumn::named(name, &readings) else {
        return if check_other(name, value, &readings).is_ok() { "ignored" } else { "refused" };
    };
    match column.read(value, &readings) {
        Ok(Standing::Subscribed) => "stays",
        Ok(Standing::Unconfirmed) => "unconfirmed",
        Ok(Standing::Left { .. }) => "left",
        Err(_) => "refused",
    }
}

#[test]
fn values_of_other_programs_are_understood() {
    let (stays, left, unconfirmed, refused) = ("stays", "left", "unconfirmed", "refused");
    for (name, values) in [
        // listmonk, Mailchimp, MailerLite, Sendy, Kit, ActiveCampaign.
        ("status", vec![("enabled", stays), ("disabled", left), ("blocklisted", left)]),
        ("Status", vec![("subscribed", stays), ("Unsubscribed", left), ("cleaned", left), ("pending", unconfirmed)]),
        ("STATUS", vec![("non-subscribed", left), ("archived", left), ("transactional", unconfirmed)]),
        ("Status", vec![("Active", stays), ("Junk", left), ("Bounced", left), ("Unconfirmed", unconfirmed)]),
        ("status", vec![("Marked as spam", left), ("Soft bounced", stays), ("complained", left)]),
        ("state", vec![("cancelled", left), ("active", stays), ("Cluj", refused), ("2", refused), ("", refused)]),
        ("Subscription Status", vec![("Opted out", left), ("Opted-in", stays), ("not subscribed", left)]),
        ("Subscribed", vec![("2024-01-01 10:00:00", stays), ("no", left), ("x", refused), ("", refused)]),
        ("subscribed_to_emails", vec![("true", stays), ("false", left)]),
        ("UNSUB_TIME", vec![("2024-05-02 08:11:12", left), ("", stays)]),
        ("UNSUB_REASON", vec![("NORMAL", left), ("", stays)]),
        ("CLEAN_TIME", vec![("05/02/2024 8:11", left), ("", stays)]),
        ("unsubscribed_at", vec![("2024-05-02", left), ("0000-00-00 00:00:00", stays), ("NULL", stays)]),
        ("unsubscribed_at", vec![("1714637472", left), ("May 2, 2024", left), ("2.5.2024", left), ("poate", refused)]),
        ("emailBlacklisted", vec![("true", left), ("false", stays)]),
        ("BLOCKLISTED", vec![("Yes", left), ("No", stays), ("", stays)]),
        ("IsUnsubscribed", vec![("1", left), ("0", stays), ("3", refused)]),
        ("opt-out", vec![("x", left), ("", stays)]),
        ("Opt Out", vec![("da", left)]),
        ("optedOut", vec![("ADEVĂRAT", left), ("FALS", stays)]),
        ("email_opt_in", vec![("Y", stays), ("N", left)]),
        ("Accepts Email Marketing", vec![("yes", stays), ("no", left)]),
        ("confirmed", vec![("1", stays), ("0", unconfirmed), ("not confirmed", unconfirmed)]),
        ("CONFIRM_TIME", vec![("2024-01-01 10:00:00", stays), ("", stays)]),
        ("email_disabled", vec![("true", left), ("false", stays)]),
        ("deleted_at", vec![("2024-05-02T08:11:12.000Z", left), ("", stays)]),
        ("Do not email", vec![("yes", left), ("no", stays)]),
        // Romanian.
        ("Stare", vec![("abonat", stays), ("Abonată", stays), ("dezabonată", left), ("neabonat", left)]),
        ("stare", vec![("Inactiv", left), ("nu este abonat", left), ("nu e dezabonat", refused), ("șters", left)]),
        ("Dezabonat", vec![("da", left), ("nu", stays), ("", stays), ("12.03.2025", left)]),
        ("Data dezabonării", vec![("3 mai 2025", left), ("", stays)]),
        ("activ", vec![("1", stays), ("0", left), ("NU", left)]),
        ("confirmat", vec![("nu", unconfirmed), ("da", stays), ("în așteptare", unconfirmed)]),
        ("Abonat la newsletter", vec![("Da", stays), ("Nu", left)]),
        ("Newsletter", vec![("Nu", left)]),
    ] {
        for (value, expected) in values {
            assert_eq!(read(name, value), expected, "{name}: {value:?}");
        }
    }
}

#[test]
fn a_no_in_a_value_is_not_lost() {
    for (name, values, expected) in [
        (
            "status",
            "fost abonat|Fostă abonată|Former subscriber|ex abonat|ex-subscriber|fără acord|Fara consimtamant|\
             Without consent|Ne-abonat|Dezabonat temporar|Temporarily unsubscribed|Soft-bounced, inactive|\
             temporarily disabled|no longer subscribed|active: no|STOP|Nu mai este abonat|hard bounced",
            "left",
        ),
        (
            "status",
            "active=0|subscribed=0|was subscribed|previously active|lapsed subscriber|temporary|not unsubscribed|VIP",
            "refused",
        ),
        ("status", "subscribed|Active subscriber|Abonat activ|double opt-in|Soft bounce|Este abonat", "stays"),
        ("status", "unactivated|not verified|Ne-confirmat", "unconfirmed"),
        ("Dezabonat", "temporar|activ|poate", "refused"),
        ("opt_out", "enabled|confirmed|active", "refused"),
        ("unsubscribed", "abonat|Subscribed", "stays"),
        ("Bounce type", "soft|temporary|Soft bounce", "stays"),
        ("Bounce type", "hard|permanent hard|bounced", "left"),
        ("Bounce reason", "mailbox full", "refused"),
    ] {
        for value in values.split('|') {
            assert_eq!(read(name, value), expected, "{name}: {value:?}");
        }
    }
}

#[test]
fn a_no_in_a_name_is_not_lost() {
    for name in "No newsletter|Fără newsletter|Nu doresc newsletter|Nu vreau emailuri newsletter|do not send|\
                 Do Not Bulk Email|DO_NOT_EMAIL|nomail|No email|Fost abonat|Ex abonat|Without consent|Stop status|\
                 Nu trimite|Does not want newsletter|quarantined|Rejected|Dezabonat (da/nu)|Unsubscribed (Y/N)"
        .split('|')
    {
        assert_eq!((read(name, "da"), read(name, "nu")), ("left", "stays"), "{name}");
    }
    for name in "Customer accepts marketing|GDPR consent|Acord GDPR|Abonare newsletter|Newsletter abonare|Abonare|\
                 Subscription|Acceptă newsletter|Dorește newsletter|Email permission|Email marketing|Not blocked|\
                 Abonat (da/nu)|Wants emails"
        .split('|')
    {
        assert_eq!((read(name, "da"), read(name, "nu")), ("stays", "left"), "{name}");
    }
    for name in ["Unconfirmed", "Not confirmed", "pending"] {
        assert_eq!((read(name, "yes"), read(name, "no"), read(name, "")), ("unconfirmed", "stays", "stays"));
    }
    for name in ["Hard Bounce Reason", "Unsubscribe reason", "Complaint comment"] {
        assert_eq!((read(name, "550 no such user"), read(name, "")), ("left", "stays"), "{name}");
    }
    assert_eq!(read("email_permission_status", "unsubscribed"), "left");
    assert_eq!(read("Last unsubscribed at", "2024-05-02"), "left");
}

#[test]
fn a_column_of_something_else_does_not_hide_a_no() {
    for (name, values, expected) in [
        (
            "Tags",
            "vip, unsubscribed|Dezabonat|client; dezabonată|opted out|Fost abonat|do not email|Nu trimite newsletter|\
             Hard bounced|blocklisted|fără newsletter",
            "refused",
        ),
        ("type", "unsubscribed|removed|unactivated|blocked|complained", "refused"),
        ("type", "regular|premium|work|home", "ignored"),
        (
            "Tags",
            "vip|abonat|Newsletter|contract reziliat|cancelled order|fost coleg|soft bounced|nu răspunde",
            "ignored",
        ),
        ("Name", "Ana Pop|Bounce Marketing SRL|Active Watch|Ion Stop", "ignored"),
        ("City", "Cluj-Napoca|Ocna Sibiului", "ignored"),
        ("Order status", "cancelled|refunded|inactive", "ignored"),
        ("unsubscribe_url", "https://x.example/unsubscribed?token=1", "ignored"),
        ("Subscriber No", "1", "ignored"),
    ] {
        for value in values.split('|') {
            assert_eq!(read(name, value), expected, "{name}: {value:?}");
        }
    }
    let readings = ColumnReadings::default();
    let problem = check_other("Tags", "vip, unsubscribed", &readings).expect_err("it has left").to_string();
    assert!(problem.starts_with("Tags: \"vip, unsubscribed\" says") && problem.contains("--ignore-column 'Tags'"));
    let problem = check_other("Tags", "unsubscribed", &ColumnReadings::fixed()).expect_err("it has left");
    assert!(
        problem.to_string().ends_with("; remove the line, or the column if it is about something else"),
        "{problem}"
    );
}

#[test]
fn other_columns_say_nothing_about_leaving() {
    for name in [
        "name", "uuid", "unsubscribe_url", "bounce_count", "Nr. bounce", "Last activity", "active_subscription",
        "Subscription type", "Start date", "Labels", "created_at", "City", "Note", "notes", "Cancel_plan", "LEID",
        "subscribepage", "E-mail 1 - Label", "Company", "Blog",
    ] {
        assert_eq!(read(name, "ceva"), "ignored", "{name}");
    }
}

#[test]
fn the_operator_says_how_a_column_is_read() {
    let value = |text: &str| text.parse::<ColumnValue>().expect("a value");
    let readings = ColumnReadings {
        left: vec![value("Situația=retras"), value("status=2")],
        subscribed: vec![value("status=1"), value("status=")],
        ignored: vec!["State".into()],
        fixed: false,
    };
    let column = |name| LeavingColumn::named(name, &readings);
    assert_eq!(column("state"), None);
    let status = column("STATUS").expect("a column about leaving");
    assert_eq!(status.read("1", &readings), Ok(Standing::Subscribed));
    assert_eq!(status.read(" ", &readings), Ok(Standing::Subscribed));
    assert!(matches!(status.read("2", &readings), Ok(Standing::Left { .. })));
    let problem = status.read("3", &readings).expect_err("it is not understood").to_string();
    assert_eq!(
        problem,
        "STATUS: \"3\" does not say whether the address has left; write subscribed or unsubscribed; or \
         give `paragraf subscribers import` the meaning of the value: --left 'STATUS=VALUE', \
         --subscribed 'STATUS=VALUE' or --ignore-column 'STATUS'"
    );
    let own = column("Situația").expect("the operator named it");
    assert!(matches!(own.read("Retras", &readings), Ok(Standing::Left { .. })));
    assert_eq!(readings.unknown(&["Status".into(), "state".into()]), Some("Situația"));
    assert!("status".parse::<ColumnValue>().is_err());
}

#[test]
fn a_date_that_has_one_meaning_is_kept() {
    let readings = ColumnReadings::default();
    let column = LeavingColumn::named("unsubscribed_at", &readings).expect("a column about leaving");
    for (cell, expected) in [
        ("2025-01-11 10:00:00.000000+00", Some("2025-01-11T10:00:00Z")),
        ("2025-01-11T10:00:00+02:00", Some("2025-01-11T08:00:00Z")),
        ("2025-01-11", Some("2025-01-11T00:00:00Z")),
        ("1736589600", Some("2025-01-11T10:00:00Z")),
        ("01/11/2025", None),
    ] {
        let Ok(Standing::Left { at, .. }) = column.read(cell, &readings) else { panic!("{cell} has left") };
        assert_eq!(at.map(|at| at.to_string()).as_deref(), expected, "{cell}");
    }
}
