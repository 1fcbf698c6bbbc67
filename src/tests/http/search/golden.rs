//! Queries over the demo articles, with the article that must come first.

use paragraf::app::App;
use paragraf::catalogue::{ListQuery, SearchAnswer};
use paragraf::domain::Language::{self, En, Ro};
use paragraf::ops::demo;

use crate::support::app::TestApp;

/// A day on which many of the articles have days ahead.
const TODAY: &str = "2026-11-23T09:00:00Z";

/// Query, language of the page, and the beginning of the first slug.
type Expected = (&'static str, Language, &'static str);

/// Acts, provisions and issues of the gazette, as readers write them.
const CITATIONS: [Expected; 66] = [
    // Acts.
    ("oug 156/2024", Ro, "oug-156-2024"),
    ("OUG nr. 156 / 2024", Ro, "oug-156-2024"),
    ("O.U.G. 156/2024", En, "oug-156-2024"),
    ("ordonanta de urgenta 156 2024", Ro, "oug-156-2024"),
    ("Ordonanța de urgență a Guvernului nr. 156/2024", Ro, "oug-156-2024"),
    ("GEO 156/2024", En, "oug-156-2024"),
    ("oug/70/2024", Ro, "oug-70-2024"),
    ("156/2024", Ro, "oug-156-2024"),
    ("l/239/2025", Ro, "lege-239-2025"),
    ("lege 239/2025", Ro, "lege-239-2025"),
    ("Legea nr. 239 din 15 decembrie 2025", Ro, "lege-239-2025"),
    ("law no. 239/2025", En, "lege-239-2025"),
    ("l/299/2024", Ro, "lege-299-2024"),
    ("hg 146/2026", Ro, "hg-146-2026"),
    ("HG 1506", Ro, "hg-1506-2024"),
    ("Hotărârea Guvernului nr. 1.506/2024", Ro, "hg-1506-2024"),
    ("hotararea 295/2025", Ro, "hg-295-2025"),
    ("government decision 146/2026", En, "hg-146-2026"),
    ("og 6/2026", Ro, "og-6-2026"),
    ("ordonanta 22/2025", Ro, "og-22-2025"),
    ("ordin anaf 1783/2021", Ro, "ordin-anaf-1783-2021"),
    ("OPANAF 1.783/2021", Ro, "ordin-anaf-1783-2021"),
    ("ordin 179/2025", Ro, "ordin-madr-179-2025"),
    ("regulamentul 2024/1028", Ro, "regulament-ue-2024-1028"),
    ("Regulation (EU) 2024/1028", En, "regulament-ue-2024-1028"),
    ("directiva 2023/970", Ro, "directiva-ue-2023-970"),
    ("2024/2847", Ro, "regulament-ue-2024-2847"),
    ("legea 52", Ro, "lege-52-2023"),
    ("ordonanta de urgenta nr 70 din 2024", Ro, "oug-70-2024"),
    ("Ordonanța de urgență nr. 70/2024", Ro, "oug-70-2024"),
    ("hotararea guvernului 1506/2024", Ro, "hg-1506-2024"),
    ("LEGE nr. 239 / 2025", Ro, "lege-239-2025"),
    ("Directiva (UE) 2023/970", Ro, "directiva-ue-2023-970"),
    // Acts that articles only name.
    ("l/31/1990", Ro, "lege-239-2025-capital-social-srl"),
    ("legea societatilor", Ro, "lege-239-2025-capital-social-srl"),
    ("Legea societăților nr. 31/1990", Ro, "lege-239-2025-capital-social-srl"),
    ("legea nr 31 din 1990", Ro, "lege-239-2025-capital-social-srl"),
    ("law no. 31/1990", En, "lege-239-2025-capital-social-srl"),
    ("legea fondului funciar", Ro, "lege-136-2025"),
    // Codes and provisions.
    ("codul muncii", Ro, "lege-"),
    ("codul fiscal", Ro, "cod-fiscal-"),
    ("fiscal code", En, "cod-fiscal-"),
    ("art 111 cod fiscal", Ro, "cod-fiscal-impozit-vanzare-imobile"),
    ("art. 460 din Codul fiscal", Ro, "oug-78-2025"),
    ("art 291 cod fiscal", Ro, "cod-fiscal-"),
    ("art. 182^1 cod fiscal", Ro, "lege-141-2025-coasigurare"),
    ("codul muncii art 139 alin 1", Ro, "lege-52-2023"),
    ("art. 139 din Legea nr. 53/2003", Ro, "lege-52-2023"),
    ("art 118^1 codul muncii", Ro, "lege-149-2025"),
    ("legea societatilor art 114", Ro, "lege-239-2025-capital-social-srl"),
    ("Legea societăților art. 114", Ro, "lege-239-2025-capital-social-srl"),
    ("codul muncii art. 166 alin. (2)", Ro, "lege-"),
    ("codul muncii art 166 alin 2", Ro, "lege-"),
    ("art. 291 din Codul fiscal", Ro, "cod-fiscal-"),
    ("ART. 291 COD FISCAL", Ro, "cod-fiscal-"),
    ("codul muncii articolul 139 alineatul 1", Ro, "lege-52-2023"),
    ("art. 460 codul fiscal", Ro, "oug-78-2025"),
    // Issues of the gazette.
    ("MO 1139/2024", Ro, "lege-283-2024"),
    ("mo 1139 2024", Ro, "lege-283-2024"),
    ("Monitorul Oficial nr. 1139/2024", Ro, "lege-283-2024"),
    ("monitorul oficial nr. 1.139 din 2024", Ro, "lege-283-2024"),
    ("monitorul oficial 1139 din 2023", Ro, "oug-115-2023"),
    ("M.Of. nr. 1.185/2024", Ro, "hg-1506-2024"),
    // A citation with words.
    ("legea 239/2025 capital social", Ro, "lege-239-2025-capital-social-srl"),
    ("l/239/2025 colete", Ro, "lege-239-2025-taxa-logistica-colete"),
    ("oug 89/2025 micro", Ro, "oug-89-2025-micro"),
];

/// Words in any form, with and without diacritics.
const WORDS: &[Expected] = &[
    ("chirie", Ro, "oug-128-2024-c"),
    ("chirie", En, "oug-128-2024-c"),
    ("chirie pe termen scurt", Ro, "lege-239-2025-inchiriere-termen-scurt"),
    ("declarația unică", Ro, "declaratia-unica-d212"),
    ("declaratia unica", Ro, "declaratia-unica-d212"),
    ("declaratie unica d212", Ro, "declaratia-unica-d212"),
    // The title has these very words.
    ("salariile minime", Ro, "lege-239-2025-cass-independenti-72-salarii"),
    ("salariul minim", Ro, "hg-146-2026"),
    ("salarii minime brute", Ro, "hg-146-2026"),
    ("salariu minim 2026", Ro, "hg-146-2026"),
    ("minimum wage", En, "hg-146-2026"),
    ("tichete de masa", Ro, "lege-201-2025"),
    ("meal vouchers", En, "lege-201-2025"),
    // Two titles begin with the word.
    ("dividende", Ro, "lege-"),
    ("impozit pe dividende", Ro, "lege-141-2025-impozit-dividende-16"),
    ("zile libere ianuarie", Ro, "lege-52-2023"),
    ("motorină agricolă", Ro, "hg-1106-2025"),
    ("motorina", Ro, "hg-1106-2025"),
    ("e-factura persoane cnp", Ro, "og-6-2026"),
    ("saf-t", Ro, "ordin-anaf-1783-2021"),
    ("D406", Ro, "ordin-anaf-1783-2021"),
    ("nis2", Ro, "ordin-dnsc-1-2025"),
    ("pensii private", Ro, "lege-2-2026"),
    ("asigurarea locuinței", Ro, "lege-115-2023"),
    ("inteligenta artificiala", Ro, "regulament-ue-2026-1744"),
    ("artificial intelligence", En, "regulament-ue-2026-1744"),
    ("criptomonede", Ro, "lege-239-2025-castiguri-bursa-si-cripto"),
    ("telemuncă părinți", Ro, "lege-149-2025"),
    ("când se depune declarația unică?", Ro, "declaratia-unica-d212"),
    ("4.325 lei", Ro, "hg-146-2026"),
    ("395000", Ro, "og-22-2025"),
    ("taxa pe stalp", Ro, "oug-89-2025-imca-si-taxa-pe-stalp"),
    ("„taxa pe stâlp”", Ro, "oug-89-2025-imca-si-taxa-pe-stalp"),
    ("pajisti cosit", Ro, "lege-246-2025"),
    ("apia avans", Ro, "apia-plati-in-avans"),
    ("vânzare teren extravilan", Ro, "lege-116-2024"),
    // A year orders; what holds in it was written before.
    ("salariu minim 2027", Ro, "hg-146-2026"),
    ("micro 2027", Ro, "oug-156-2024-microintreprinderi"),
    // Everyday words.
    ("airbnb", Ro, "lege-239-2025-inchiriere-termen-scurt"),
    ("regim hotelier", Ro, "lege-239-2025-inchiriere-termen-scurt"),
    ("bonuri de masa", Ro, "lege-201-2025"),
    ("bitcoin", En, "lege-239-2025-castiguri-bursa-si-cripto"),
    // Typing mistakes.
    ("declaratei unica", Ro, "declaratia-unica-d212"),
    ("tihcete de masa", Ro, "lege-201-2025"),
    ("criptomondee", Ro, "lege-239-2025-castiguri-bursa-si-cripto"),
];

/// Queries that name duties, with the first of them.
const DUTIES: &[(&str, &str)] = &[
    ("D112", "d112-monthly"),
    ("d 112", "d112-monthly"),
    ("declaratia 112", "d112-monthly"),
    ("formularul 112", "d112-monthly"),
    ("C168", "c168-rental-contract"),
    ("bilanț", "annual-accounts-companies"),
    ("bilant", "annual-accounts-companies"),
    ("arenda", "farmland-lease-tax-d112"),
    ("airbnb", "short-rental-d212"),
    ("regim hotelier", "short-rental-d212"),
    ("declarația unică", "d212-self-employed"),
    ("revisal", "reges-new-contract"),
    ("micro 2027", "d100-micro-quarterly"),
];

/// The demo articles, indexed.
pub async fn demo_app() -> TestApp {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    let app = test.app.clone();
    tokio::task::spawn_blocking(move || demo::load(&app)).await.expect("no panic").expect("the demo articles");
    test.travel(TODAY);
    test.load().await;
    test
}

pub fn search(app: &App, query: &str, language: Language) -> SearchAnswer {
    let mut list = ListQuery::newest(language, None, None, 24);
    list = list.with_words(query);
    app.catalogue.search(&list, app.clock.today()).expect("an answer")
}

#[tokio::test(flavor = "multi_thread")]
async fn each_query_finds_its_article_first() {
    let test = demo_app().await;
    let mut wrong = Vec::new();
    let expectations = CITATIONS.iter().chain(WORDS);
    for (query, language, expected) in expectations {
        let answer = search(&test.app, query, *language);
        let slugs: Vec<_> = answer.hits.iter().map(|hit| hit.listed.article.slug.to_string()).collect();
        if !slugs.first().is_some_and(|slug| slug.starts_with(expected)) {
            wrong.push(format!(
                "{query:?}: {expected} expected, {:?} found of {}",
                &slugs[..slugs.len().min(3)],
                answer.total
            ));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), CITATIONS.len() + WORDS.len(), wrong.join("\n"));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_and_duties_are_found_beside_articles() {
    let test = demo_app().await;
    let first = |query: &str| search(&test.app, query, Ro).duties.first().map(|hit| hit.duty.id.clone());
    let wrong: Vec<_> = DUTIES.iter().filter(|(query, duty)| first(query).as_deref() != Some(duty)).collect();
    assert!(wrong.is_empty(), "{:?}", wrong.iter().map(|(query, _)| (query, first(query))).collect::<Vec<_>>());
    for other in ["gdpr", "oug 156/2024", "telemuncă", "2027", ""] {
        assert_eq!(first(other), None, "{other}");
    }
    // Known to duties only: not replaced by another word.
    assert_eq!(search(&test.app, "bilanț", Ro).understood.corrected, []);
    test.stop().await;
}
