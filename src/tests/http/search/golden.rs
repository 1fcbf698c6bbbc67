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
const CITATIONS: [Expected; 69] = [
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
    ("L239/2025", Ro, "lege-239-2025"),
    ("OUG156/2024", Ro, "oug-156-2024"),
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
    ("art 114 societati", Ro, "lege-239-2025-capital-social-srl"),
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

/// Questions as readers ask them, with the beginning of a slug that must be among so many first hits.
const EVERYDAY: &[(&str, Language, &str, usize)] = &[
    ("când se plătesc taxele locale", Ro, "cod-fiscal-impozite-locale-termene-2027", 1),
    ("până când plătesc impozitul pe casă", Ro, "cod-fiscal-impozite-locale-termene-2027", 3),
    ("impozit mașină normă poluare", Ro, "lege-239-2025-impozit-auto-norma-de-poluare", 1),
    ("cât e salariul minim acum", Ro, "hg-146-2026", 1),
    ("salariul minim pe economie", Ro, "hg-146-2026", 1),
    ("cât timp pot fi plătit cu salariul minim", Ro, "lege-283-2024-mecanism-salariu-minim", 3),
    ("ce amendă iau pentru muncă la negru", Ro, "lege-239-2025-munca-nedeclarata", 1),
    ("cum înregistrez contractul de închiriere la ANAF", Ro, "lege-239-2025-chirii-pe-termen-lung", 1),
    ("apartament pe booking ce impozit", Ro, "lege-239-2025-inchiriere-termen-scurt", 3),
    ("număr de înregistrare airbnb", Ro, "regulament-ue-2024-1028", 3),
    ("asigurarea de sănătate a soției", Ro, "lege-141-2025-coasigurare", 1),
    ("cât plătesc la sănătate din pensie", Ro, "lege-141-2025-cass-pensii", 1),
    ("pilonul 2 bani la pensionare", Ro, "lege-2-2026", 3),
    ("câștig din bitcoin ce impozit", Ro, "lege-239-2025-castiguri-bursa-si-cripto", 1),
    ("impozit pe acțiuni la bursă", Ro, "lege-239-2025-castiguri-bursa-si-cripto", 1),
    ("pot să iau dividende dacă am pierdere", Ro, "lege-239-2025-dividende-si-imprumuturi", 3),
    ("cât e impozitul pe dividende în 2026", Ro, "lege-141-2025-impozit-dividende-16", 1),
    ("sunt obligat să am pos", Ro, "lege-239-2025-cont-de-plati-si-plata-cu-cardul", 3),
    ("factură pentru persoane fizice în efactura", Ro, "oug-69-2024-e-factura-b2c", 3),
    ("în câte zile trimit factura în e-factura", Ro, "oug-89-2025-e-factura", 1),
    ("de la ce sumă devin plătitor de tva", Ro, "og-22-2025", 3),
    ("cât e tva-ul la mâncare", Ro, "lege-141-2025-cote-tva", 3),
    ("colete temu taxă", Ro, "lege-239-2025-taxa-logistica-colete", 3),
    ("buletin vechi până când e valabil", Ro, "regulament-ue-2019-1157", 1),
    ("cât costă gazul acasă", Ro, "oug-12-2026", 1),
    ("asigurare obligatorie casă amendă", Ro, "lege-115-2023", 1),
    ("vând apartamentul ce impozit plătesc", Ro, "cod-fiscal-impozit-vanzare-imobile", 1),
    ("avans la dezvoltator apartament nou", Ro, "lege-207-2025", 1),
    ("cum vând pământul agricol", Ro, "lege-116-2024", 3),
    ("titlu de proprietate pentru pământul bunicilor", Ro, "lege-136-2025", 3),
    ("trebuie să cosesc fâneața", Ro, "lege-246-2025", 3),
    ("bani motorină fermieri", Ro, "hg-1106-2025", 1),
    ("când intră banii de la apia", Ro, "apia-plati-in-avans", 3),
    ("costul maxim la credite ifn", Ro, "lege-243-2024", 1),
    ("capital social srl vechi", Ro, "lege-239-2025-capital-social-srl", 1),
    ("pfa cât plătesc la cas", Ro, "oug-128-2024-cas-praguri-pfa", 3),
    ("n-am depus declarația unică", Ro, "ordin-anaf-2735-2025", 3),
    ("ce salariu scrie în anunțul de angajare", Ro, "directiva-ue-2023-970", 1),
    ("bonuri de masă 2026", Ro, "lege-201-2025", 1),
    ("firmă mică impozit 1%", Ro, "oug-89-2025-micro", 3),
    ("confiscare marfă e-transport", Ro, "oug-129-2024", 1),
    ("beneficiarul real se mai depune anual", Ro, "lege-129-2019", 1),
    ("gdpr platforme online", Ro, "lege-50-2024-servicii-digitale", 3),
    ("how much tax on rent", En, "oug-115-2023-chirii", 3),
    ("deadline for single tax return", En, "declaratia-unica", 1),
    ("minimum wage 2026", En, "hg-146-2026", 1),
    ("can I use airbnb without registration number", En, "regulament-ue-2024-1028", 1),
    ("fine for undeclared work", En, "lege-239-2025-munca-nedeclarata", 1),
    ("farmland sale rules", En, "lege-116-2024", 1),
    ("farm diesel refund", En, "hg-1106-2025", 1),
    ("how long does the gas price cap last", En, "oug-12-2026", 1),
    ("is my old id card valid for travel", En, "regulament-ue-2019-1157", 1),
    ("tax on crypto profits", En, "lege-239-2025-castiguri-bursa-si-cripto", 1),
    ("vat rate restaurant", En, "lege-141-2025-cote-tva", 3),
    ("do shops have to accept cards", En, "lege-239-2025-cont-de-plati-si-plata-cu-cardul", 1),
    ("share capital small company", En, "lege-239-2025-capital-social-srl", 1),
    ("selling my flat tax", En, "cod-fiscal-impozit-vanzare-imobile", 1),
    ("parcel from china customs duty", En, "regulament-ue-2026-382", 3),
    ("health insurance for my wife", En, "lege-141-2025-coasigurare", 3),
    ("public holidays january", En, "lege-52-2023", 1),
    ("luxury car tax", En, "lege-239-2025-impozit-lux", 1),
    ("nis2 registration deadline", En, "ordin-dnsc-1-2025", 1),
    ("work from home disabled child", En, "lege-149-2025", 1),
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
    // Other words beside a form, and the words of a question.
    ("când depun declarația 112", "d112-monthly"),
    ("how do I file form C168", "c168-rental-contract"),
    ("deadline D406", "d406-monthly"),
    ("farmland", "farmland-lease-tax-d112"),
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
async fn everyday_questions_find_their_article() {
    let test = demo_app().await;
    let mut wrong = Vec::new();
    for (query, language, expected, among) in EVERYDAY {
        let answer = search(&test.app, query, *language);
        let slugs: Vec<_> = answer.hits.iter().map(|hit| hit.listed.article.slug.to_string()).collect();
        if !slugs.iter().take(*among).any(|slug| slug.starts_with(expected)) {
            let first = &slugs[..slugs.len().min(3)];
            wrong.push(format!("{query:?}: {expected} expected, {first:?} found of {}", answer.total));
        }
    }
    assert!(wrong.is_empty(), "{} of {}:\n{}", wrong.len(), EVERYDAY.len(), wrong.join("\n"));
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_and_duties_are_found_beside_articles() {
    let test = demo_app().await;
    let first = |query: &str| search(&test.app, query, Ro).duties.first().map(|hit| hit.duty.id.clone());
    let wrong: Vec<_> = DUTIES.iter().filter(|(query, duty)| first(query).as_deref() != Some(duty)).collect();
    assert!(wrong.is_empty(), "{:?}", wrong.iter().map(|(query, _)| (query, first(query))).collect::<Vec<_>>());
    for other in ["gdpr", "oug 156/2024", "telemuncă", "salariu minim brut", "2027", ""] {
        assert_eq!(first(other), None, "{other}");
    }
    // Known to duties only: not replaced by another word.
    assert_eq!(search(&test.app, "bilanț", Ro).understood.corrected, []);
    test.stop().await;
}
