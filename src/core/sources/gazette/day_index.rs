//! The index of a day: a fragment of HTML with a link for each issue, empty on days without one.

use crate::domain::IssueName;

/// The issues of Parts I and II in the index, in its order; `None` if the text is no index.
pub(super) fn read(html: &str) -> Option<Vec<IssueName>> {
    let mut issues: Vec<IssueName> = Vec::new();
    let mut has_issue = false;
    for address in links(html) {
        let Some(name) = IssueName::read(address) else { continue };
        has_issue = true;
        if matches!(name.part.as_str(), "I" | "II") && !issues.contains(&name) {
            issues.push(name);
        }
    }
    (has_issue || html.trim().is_empty()).then_some(issues)
}

/// The values of the `href` attributes.
fn links(html: &str) -> impl Iterator<Item = &str> {
    html.split("href=").skip(1).filter_map(|rest| {
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''))?;
        rest[1..].split(quote).next()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn issues_of_the_first_two_parts_are_listed_once() {
        let html = "<div class=\"card-body\"><ol class=\"breadcrumb\"><li>Partea I</li></ol>\
            <a class='btn' href='/Monitorul-Oficial--PI--456--2026.html'>456</a>\
            <a class=\"btn\" href=\"/Monitorul-Oficial--PI--456Bis--2026.html\">456 Bis</a>\
            <a href=\"/Monitorul-Oficial--PI--456--2026.html\"></a></div>\
            <a href=\"/Monitorul-Oficial--PII--61--2026.html\"></a><a href=\"/Monitorul-Oficial--PIV--9--2026.html\"></a>";
        let names: Vec<_> = read(html).expect("an index").iter().map(ToString::to_string).collect();
        assert_eq!(names, ["Part I, nr. 456/2026", "Part I, nr. 456 bis/2026", "Part II, nr. 61/2026"]);
    }

    #[test]
    fn a_day_without_issues_is_empty_and_another_page_is_no_index() {
        assert_eq!(read(" \n"), Some(vec![]));
        assert_eq!(read("<a href=\"/Monitorul-Oficial--PIII--9--2026.html\"></a>"), Some(vec![]));
        assert_eq!(read("<html><body>Mentenanță <a href=\"/\">acasă</a></body></html>"), None);
    }
}
