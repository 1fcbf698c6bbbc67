//! What mails to the operator call a condition.

use crate::domain::Language;

/// By code: Romanian and English, each short enough for a subject.
const TITLES: [(&str, [&str; 2]); 21] = [
    ("accept_failed", ["sistemul refuză conexiuni noi", "the system refuses connections"]),
    ("backup_failed", ["copia de siguranță nu a reușit", "a backup failed"]),
    ("backup_old", ["ultima copie de siguranță este veche", "the last backup is old"]),
    ("backup_unproved", ["ultima copie de siguranță nu e verificată", "the last backup is not proved"]),
    ("certificate_ends", ["certificatul site-ului expiră curând", "the certificate of the site expires soon"]),
    ("clock_off", ["ceasul serverului este greșit", "the clock of the server is wrong"]),
    ("connections_full", ["serverul are prea multe conexiuni", "the server has too many connections"]),
    ("database_unreachable", ["baza de date nu răspundea", "the database could not be reached"]),
    ("disk_nearly_full", ["discul este aproape plin", "the disk is nearly full"]),
    ("factor_key", ["cheia verificării în doi pași lipsește", "the key of second factors is missing"]),
    ("few_connections", ["limita de fișiere deschise e prea mică", "the limit on open files is too low"]),
    ("hook_failing", ["hook-ul nu răspunde", "the hook does not answer"]),
    ("index_incomplete", ["căutarea nu găsește toate articolele", "searches do not find every article"]),
    ("instance_lags", ["un server a rămas în urmă", "a server lags behind the others"]),
    ("security_contact_expired", ["contactul de securitate a expirat", "the security contact has expired"]),
    ("sms_gateway_failing", ["SMS-urile nu pleacă", "text messages are not sent"]),
    ("sms_half_used", ["jumătate din SMS-uri s-au folosit", "half of the text messages are used"]),
    ("store_not_rewritten", ["datele șterse sunt încă în fișier", "erased data are still in the file"]),
    ("unreadable_proxy", ["proxy-ul nu spune cine sunt cititorii", "the proxy does not name readers"]),
    ("untrusted_proxy", ["proxy-ul nu este declarat", "the proxy is not trusted"]),
    ("urgent_mail_missing", ["un mesaj urgent nu a ajuns", "an urgent mail did not arrive"]),
];

/// The title of the condition, or its code if it has none.
pub(super) fn title(code: &str, language: Language) -> &str {
    let titles = TITLES.iter().find(|(known, _)| *known == code).map(|(_, titles)| titles);
    match (titles, language) {
        (Some(&[ro, _]), Language::Ro) => ro,
        (Some(&[_, en]), Language::En) => en,
        (None, _) => code,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_fits_into_a_subject() {
        for (code, titles) in TITLES {
            assert!(titles.iter().all(|title| title.chars().count() <= 45), "{code}");
        }
        assert_eq!(title("clock_off", Language::Ro), "ceasul serverului este greșit");
        assert_eq!(title("a_new_one", Language::En), "a_new_one");
    }
}
