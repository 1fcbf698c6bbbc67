use paragraf_law::{amend, form};
fn main() {
    let text = std::fs::read_to_string("/work/shared/data/laws-2025.jsonl").unwrap();
    let (mut unk, mut tot) = (0, 0);
    for line in text.lines() {
        let l: serde_json::Value = serde_json::from_str(line).unwrap();
        let title = l["title"].as_str().unwrap();
        let mut t = title.to_owned();
        for p in l["provisions"].as_array().unwrap() { t.push_str(&format!("\n{}\n{}", p["label"].as_str().unwrap(), p["text"].as_str().unwrap())); }
        let Ok(act) = form::read::read(&t) else { println!("UNREAD {title}"); continue };
        let ops = amend::operations(&act);
        let lower = t.to_lowercase();
        let heads = ["următorul cuprins", "următoarea redactare", "se abrogă", "se înlocuieşte", "se înlocuiește", "se înlocuiesc", "se introduc", "se modific", "devine ", "devin ", "se completează", "se elimină"].iter().map(|w| lower.matches(w).count()).sum::<usize>();
        tot += ops.len();
        for o in &ops { if let amend::operation::Change::NotUnderstood { reason } = &o.change { unk += 1; println!("? {title} {} {reason}: {}", o.source, o.text.chars().take(260).collect::<String>()); } }
        if ops.is_empty() && heads > 0 { println!("NONE {title} heads {heads}: {}", t.chars().skip(title.len()).take(300).collect::<String>().replace('\n', " ")); }
    }
    println!("{tot} ops, {unk} not understood");
}
