//! A short label of a browser and its operating system, from the `User-Agent` header: enough for readers to recognise
//! their own devices, but too little to track anyone.

/// Number of bytes of the header that are examined.
const MAX_LEN: usize = 512;

/// Token in the header, and name of the browser. The order matters: the first match wins, and browsers also name those
/// that they are compatible with.
const BROWSERS: [(&str, &str); 12] = [
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser/", "Samsung Internet"),
    ("Vivaldi/", "Vivaldi"),
    ("YaBrowser/", "Yandex"),
    ("DuckDuckGo/", "DuckDuckGo"),
    ("FxiOS/", "Firefox"),
    ("Firefox/", "Firefox"),
    ("CriOS/", "Chrome"),
    ("Chromium/", "Chromium"),
    ("Chrome/", "Chrome"),
    ("Safari/", "Safari"),
];

/// Token in the header, and name of the operating system. The first match wins.
const SYSTEMS: [(&str, &str); 8] = [
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
    ("FreeBSD", "FreeBSD"),
];

/// Returns a label such as `Firefox, Linux`; empty when neither part is recognised.
pub fn device_label(user_agent: &str) -> String {
    let agent = &user_agent[..user_agent.floor_char_boundary(MAX_LEN)];
    let find =
        |names: &[(&str, &'static str)]| names.iter().find(|(token, _)| agent.contains(token)).map(|(_, name)| *name);
    let parts: Vec<&str> = [find(&BROWSERS), find(&SYSTEMS)].into_iter().flatten().collect();
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn browsers_are_recognised_and_nothing_else_is_copied() {
        for (agent, expected) in [
            ("Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0", "Firefox, Linux"),
            (
                "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36",
                "Chrome, Windows",
            ),
            (
                "Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Safari/537.36 Edg/142.0",
                "Edge, Windows",
            ),
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1",
                "Safari, iPhone",
            ),
            ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/142.0 Mobile Safari/537.36", "Chrome, Android"),
            ("curl/8.0 \r\nX: <b>", ""),
            ("", ""),
        ] {
            assert_eq!(device_label(agent), expected);
        }
        assert_eq!(device_label(&"ț".repeat(5000)), "");
    }
}
