//! Pages of Portal Legislativ made from consolidated texts in Markdown, in the structure of the real ones.

use jiff::civil::Date;
use paragraf_law::form::strip;

/// The page of a document that shows the form of this day; `others` are the days and documents of the other forms.
pub fn page(markdown: &str, shown: Option<Date>, others: &[(Date, u64)]) -> String {
    let body = markdown.trim_start_matches("---\n").split_once("\n---\n").map_or(markdown, |(_, body)| body);
    let units: String = without_repeats(body).into_iter().map(unit).collect();
    format!(
        "<!DOCTYPE html><html><head><title>Portal</title><script>if (1 < 2) {{ document.write('<span class=\"S_PAR\">x</span>'); }}</script></head>\
         <body><div class=\"menu\"><p>Căutare</p></div>{history}\
         <div id=\"div_Formaconsolidata\">{units}</div><div class=\"footer\">Ministerul Justiţiei</div></body></html>",
        history = history(shown, others)
    )
}

fn history(shown: Option<Date>, others: &[(Date, u64)]) -> String {
    let day = |date: Date| date.strftime("%d.%m.%Y").to_string();
    let links: String = others
        .iter()
        .map(|(date, id)| {
            format!(
                "<a title=\"Consolidarea din {0}\" href=\"~/../../../Public/DetaliiDocument/{id}\">{0}</a>",
                day(*date)
            )
        })
        .collect();
    let shown = shown.map(|date| format!("<a id=\"fa_selectata\" title=\"Consolidarea din {0}\">{0}</a>", day(date)));
    format!("<div id=\"istoric_fa\">{links}{}</div>", shown.unwrap_or_default())
}

/// The lines of the text. Collections print the items of a list twice, in its paragraph and below it; pages do not.
fn without_repeats(body: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = Vec::new();
    for line in body.lines().map(str::trim).filter(|line| !line.is_empty()) {
        let article = lines.iter().rposition(|line| line.starts_with('#')).unwrap_or(0);
        let law = |text: &str| strip::block(text).replace(['\n', ' '], "");
        let is_repeated = mark(line).is_some_and(|(mark, _)| !mark.starts_with('('))
            && lines[article..].iter().any(|earlier| law(earlier).contains(&law(line)));
        if !is_repeated {
            lines.push(line);
        }
    }
    lines
}

fn unit(line: &str) -> String {
    let level = line.bytes().take_while(|byte| *byte == b'#').count();
    let text = escaped(line[level..].trim());
    if line.starts_with('>') {
        return format!("<span class=\"S_NTA\"><span class=\"S_NTA_PAR\">{text}</span></span>");
    }
    match level {
        0 => line.split(" ... ").map(paragraph).collect(),
        1 => format!(
            "<span class=\"S_HDR\"><span class=\"S_DEN\">{text}</span><span class=\"S_EMT\"><span class=\"S_EMT_TTL\">EMITENT</span>\
             <ul><li class=\"S_EMT_BDY\">PARLAMENTUL ROMÂNIEI</li></ul></span><span class=\"S_PUB\"><span class=\"S_PUB_TTL\">Publicat în</span>\
             <span class=\"S_PUB_BDY\">MONITORUL OFICIAL nr. 1066 din 17 noiembrie 2004</span></span></span>"
        ),
        5 => format!(
            "<span class=\"S_ART\" id=\"id_artA1\"><span class=\"TAG_COLLAPSED\">+</span><span class=\"S_ART_TTL\">{text}</span>\
             <span class=\"S_ART_SHORT\">...</span></span>"
        ),
        _ => format!("<span class=\"S_CAP\"><span class=\"S_CAP_TTL\">{text}</span></span>"),
    }
}

/// A paragraph, a letter or a point, and the portal's note on it.
fn paragraph(text: &str) -> String {
    let text = strip::without_links(text);
    let note = strip::next_note(&text).map(|(start, end)| text[start..end].to_owned());
    let law = strip::without_notes(&text);
    let law = law.trim();
    let class = |mark: &str| match mark {
        mark if mark.starts_with('(') => "S_ALN",
        mark if mark.ends_with('.') => "S_PCT",
        _ => "S_LIT",
    };
    let written = match mark(law) {
        Some((mark, rest)) => {
            let class = class(mark);
            format!(
                "<span class=\"{class}\"><span class=\"{class}_TTL\">{mark}</span><span class=\"{class}_SHORT\">…</span>\
                 <span class=\"{class}_BDY\">{}</span></span>",
                escaped(rest.trim())
            )
        }
        None if law.is_empty() => String::new(),
        None => format!("<span class=\"S_PAR\">{}</span>", escaped(law)),
    };
    let note = note.map(|note| format!("<span class=\"S_PAR\">{}</span>", escaped(&note))).unwrap_or_default();
    format!("{written}{note}<span class=\"S_NTA\"><span class=\"S_NTA_PAR\">Notă a portalului.</span></span>")
}

/// The mark at the beginning of a unit: `(2^1)`, `d^1)`, `3.`.
fn mark(text: &str) -> Option<(&str, &str)> {
    let end = text.find([' ', '\u{a0}'])?;
    let (mark, rest) = text.split_at(end);
    let inner = mark.trim_start_matches('(').trim_end_matches([')', '.']);
    let is_label = !inner.is_empty() && inner.len() <= 5 && inner.chars().all(|c| c.is_alphanumeric() || c == '^');
    let closes = mark.ends_with(')') || (mark.ends_with('.') && inner.chars().all(|c| c.is_ascii_digit()));
    (is_label && closes).then_some((mark, rest))
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\u{a0}', "&nbsp;")
}
