//! Tests of the words around a day.

use super::*;

fn clause(sentence: &str, day: &str) -> DayClause {
    let start = sentence.find(day).expect("the day");
    DayClause::around(sentence, start, start + day.len())
}

fn kind_of(sentence: &str, day: &str) -> Option<EntryKind> {
    kind(&clause(sentence, day))
}

#[test]
fn the_verb_decides_whether_a_day_is_due_or_starts_or_ends_something() {
    use EntryKind::{Due, Ends, Starts};
    for (sentence, mention, expected) in [
        (
            "Arendașii sunt scutiți de impozit până la data de 31 decembrie 2028.",
            "până la data de 31 decembrie 2028",
            Some(Ends),
        ),
        ("Registrele devin operabile până la 1 mai 2027.", "până la 1 mai 2027", Some(Starts)),
        ("Termenul se prorogă până la data de 1 mai 2027.", "până la data de 1 mai 2027", Some(Ends)),
        ("Avizul rămâne valabil până la 1 mai 2027.", "până la 1 mai 2027", Some(Ends)),
        ("Până la 1 mai 2027, certificatele își produc efectele.", "Până la 1 mai 2027", Some(Ends)),
        ("Plătitorii depun declarația până la 1 mai 2027.", "până la 1 mai 2027", Some(Due)),
        ("Sunt scutiți cei care depun cererea până la 1 mai 2027.", "până la 1 mai 2027", Some(Due)),
        (
            "În termen de 30 de zile de la primire, chiriașul achită suma.",
            "În termen de 30 de zile de la primire",
            Some(Due),
        ),
        ("Licențele care expiră până la 1 mai 2027 se prelungesc.", "până la 1 mai 2027", None),
        ("Datele înscrise pe cerere se comunică până la 1 mai 2027.", "până la 1 mai 2027", Some(Due)),
        ("Persoanele care efectuează plăți, până la 1 mai 2027, sunt exceptate.", "până la 1 mai 2027", Some(Ends)),
        ("Suma este de 40 lei până la 1 mai 2027.", "până la 1 mai 2027", None),
    ] {
        assert_eq!(kind_of(sentence, mention), expected, "{sentence}");
    }
}

#[test]
fn a_body_of_the_state_has_the_duty_where_it_is_the_subject() {
    let term = "în termen de 30 de zile de la data intrării în vigoare a hotărârii Guvernului";
    for (sentence, expected) in [
        ("Ministerul Finanțelor va actualiza normele {}.", true),
        ("Consiliile locale adoptă regulamentul {}.", true),
        ("{}, prin ordin al ministrului muncii se stabilește modelul.", true),
        ("Comisia se constituie {}.", true),
        ("Angajatorii transmit situația la ANAF {}.", false),
        ("Studiul se comunică de autoritatea competentă {}.", true),
        ("Instanța se pronunță {}.", true),
        ("Structurile de cazier, {}, solicită amprentarea.", true),
        ("Titularul solicită prelungirea {}.", false),
        ("Contestația se depune la Curtea de Apel {}.", false),
        ("Proprietarul notifică autoritatea competentă {}.", false),
        ("Operatorii economici au obligația să se înregistreze {}.", false),
    ] {
        let sentence = sentence.replace("{}", term);
        assert_eq!(binds_authority(&clause(&sentence, term)), expected, "{sentence}");
    }
}

#[test]
fn a_day_is_of_the_one_who_acts() {
    for (sentence, term, expected) in [
        ("AMEPIP verifică candidaturile depuse și, [], emite un aviz.", "în termen de 10 zile", true),
        ("[], centrele județene ale APIA verifică cererile.", "În termen de 10 zile", true),
        ("Emitentul solicită A.S.F., [], eliberarea certificatului.", "în termen de 2 zile", false),
        ("SSIF transmite informațiile [].", "în termen de 2 zile", false),
        ("Ordinul se comunică în scris solicitantului [].", "în termen de 15 zile", true),
        ("Comisia solicită acestuia completarea dosarului, [].", "în termen de 4 luni", false),
        (
            "A.S.F. notifică societățile asupra abaterii, acestea având dreptul ca [] să explice motivul.",
            "în termen de 7 zile",
            false,
        ),
        ("BAAR sau asigurătorul RCA eliberează asiguratului [] un certificat.", "în termen de 15 zile", false),
        ("Consiliul de administrație stabilește detaliile operațiunii [].", "în termen de 15 zile", false),
        ("Guvernul poate fi sesizat, Guvernul luând o decizie [].", "în termen de 5 zile", true),
        ("Predarea-preluarea imobilului se face pe bază de protocol [].", "în termen de 60 de zile", true),
        (
            "Comisia cere acte. În cazul în care, [], nu sunt transmise actele, cererea se respinge prin ordin.",
            "în termen de 6 luni",
            false,
        ),
        ("Plata ajutorului de stat se efectuează [].", "până la data de 30 iunie 2027", true),
        ("Entitățile publice finalizează oferta [].", "în termen de 30 de zile", true),
        ("c) notificarea regiei de către autoritatea locală, [].", "în termen de 30 de zile", true),
        ("[], A.R.F. preia contractele de servicii valabile.", "În termen de 90 de zile", true),
        ("S.R.L. transmite informațiile [].", "în termen de 2 zile", false),
        ("Materialele trebuie avizate de Ministerul Sănătății [].", "în termen de 30 de zile", true),
        ("Sumele se virează bugetelor locale [].", "în termen de 30 de zile", true),
        (
            "Polițistul este obligat să anunțe autoritatea sau instituția publică [].",
            "cu cel puțin 10 zile înainte",
            false,
        ),
        ("Autoritatea publică lista [].", "în termen de 10 zile", true),
        ("Unitățile/Subdiviziunile administrativ-teritoriale pot solicita [] un avans.", "până la 1 mai 2027", true),
        (
            "În cazul persoanelor evacuate, termenul de soluționare a cererilor este [].",
            "de până la 15 zile de la înregistrare",
            true,
        ),
    ] {
        let sentence = sentence.replace("[]", term);
        assert_eq!(binds_authority(&clause(&sentence, term)), expected, "{sentence}");
    }
}

#[test]
fn an_earliest_day_starts_and_a_past_or_unmet_one_is_none() {
    use EntryKind::{Ends, Starts};
    for (sentence, day, expected) in [
        ("Permisul se eliberează nu mai devreme de 90 de zile.", "90 de zile", Some(Starts)),
        ("Încadrarea se face în termen de minimum 30 de zile.", "în termen de minimum 30 de zile", Some(Starts)),
        ("Începând cu 1 mai 2026 și până la 1 mai 2027 deținătorii datorează taxa.", "până la 1 mai 2027", Some(Ends)),
        ("Contractele aflate în derulare încetează de drept la 30 de zile.", "la 30 de zile", Some(Ends)),
        ("Este permisă marcarea produselor până la 1 iunie 2027.", "până la 1 iunie 2027", Some(Ends)),
    ] {
        assert_eq!(kind_of(sentence, day), expected, "{sentence}");
    }
    let age = "cu cel mult 2 ani anterior depunerii cererii";
    assert!(is_past(&clause(&format!("Extrasele eliberate {age} se depun."), age)));
    let before = "cu cel puțin 30 de zile înainte de începere";
    assert!(!is_past(&clause(&format!("Operatorul notifică {before}."), before)));
    let asks = "Comunele pot solicita avansul până la 1 iunie 2027.";
    assert!(!is_permitted(&clause(asks, "până la 1 iunie 2027")));
    assert!(is_permitted(&clause("Comunele pot soluționa cererile până la 1 iunie 2027.", "până la 1 iunie 2027")));
    let until = "până la 1 iunie 2027";
    assert!(is_unmet(&clause(&format!("Societatea, care nu a atins obiectivul {until}, publică."), until)));
    assert!(!is_unmet(&clause(&format!("Firmele nu au obligația să depună {until} cererea."), until)));
}
