//! Columns of other programs, services and forms, by what their values say.

use super::leaving::{LeavingColumn, Standing, check_other};
use super::readings::ColumnReadings;

/// Columns about leaving: each value with `s` for an address that stays, `l` for one that has left, `u` for an unconfirmed
/// one, and `r` for a value that refuses its line.
const COLUMNS: &[&str] = &[
    "Contact permission|yes=s|no=l|Da=s|Nu=l|=r|granted=s|denied=l|Express=s|2=r",
    "Permission|yes=s|no=l",
    "Permission to contact|yes=s|no=l",
    "Permission to email|Yes=s|No=l",
    "Marketing permission|true=s|false=l",
    "Permisiune de contact|da=s|nu=l",
    "Permisiune contactare|da=s|nu=l",
    "Nu mai dorește emailuri|da=l|nu=s|=s|x=l",
    "Nu mai doreste sa primeasca emailuri|da=l|nu=s",
    "Nu mai vrea newsletter|da=l",
    "Nu mai trimite|da=l|=s",
    "Nu mai trimiteți|da=l",
    "Nu mai contacta|da=l",
    "A nu se contacta|da=l|nu=s",
    "A nu se trimite|da=l",
    "No spam|yes=l|no=s|=s|x=l",
    "Fără spam|da=l|nu=s",
    "Email permission status|Express=s|Implied=s|Unsubscribed=l|Not set=r|Explicit=s|Pending=u|=r|Awaiting confirmation=u",
    "Consent|yes=s|no=l|2024-01-01=s|withdrawn=l|Granted=s|denied=l|revoked=l|=r",
    "Consent status|given=s|withdrawn=l|refused=l",
    "Consent given|Yes=s|No=l",
    "Consent withdrawn|yes=l|no=s|=s|2024-01-01=l",
    "Consent date|2024-01-01=s|=s",
    "Marketing consent|yes=s|no=l",
    "Email Marketing Consent|SUBSCRIBED=s|UNSUBSCRIBED=l|NEVER_SUBSCRIBED=l",
    "Consimțământ|da=s|nu=l",
    "Consimțământ retras|da=l|nu=s",
    "Retragere consimțământ|12.03.2025=l|=s",
    "Acord|da=s|nu=l",
    "Acord marketing|da=s|nu=l",
    "Acord comunicări comerciale|da=s|nu=l",
    "Opted out|yes=l|no=s|=s",
    "Opted Out Of Email|true=l|false=s",
    "Has Opted Out of Email|1=l|0=s",
    "HasOptedOutOfEmail|TRUE=l|FALSE=s",
    "Opt-out date|2024-05-01=l|=s",
    "Unsubscribed from all email|true=l|=s",
    "DOUBLE_OPT-IN|1=s|2=r|Yes=s|No=u",
    "EMAIL_BLOCKLISTED|true=l",
    "Black list|yes=l",
    "Listă neagră|da=l",
    "OPTIN_TIME|2024-01-01 10:00:00=s|=s",
    "UNSUB_CAMPAIGN_TITLE|Iulie=l|=s",
    "Email status|Active=s|Do not contact=l|Non subscriber=l|Removed=l|normal=s|deliverable=s|undeliverable=l",
    "Status|5.1.1=r|C=r|Nu doresc=l|Da, doresc=s|Nu contacta=l|never subscribed=l",
    "Subscription status|NEVER_SUBSCRIBED=l|Expired=r",
    "IsOptInPending|true=u|false=s",
    "IsExcludedFromCampaigns|true=l|false=s",
    "Exclude|yes=l|no=s",
    "Exclude from mailing|x=l",
    "Excludere|da=l",
    "Remove|yes=l",
    "Unwanted|yes=l",
    "Sunt de acord să primesc emailuri|Da=s|Nu=l",
    "Doresc să primesc newsletter|Da=s|Nu=l|Nu doresc=l|Da, doresc=s",
    "Sunt de acord cu prelucrarea datelor|Da=s|Nu=l",
    "I agree to receive emails|yes=s|no=l",
    "I would like to receive news|yes=s|no=l",
    "Receive emails|yes=s|no=l",
    "Receives newsletter|1=s|0=l",
    "Interested in newsletter|yes=s|no=l",
    "Not interested|yes=l|no=s",
    "Nu este interesat|da=l",
    "Can email|yes=s|no=l",
    "Can be emailed|yes=s|no=l",
    "May contact|yes=s|no=l",
    "OK to email|yes=s|no=l",
    "ok_to_mail|1=s|0=l",
    "Emailable|true=s|false=l",
    "Mailable|true=s|false=l",
    "Subscribe|yes=s|no=l",
    "Subscribe to newsletter|yes=s|no=l",
    "Abonează-mă|da=s|nu=l",
    "Înscris|da=s|nu=l",
    "Înscriere newsletter|da=s|nu=l",
    "Marketing|yes=s|no=l",
    "Newsletter signup|yes=s|no=l",
    "Left list|2024-01-01=l|=s",
    "Leaving date|2024-01-01=l|=s",
    "Data plecării|2024-01-01=l|=s",
    "Data retragerii|2024-01-01=l|=s",
    "S-a dezabonat|da=l|nu=s",
    "S-a retras|da=l",
    "Nu vrea|da=l",
    "Nu dorește|da=l|nu=s",
    "Nu dorește comunicări|da=l",
    "Refuză emailuri|da=l|nu=s",
    "Obiecție|da=l",
    "Opoziție marketing|da=l",
    "Objection to marketing|yes=l",
    "Interzis|da=l",
    "No mailing|yes=l",
    "No contact|yes=l|no=s",
    "Do not contact|yes=l|no=s",
    "Do not mail|1=l",
    "Do not market|1=l",
    "DoNotMarket|true=l",
    "No bulk email|yes=l",
    "Email opt in|yes=s",
    "Reception|nomail=r",
    "Email permission|None=r",
    "Unsubscribe|yes=l|=s",
    "Unsubscribe time|2024-01-01=l",
    "Stop Date|2024-01-01=l|=s",
    "Temp hold|yes=l",
    "Temporary hold|yes=l",
    "Cancelat|da=l",
    "Anulat|da=l",
    "Reclamație|da=l",
    "Plângere spam|da=l",
    "Mesaj nelivrat|da=l",
    "Adresă invalidă|da=l|nu=s",
    "Respins|da=l",
    "GDPR|da=s|nu=l",
    "Status abonat|activ=s",
    "Account status|active=s|disabled=l|closed=r",
    "Starea abonării|dezabonat=l",
    "Stare abonare|activ=s|inactiv=l",
    "Situația abonamentului|reziliat=r",
];

/// Columns about something else, with a value.
const OTHERS: &[(&str, &str)] = &[
    ("UNSUB_CAMPAIGN_ID", "abc"),
    ("bouncecount", "3"),
    ("First Name", "Ana"),
    ("Notes", "nu răspunde"),
    ("Contact", "Ana"),
    ("Contact name", "Ana"),
    ("Contact person", "Ana"),
    ("Contact owner", "Ana"),
    ("Account", "Ana SRL"),
    ("Company permission level", "admin"),
    ("Lead status", "New"),
    ("Order status", "cancelled"),
    ("Marketing source", "Google"),
    ("Marketing campaign", "x"),
    ("Newsletter name", "x"),
    ("Interests", "law"),
    ("Object ID", "5"),
    ("Sensitivity", "Normal"),
    ("Private", "False"),
    ("Priority", "Normal"),
    ("E-mail Type", "SMTP"),
    ("E-mail Display Name", "Ana"),
    ("Keywords", "x"),
    ("Group Membership", "* myContacts"),
    ("Mailing address", "Str. X"),
    ("Mailing city", "Cluj"),
    ("Mailing street", "x"),
    ("Mail merge name", "x"),
    ("Contact no", "0722"),
    ("Subscriber No", "1"),
    ("Phone can receive", "x"),
    ("Received at", "2024-01-01"),
    ("Last email sent", "2024-01-01"),
    ("Emails sent", "3"),
    ("Emails received", "3"),
    ("Date added", "2024-01-01"),
    ("Data", "2024"),
    ("Date personale", "x"),
    ("Comments", "x"),
    ("Terms", "x"),
    ("OPTIN_IP", "1.2.3.4"),
    ("CONFIRM_IP", "1.2.3.4"),
    ("MEMBER_RATING", "2"),
    ("LAST_CHANGED", "2024-01-01"),
    ("Language", "ro"),
];

/// How `value` in the column `name` is read, as in [`COLUMNS`]; `i` if it is ignored.
fn read(name: &str, value: &str) -> &'static str {
    let readings = ColumnReadings::default();
    let Some(column) = LeavingColumn::named(name, &readings) else {
        return check_other(name, value, &readings).map_or("r", |()| "i");
    };
    match column.read(value, &readings) {
        Ok(Standing::Subscribed) => "s",
        Ok(Standing::Unconfirmed) => "u",
        Ok(Standing::Left { .. }) => "l",
        Err(_) => "r",
    }
}

#[test]
fn a_column_about_leaving_is_recognised_by_its_words() {
    let read_all = |row: &&str| {
        let (name, values) = row.split_once('|').expect("a name");
        let values = values.split('|').map(|value| value.rsplit_once('=').expect("a reading").0);
        let found: Vec<_> = values.map(|value| format!("{value}={}", read(name, value))).collect();
        format!("{name}|{}", found.join("|"))
    };
    let wrong: Vec<_> = COLUMNS.iter().map(read_all).zip(COLUMNS).filter(|(found, row)| found != *row).collect();
    assert_eq!(wrong, []);
}

#[test]
fn a_column_about_something_else_is_ignored() {
    let wrong: Vec<_> = OTHERS.iter().filter(|(name, value)| read(name, value) != "i").collect();
    assert_eq!(wrong, [] as [&(&str, &str); 0]);
}
