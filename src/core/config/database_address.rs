//! Checks the address of a PostgreSQL database, as `store.url` and `paragraf backup restore --to` have it.

const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];
const EXAMPLE: &str = "postgres://paragraf@host/paragraf";
/// The parameter that names the folder of a socket, or a host, outside the authority.
const HOST_PARAMETER: &str = "host=";

/// Whether the text begins as the address of a database does.
pub fn is_address(text: &str) -> bool {
    SCHEMES.iter().any(|scheme| text.starts_with(scheme))
}

/// Checks the scheme, the hosts and their ports of an address such as `postgres://user@host1:5432,host2/database`.
///
/// # Errors
/// The reason, without the address, which may have a password.
pub fn check(url: &str) -> Result<(), String> {
    let rest = SCHEMES.iter().find_map(|scheme| url.strip_prefix(scheme));
    let rest = rest.ok_or_else(|| format!("must begin with {}, such as {EXAMPLE}", SCHEMES.join(" or ")))?;
    let (rest, parameters) = rest.split_once('?').unwrap_or((rest, ""));
    let authority = rest.split('/').next().unwrap_or_default();
    let hosts = authority.rsplit_once('@').map_or(authority, |(_, hosts)| hosts);
    if hosts.is_empty() {
        let has_host = parameters.split('&').any(|parameter| parameter.starts_with(HOST_PARAMETER));
        return if has_host { Ok(()) } else { Err(format!("names no host; write it as {EXAMPLE}")) };
    }
    hosts.split(',').try_for_each(check_host)
}

fn check_host(host: &str) -> Result<(), String> {
    // The colons of an IPv6 address are in brackets.
    let (name, port) = match host.strip_prefix('[') {
        Some(rest) => {
            let address = rest.split_once(']');
            address.ok_or_else(|| "has an IPv6 address without its closing bracket, as in [::1]:5432".to_owned())?
        }
        None => host.find(':').map_or((host, ""), |colon| host.split_at(colon)),
    };
    if name.is_empty() {
        return Err(format!("has an empty name among its hosts; write it as {EXAMPLE}"));
    }
    let is_port = |port: &str| port.parse::<u16>().is_ok_and(|port| port > 0);
    match port.strip_prefix(':') {
        None if port.is_empty() => Ok(()),
        Some(port) if is_port(port) => Ok(()),
        // The host is not named: of a password with such characters it would be a part.
        _ => {
            Err("has a port that is not a number from 1 to 65535; in a password, write @ as %40 and / as %2F"
                .to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_hosts_with_ports() {
        for good in [
            "postgres://paragraf@db/paragraf",
            "postgresql://u:p%40@db1:5432,db2,[::1]:5433/paragraf?sslmode=require",
            "postgres://db",
            "postgres:///paragraf?user=u&host=/run/postgresql",
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
    }

    #[test]
    fn a_wrong_address_is_refused_with_what_is_wrong_and_without_its_password() {
        for (bad, expected) in [
            ("mysql://x", "must begin with postgres:// or postgresql://"),
            ("db/paragraf", "must begin with"),
            ("postgres://", "names no host"),
            ("postgres://u:secret@/paragraf", "names no host"),
            ("postgres://u:secret@db1,,db2/paragraf", "an empty name among its hosts"),
            ("postgres://u:secret@:5432/paragraf", "an empty name among its hosts"),
            ("postgres://u:secret@db:99999/paragraf", "a port that is not a number from 1 to 65535"),
            ("postgres://u:secret@db:/paragraf", "a port that is not"),
            ("postgres://u:secret@[::1/paragraf", "without its closing bracket"),
            ("postgres://u:secret@[::1]5432/paragraf", "a port that is not"),
            ("postgres://u:a@secret:b/c@db/paragraf", "write @ as %40"),
        ] {
            let reason = check(bad).expect_err(bad);
            assert!(reason.contains(expected) && !reason.contains("secret"), "{bad}: {reason}");
        }
    }
}
