//! E-mail addresses, validated and normalised when parsed.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::text::{pasted, without_scheme};
use super::text_form::text_form;

/// A normalised address: trimmed, domain in its ASCII form, local part as given, no display name.
///
/// The local part is ASCII without quotes or comments: providers hardly use others, and look-alikes of another
/// address are impossible.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Email(String);

impl Email {
    /// RFC 5321 4.5.3.1.3: a path holds 256 octets with its angle brackets.
    pub const MAX_LEN: usize = 254;

    /// Parses and normalises an address.
    pub fn parse(text: &str) -> Option<Self> {
        let (local, host) = text.trim().rsplit_once('@').filter(|_| text.len() <= 4 * Self::MAX_LEN)?;
        // Percent signs must not reach the host parser, which would decode them.
        if !is_local_part(local) || is_formula(local) || host.contains('%') {
            return None;
        }
        // The ASCII form of RFC 5891, which is stable when it is computed again.
        let url::Host::Domain(domain) = url::Host::parse(host).ok()? else { return None };
        let text = format!("{local}@{domain}");
        // A domain without a dot is a host of a local network.
        let is_valid = text.len() <= Self::MAX_LEN && domain.contains('.') && domain.split('.').all(is_label);
        is_valid.then_some(Self(text))
    }

    /// Parses an address as people type or paste it: also a link `mailto:`, or with invisible marks. What a machine
    /// claims is read with [`Self::parse`].
    pub fn pasted(text: &str) -> Option<Self> {
        if text.len() > 4 * Self::MAX_LEN {
            return None;
        }
        let pasted = pasted(text);
        let address = without_scheme(&pasted, "mailto:");
        let is_link = address.len() < pasted.trim().len();
        Self::parse(if is_link { address.split('?').next().unwrap_or_default() } else { address })
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The key of the mailbox for limits: the part after `+` and, at hosts that ignore them, dots do not count. Two
    /// addresses of one mailbox stay two addresses everywhere else.
    // docs/decisions/0263
    pub fn mailbox(&self) -> String {
        let key = self.key();
        let Some((local, host)) = key.rsplit_once('@') else { return key };
        let local = local.split('+').next().unwrap_or(local);
        match host {
            "gmail.com" | "googlemail.com" => format!("{}@gmail.com", local.replace('.', "")),
            "proton.me" | "protonmail.com" | "pm.me" => format!("{}@proton.me", local.replace(['.', '-', '_'], "")),
            _ => format!("{local}@{host}"),
        }
    }

    /// The key of uniqueness: mail providers ignore the case of the local part.
    pub fn key(&self) -> String {
        self.0.to_lowercase()
    }
}

/// Whether the text is an unquoted local part (RFC 5322, `dot-atom`) of at most 64 octets (RFC 5321 4.5.3.1.1).
fn is_local_part(local: &str) -> bool {
    let is_atext = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+/=?^_`{|}~-".contains(&byte);
    local.len() <= 64 && local.split('.').all(|part| !part.is_empty() && part.bytes().all(is_atext))
}

/// Whether the text is a label of a host name (RFC 1123 2.1).
fn is_label(label: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-';
    (1..=63).contains(&label.len()) && label.bytes().all(is_allowed) && !label.starts_with('-') && !label.ends_with('-')
}

/// Whether a spreadsheet would evaluate the address as a formula in an exported list. Providers hardly use such names.
fn is_formula(local: &str) -> bool {
    local.starts_with(['=', '+', '-'])
}

impl fmt::Display for Email {
    /// Masks all but the first and the last character of the local part, so that logs never contain an address.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (local, domain) = self.0.rsplit_once('@').unwrap_or((&self.0, ""));
        let count = local.chars().count();
        for (index, c) in local.chars().enumerate() {
            write!(f, "{}", if index == 0 || index + 1 == count { c } else { '*' })?;
        }
        write!(f, "@{domain}")
    }
}

text_form! {
    Email, String;
    from text => Self::parse(&text).ok_or_else(|| "this is not an e-mail address".to_owned());
    into email => email.0;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_checked_normalised_and_masked() {
        let email = Email::parse("  Ana.Pop@Example.RO ").expect("a good address");
        assert_eq!(email.as_str(), "Ana.Pop@example.ro");
        assert_eq!(email.key(), "ana.pop@example.ro");
        assert_eq!(email.to_string(), "A*****p@example.ro");
        for bad in ["", "ana", "ana@", "@x.ro", "ana@local", "a b@x.ro", "ana@x.ro\r\nBcc: y@z.ro", "a@b@c.ro"] {
            assert_eq!(Email::parse(bad), None, "{bad:?}");
        }
        assert_eq!(Email::parse("ana@Știri.ro").expect("a good address").as_str(), "ana@xn--tiri-pxb.ro");
    }

    #[test]
    fn hostile_addresses_are_refused() {
        let long = format!("{}@x.ro", "a".repeat(10_000));
        let spaces = format!("ana@x.ro{}", " ".repeat(10_000));
        let local = format!("{}@x.ro", "a".repeat(65));
        for bad in [
            long.as_str(),
            &spaces,
            &local,
            "ana\r\n@x.ro",
            "ana@x.ro\r\nRCPT TO:<b@x.ro>",
            "ana@x.ro\0",
            "ana\0@x.ro",
            "\"ana\"@x.ro",
            "\"a b\"@x.ro",
            "\"a@b\"@x.ro",
            "ana(o vorbă)@x.ro",
            "ana@(o vorbă)x.ro",
            "Ana <ana@x.ro>",
            "<ana@x.ro>",
            "ana@x.ro,bogdan@x.ro",
            "ana@x.ro;bogdan@x.ro",
            "mailto:ana@x.ro",
            ".ana@x.ro",
            "ana.@x.ro",
            "ana..pop@x.ro",
            "ana@x..ro",
            "ana@.x.ro",
            "ana@x.ro.",
            "ana@-x.ro",
            "ana@x_y.ro",
            "ana@x%2ero",
            "ana@%65xample.ro",
            "ana@127.0.0.1",
            "ana@[127.0.0.1]",
            "ana@[::1]",
            "ana@0x7f.1",
            "ana@localhost",
            "ana@x.ro:25",
            "ana@x.ro/path",
            "ana@x.ro?subject=y",
            "ana@xn--a.ro\u{fffd}",
            // A Cyrillic letter, and an invisible character.
            "аna@x.ro",
            "a\u{200b}na@x.ro",
            "ștefan@x.ro",
            "ana\u{ff20}x.ro",
            "=cmd|calc@x.ro",
            "+ana@x.ro",
            "-ana@x.ro",
        ] {
            assert_eq!(Email::parse(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn a_pasted_address_loses_its_marks_and_its_scheme() {
        for same in [
            "\u{200b}ana@x.ro",
            "\u{2068}ana@x.ro\u{2069}",
            "ana@x.ro\u{a0}",
            "\u{feff}a\u{ad}na@x.ro",
            "mailto:ana@x.ro",
            "MAILTO:ana@x.ro?subject=Salut",
            "\u{202f}ana@x.ro",
        ] {
            assert_eq!(Email::pasted(same).as_ref().map(Email::as_str), Some("ana@x.ro"), "{same:?}");
        }
        assert_eq!(Email::pasted("ana\u{2011}pop@x.ro").as_ref().map(Email::as_str), Some("ana-pop@x.ro"));
        for bad in
            ["ana\r\n@x.ro", "ana@x.ro\u{2028}b@x.ro", "ana @x.ro", "mailto:", "ana?@x.ro?subject=a@y.ro", "ana\0@x.ro"]
        {
            assert_eq!(Email::pasted(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn the_mailbox_ignores_tags_and_where_the_host_does_so_dots() {
        let mailbox = |text: &str| Email::parse(text).expect("an address").mailbox();
        for same in ["anapop@gmail.com", "Ana.Pop+legi@Gmail.com", "a.n.a.p.o.p@googlemail.com", "anapop+@gmail.com"] {
            assert_eq!(mailbox(same), "anapop@gmail.com", "{same:?}");
        }
        assert_eq!(mailbox("Ana.Pop+1+2@x.ro"), "ana.pop@x.ro");
        assert_eq!(mailbox("ana_pop+x@pm.me"), mailbox("Ana.Pop@proton.me"));
    }

    #[test]
    fn spellings_of_one_mailbox_have_the_same_key() {
        let key = |text: &str| Email::parse(text).unwrap_or_else(|| panic!("{text:?}")).key();
        for same in ["ana@știri.ro", "ANA@ȘTIRI.RO", " ana@știri.ro\t", "Ana@xn--TIRI-pxb.ro", "ana@s\u{326}tiri.ro"]
        {
            assert_eq!(key(same), "ana@xn--tiri-pxb.ro", "{same:?}");
        }
        for same in ["ana@example.ro", "ana@ｅxample.ro", "ana@example。ro", "ana@exam\u{200b}ple.ro"] {
            assert_eq!(key(same), "ana@example.ro", "{same:?}");
        }
        assert_eq!(key("ana@еxample.ro"), "ana@xn--xample-2of.ro", "a look-alike has another key");
        assert_eq!(key("o'neil+legi@x.ro"), "o'neil+legi@x.ro");
    }

    #[test]
    fn a_normalised_address_parses_to_itself() {
        for domain in ["İ".repeat(60), "Ⱥ".repeat(60), "ß".repeat(60), "x".repeat(60)] {
            let address = format!("{}@{domain}.ro", "a".repeat(60));
            if let Some(email) = Email::parse(&address) {
                assert_eq!(Email::parse(email.as_str()).as_ref(), Some(&email), "{address}");
            }
        }
    }
}
