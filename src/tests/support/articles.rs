//! Made-up articles.

use paragraf::domain::{Article, Importance, Slug, article::Translation};

/// A small sound article in Romanian, without translation.
pub fn article(slug: &str) -> Article {
    Article {
        slug: Slug::parse(slug).expect("a slug"),
        title: format!("Schimbare pentru {slug}"),
        technical_summary: "Legea nr. 239/2025 modifică art. 84 din Codul fiscal.".into(),
        simple_explanation: "Dacă închiriezi un apartament, plătești altfel impozitul.".into(),
        implementation_key_points: vec!["Verifică contractul.".into(), "Depune declarația.".into()],
        importance: Importance::new(3).expect("3 is a level"),
        publish_date: jiff::civil::date(2025, 12, 15),
        file_url: None,
        domains: vec!["chirii".into(), "impozite".into()],
        topic: "inchirieri".into(),
        act: None,
        gazette: None,
        in_force_date: None,
        deadlines: vec![],
        audience: vec![],
        source_url: None,
        provenance: None,
        translations: Default::default(),
    }
}

/// English texts for [`article`].
pub fn english(slug: &str) -> Box<Translation> {
    Box::new(Translation {
        title: format!("A change for {slug}"),
        technical_summary: "Law no. 239/2025 amends article 84 of the Fiscal Code.".into(),
        simple_explanation: "If you rent out a flat, you pay the tax in another way.".into(),
        implementation_key_points: vec!["Check your contract.".into(), "File the return.".into()],
        deadlines: vec![],
        audience: vec![],
    })
}

/// The demo articles, real ones with translations, acts and deadlines.
pub fn demo() -> Vec<Article> {
    let files = [
        include_str!("../../demo/afaceri.json"),
        include_str!("../../demo/fiscalitate.json"),
        include_str!("../../demo/munca.json"),
        include_str!("../../demo/inchirieri.json"),
    ];
    files.iter().flat_map(|text| serde_json::from_str::<Vec<Article>>(text).expect("demo articles")).collect()
}
