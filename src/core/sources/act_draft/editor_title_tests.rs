//! Titles that an editor found wrong in drafts of laws of 2025, each on the words of such a law.

use super::editor_tests::{amending, approving};
use super::tests::{drafted, law};

#[test]
fn an_approval_is_named_by_the_act_that_readers_use() {
    let name = "pentru modificarea și completarea Legii nr. 245/2020 privind efectuarea unui test de proporționalitate";
    let article = approving(
        name,
        "1. La articolul unic punctul 6, alineatul (1) al articolului 6 se modifică și va avea următorul cuprins: (1) Organizațiile profesionale au obligația de a verifica dacă reglementările sunt justificate de obiective de interes public.",
    );
    assert!(
        article.title.starts_with("Legea 245/2020 (efectuarea unui test de proporționalitate): organizațiile"),
        "{}",
        article.title
    );
    let summary = &article.technical_summary;
    for line in [
        "**Aprobă cu modificări:** OUG nr. 162/2022",
        "**Modifică:** Legea nr. 245/2020",
        "- **art. 6 alin. (1)**: Organizațiile",
    ] {
        assert!(summary.contains(line), "{summary}");
    }
}

#[test]
fn points_that_an_ordinance_gets_are_read_one_by_one() {
    let article = approving(
        "pentru modificarea și completarea unor acte normative în domeniul concurenței",
        "– La articolul I, după punctul 2 se introduc două noi puncte, punctele 2^1 și 2^2, cu următorul cuprins: 2^1. La articolul 38, după alineatul (7^1) se introduce un nou alineat, alineatul (7^2), cu următorul cuprins: (7^2) Consiliul Concurenței poate beneficia de asistența Poliției Române. 2^2. La articolul 38, alineatul (9) se modifică și va avea următorul cuprins: (9) Întreprinderea este obligată să prezinte inspectorilor o justificare rezonabilă.",
    );
    assert_eq!(
        article.title,
        "OUG 162/2022: întreprinderea este obligată să prezinte inspectorilor o justificare rezonabilă"
    );
    for place in ["art. I pct. 2^1 art. 38 alin. (7^2)", "art. I pct. 2^2 art. 38 alin. (9)"] {
        assert!(article.simple_explanation.contains(place), "{}", article.simple_explanation);
    }
}

#[test]
fn a_title_says_the_change_with_its_condition() {
    for (operation, expected) in [
        (
            "1. La articolul 29, după alineatul (5) se introduce un nou alineat, alin. (6), cu următorul cuprins: (6) Sunt scutite de plata taxei cererile de divorț atunci când sunt formulate de victime ale infracțiunii de violență în familie, astfel cum sunt definite la art. 3^4 lit. a) din Legea nr. 211/2004 privind unele măsuri pentru protecția victimelor, cu modificările ulterioare.",
            "sunt scutite de plata taxei cererile de divorț atunci când sunt formulate de victime ale infracțiunii de violență în familie",
        ),
        (
            "1. La articolul 2, litera e) se modifică și va avea următorul cuprins: e) infrastructura de transport - totalitatea construcțiilor, inclusiv cele private;",
            "se schimbă definiția pentru „infrastructura de transport”",
        ),
        (
            "1. Articolul 27 se modifică și va avea următorul cuprins: Articolul 27 Constituie infracțiuni și se pedepsesc cu închisoare de la 1 la 5 ani: a) punerea la dispoziție de fonduri; b) alte fapte.",
            "închisoare de la 1 la 5 ani, între altele pentru punerea la dispoziție de fonduri",
        ),
        (
            "1. Articolul 14 se modifică și va avea următorul cuprins: Articolul 14 (1) Fișa prevăzută la alin. (2) trebuie să conțină impresiuni digitale. (2) La solicitarea persoanelor fizice, certificatul se eliberează gratuit și în formă electronică, iar persoanele pot cere oricând copii.",
            "la solicitarea persoanelor fizice, certificatul se eliberează gratuit și în formă electronică, iar persoanele pot cere oricând copii",
        ),
    ] {
        assert_eq!(amending(operation, "").title, format!("Legea 10/1995 (calitatea în construcții): {expected}"));
    }
    let article = approving(
        "pentru prorogarea unor termene și pentru modificarea unor acte normative",
        "– Articolul V se modifică și va avea următorul cuprins: Articolul V (1) Cererile depuse până la data de 31 decembrie 2026 se pot soluționa fără documente. (2) Furnizorii de servicii sociale au obligația de a continua demersurile și de a transmite documentul serviciului, până la data de 31 decembrie 2026, sub sancțiunea retragerii licenței.",
    );
    assert!(
        article.title.starts_with("OUG 162/2022: furnizorii de servicii sociale au obligația"),
        "{}",
        article.title
    );
    assert!(!article.title.contains("aprobată cu modificări"), "{}", article.title);
}

#[test]
fn a_duty_whose_condition_has_no_room_is_quoted() {
    let rule = "În cazurile în care Banca Națională a României, în calitate de autoritate de rezoluție, potrivit regulilor ei interne și ale grupului, determină cerința minimă de fonduri proprii, entitatea destinată lichidării are obligația de a îndeplini cerința respectivă.";
    let operation = format!("1. Articolul 5 se modifică și va avea următorul cuprins: Articolul 5 {rule}");
    let title = amending(&operation, "").title;
    // The condition has no room beside the duty: both are quoted, with a mark between them.
    let quoted = "„în cazurile în care Banca Națională a României, în calitate de autoritate… entitatea destinată lichidării are obligația de a îndeplini cerința respectivă”";
    assert!(title.ends_with(quoted), "{title}");
}

#[test]
fn an_ordinance_that_changes_several_acts_has_no_name_in_brackets() {
    let change = "– Articolul V se modifică și va avea următorul cuprins: Articolul V Autoritățile publice organizează concursuri.";
    for (name, bracket) in [
        (
            "pentru stabilirea unor măsuri în vederea realizării rețelei de transport, precum și pentru prorogarea unui termen",
            " (realizarea rețelei de transport)",
        ),
        ("privind unele măsuri de protecție socială", " (protecție socială)"),
        ("pentru prorogarea unor termene și pentru modificarea unor acte normative", ""),
    ] {
        let title = approving(name, change).title;
        assert_eq!(title, format!("OUG 162/2022{bracket}: autoritățile publice organizează concursuri"));
    }
}

#[test]
fn a_budget_has_a_title_and_its_limits() {
    // Legea nr. 8/2025, shortened.
    let text = "Articolul 1\nPrezenta lege aprobă plafoanele unor indicatori specificați în cadrul fiscal-bugetar, potrivit dispozițiilor art. 26 alin. (2) din Legea nr. 69/2010, republicată.\nArticolul 2\n(1) Plafonul soldului bugetului general consolidat este de minus 7,0% în anul 2025. (2) Anexele fac parte din lege.";
    let article = drafted(&law("8", "LEGE nr. 8 din 10 februarie 2025", "2025-02-11", text)).article;
    assert_eq!(article.title, "Legea 8/2025: plafoanele unor indicatori specificați în cadrul fiscal-bugetar");
    let short = "Plafoanele unor indicatori specificați în cadrul fiscal-bugetar. Privește bugetele instituțiilor publice. În vigoare din 14 februarie 2025.";
    assert_eq!(article.in_short.as_deref(), Some(short));
    let explanation = &article.simple_explanation;
    assert!(
        explanation.contains("- **art. 2 alin. (1)**: Plafonul") && !explanation.contains("redactor"),
        "{explanation}"
    );
}

#[test]
fn a_duty_goes_before_the_heading_of_its_article() {
    for (rule, expected) in [
        (
            "Persoanele terțe au obligația înregistrării în registru.",
            "persoanele terțe au obligația înregistrării în registru",
        ),
        ("Registrul este public.", "principiul transparenței (art. 12)"),
    ] {
        let operation = format!(
            "1. Articolul 12 se modifică și va avea următorul cuprins: Articolul 12 Principiul transparenței (1) {rule} (2) Registrul are două părți."
        );
        let title = amending(&operation, "").title;
        assert_eq!(title, format!("Legea 10/1995 (calitatea în construcții): {expected}"));
    }
}

#[test]
fn a_title_leaves_out_nothing_that_restricts() {
    let article = |rule: &str| {
        let operation = format!("1. Articolul 5 se modifică și va avea următorul cuprins: Articolul 5 {rule}");
        amending(&operation, "")
    };
    for (rule, kept) in [
        // Legea nr. 149/2025.
        (
            "Salariații care au în întreținere copii în vârstă de până la 18 ani, încadrați în grad de handicap, beneficiază de 8 zile pe lună de muncă la domiciliu sau în regim de telemuncă, cu excepția situațiilor în care natura sau felul muncii nu permite desfășurarea activității în astfel de condiții.",
            "încadrați în grad de handicap",
        ),
        // Legea nr. 151/2025.
        (
            "Prevederile actelor normative menționate la alin. (2)-(4) se aplică și contractelor aflate în curs de atribuire.",
            "menționate la alin. (2)-(4)",
        ),
        // Legea nr. 32/2025.
        (
            "În vederea accesării fondurilor europene, utilizatorii de pajiști au obligația ca anual să asigure încărcătura minimă de 0,3 UVM/ha.",
            "vederea accesării fondurilor europene",
        ),
        // Legea nr. 187/2025.
        (
            "Desfășurarea activității fără autorizație constituie infracțiune și se pedepsește cu închisoare de la 6 luni la 3 ani sau cu amendă.",
            "închisoare de la 6 luni la 3 ani sau amendă",
        ),
    ] {
        let article = article(rule);
        for text in [&article.title, &article.in_short.expect("a short line")] {
            assert!(text.to_lowercase().contains(kept), "{text}");
        }
    }
}

#[test]
fn a_title_marks_what_follows_and_announces_no_list() {
    let title = |rule: &str| {
        amending(&format!("1. Articolul 5 se modifică și va avea următorul cuprins: Articolul 5 {rule}"), "").title
    };
    // Legea nr. 41/2025: the list goes on.
    let staff = title(
        "Personalul didactic este format din personal didactic de predare și cercetare și din personal didactic auxiliar din instituții de învățământ superior, biblioteci universitare, case de cultură și cluburi sportive universitare.",
    );
    assert!(staff.ends_with('…') || staff.ends_with("…”"), "{staff}");
    // Legea nr. 54/2025: the criteria do not stand in the title.
    let criteria = title(
        "Procedura de selecție va cuprinde următoarele criterii obligatorii: a) membrii selectați trebuie să aibă studii superioare și experiență de cel puțin 7 ani în domeniul de activitate al întreprinderii; b) cel puțin doi dintre membri vor avea competențe dovedite prin minimum 5 ani de experiență.",
    );
    assert!(!criteria.ends_with("criterii obligatorii"), "{criteria}");
}

#[test]
fn a_definition_gives_way_to_a_limit() {
    // Legea nr. 158/2025.
    let operations = "1. La articolul 2, după litera b) se introduce o nouă literă, lit. c), cu următorul cuprins: c) expert independent - persoană fizică sau juridică autorizată care trebuie să prezinte un portofoliu de clienți; 2. La articolul 37, alineatul (3) se modifică și va avea următorul cuprins: (3) Indemnizația fixă lunară a administratorilor nu poate depăși de două ori câștigul salarial mediu brut.";
    let title = amending(operations, "").title;
    assert!(title.ends_with("nu poate depăși de două ori câștigul salarial mediu brut"), "{title}");
}

#[test]
fn a_new_act_that_repeals_others_is_titled_by_its_subject() {
    // Legea nr. 206/2025.
    let text = "Articolul 1\n(1) Scopul prezentei legi este de a asigura competitivitatea activității de acvacultură.\n(2) Fermierii au obligația să se înscrie în registru.\nArticolul 2\nLa data intrării în vigoare a prezentei legi, articolul 43 din Ordonanța de urgență a Guvernului nr. 23/2008 privind pescuitul și acvacultura, publicată în Monitorul Oficial al României, Partea I, nr. 180 din 10 martie 2008, se abrogă.";
    let article =
        drafted(&law("206", "LEGE nr. 206 din 4 decembrie 2025 privind acvacultura", "2025-12-04", text)).article;
    assert_eq!(article.title, "Legea 206/2025: acvacultura");
    assert!(
        article.in_short.as_deref().is_some_and(|line| line.starts_with("Reguli noi: acvacultura. ")),
        "{:?}",
        article.in_short
    );
    assert!(article.simple_explanation.contains("**art. 43**: se abrogă"), "{}", article.simple_explanation);
}

#[test]
fn a_title_says_no_sentence_that_says_nothing_without_another() {
    // Legea nr. 65/2025.
    let article = amending(
        "1. Articolul 1 se modifică și va avea următorul cuprins: Articolul 1 (1) Se alocă din bugetul fondului 167.000 lei pentru proiecte. (2) Sumele se decontează beneficiarilor prevăzuți în anexă. (3) Se consideră eligibile în sensul alin. (2) toate investițiile prevăzute în anexă.",
        "",
    );
    assert!(article.title.ends_with("se alocă din bugetul fondului 167.000 lei pentru proiecte"), "{}", article.title);
    // Legea nr. 70/2025.
    let article = amending(
        "1. La articolul 249, după alineatul (6) se introduce un nou alineat, alin. (6^3), cu următorul cuprins: (6^3) Instanța se pronunță asupra luării măsurii asigurătorii fără citarea părților. Participarea procurorului este obligatorie.",
        "",
    );
    assert!(
        article.title.ends_with("instanța se pronunță asupra luării măsurii asigurătorii fără citarea părților"),
        "{}",
        article.title
    );
}

#[test]
fn a_case_is_quoted_with_the_reference_that_defines_it() {
    // Legea nr. 123/2025: "străinilor" alone are all foreigners.
    let article = amending(
        "1. La articolul 58 alineatul (1), partea introductivă a literei d) se modifică și va avea următorul cuprins: d) în cazul străinilor prevăzuți la art. 45 alin. (2) lit. b^1), pe o perioadă egală cu durata totală a studiilor, plus 3 luni, dacă:",
        "",
    );
    let quotation = "„în cazul străinilor prevăzuți la art. 45 alin. (2) lit. b^1), pe o perioadă";
    assert!(article.title.contains(quotation), "{}", article.title);
}
