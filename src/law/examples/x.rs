use paragraf_law::{amend, apply, form};
fn main() {
    let file = std::env::args().nth(1).unwrap();
    let cases: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(file).unwrap()).unwrap();
    let base = cases["base"].as_str().unwrap();
    for (i, c) in cases["cases"].as_array().unwrap().iter().enumerate() {
        let text = c.as_str().unwrap();
        println!("=== {i} {}", text.lines().skip(1).collect::<Vec<_>>().join(" / "));
        let base = form::read::read(base).unwrap();
        let act = form::read::read(text).unwrap();
        for o in amend::operations(&act) { println!("   op {} {:?} thr {:?}", o.source, o.act.as_ref().map(|a| a.to_string()), o.through.iter().map(|a| a.to_string()).collect::<Vec<_>>()); }
        match apply::apply(&base, &act) {
            Err(e) => println!("   ERR {e}"),
            Ok(a) => for o in a.outcomes { println!("   {} [{:?}] {:?}\n       {:?} -> {:?}  PROBLEM {:?}", o.source, o.kind, o.place.map(|p| p.to_string()), o.before, o.after, o.problem) },
        }
    }
}
