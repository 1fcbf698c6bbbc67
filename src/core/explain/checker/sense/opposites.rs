//! Pairs of words that say the contrary of each other.

/// A pair of opposites: the words of either side, in both languages.
#[derive(Debug)]
pub(super) struct OppositePair {
    pub sides: [&'static [&'static str]; 2],
    /// Whether there is nothing between the sides, so that "nu se retrage" says "rămâne".
    pub excludes_third: bool,
}

const fn either(first: &'static [&'static str], second: &'static [&'static str]) -> OppositePair {
    OppositePair { sides: [first, second], excludes_third: true }
}

const fn contrary(first: &'static [&'static str], second: &'static [&'static str]) -> OppositePair {
    OppositePair { sides: [first, second], excludes_third: false }
}

pub(super) static OPPOSITES: &[OppositePair] = &[
    // More and less.
    contrary(
        &[
            "creste", "cresc", "crestere*", "cresc*", "creasc*", "major*", "mareste", "maresc", "marit", "marita",
            "urca", "adaug*", "supliment*", "mai acord*", "rise*", "rises", "increase*", "added",
        ],
        &[
            "scade", "scad*", "reduc*", "redus*", "micsor*", "diminu*", "dimin*", "coboar*", "injumatat*", "fall",
            "falls", "decrease*", "reduce*", "deducted", "drop*",
        ],
    ),
    contrary(&["maxim", "maxima", "maxime"], &["minim", "minima", "minime"]),
    either(
        &["indiferent*", "oricare ar fi"],
        &["conteaza cand", "conteaza daca", "conteaza unde", "conteaza cum", "conteaza cat"],
    ),
    contrary(&["prelung*", "lungest*", "extin*", "extend*"], &["scurt*", "shorten*"]),
    contrary(
        &[
            "mai mare decat", "mai mari decat", "depas*", "superior", "superioar*", "cea mai mare", "cel mai mare",
            "cele mai mari", "cei mai mari", "e mai mult", "este mai mult",
        ],
        &[
            "mai mic decat", "mai mica decat", "mai mici decat", "inferior", "inferioar*", "cea mai mica",
            "cel mai mic", "cele mai mici", "cei mai mici", "e mai putin", "este mai putin",
        ],
    ),
    contrary(&["integral*", "in intregime", "cu totul"], &["partial*", "doar o parte", "numai o parte"]),
    contrary(&["simplific*", "usurea*"], &["ingreun*", "complica*", "inaspr*"]),
    contrary(&["mai aspr*", "mai sever*", "mai grav*"], &["mai bland*", "mai usoar*"]),
    // To have and to lose.
    either(
        &[
            "retra*", "pierd*", "revoc*", "radi*", "scoat*", "scos", "scoasa", "scoase", "withdr*", "lose", "loses",
            "revoke*",
        ],
        &["pastr*", "mentin*", "ramane in", "raman in", "ramane inscris*", "keep", "keeps", "stays", "stay"],
    ),
    contrary(
        &["ramburs*", "restitu*", "inapoi*", "returnez*", "returna"],
        &["pastr*", "raman cu", "ramane cu", "ramai cu"],
    ),
    contrary(&["confisc*", "sechestr*"], &["restitu*", "raman la", "ramane la"]),
    contrary(
        &["inclu*", "cuprind*", "intra in", "intri in"],
        &["exclu*", "exclud*", "iese din", "ies din", "ies de", "iesi din"],
    ),
    contrary(&["prime*", "acord*", "beneficiaz*"], &["ramane fara", "raman fara", "ramai fara"]),
    // To allow and to refuse.
    either(&["aprob*", "accept*", "admis*", "admite*", "approve*"], &["resping*", "respins*", "reject*"]),
    either(
        &["favorabil*", "cel mai bun", "cea mai buna", "cele mai bune", "avantajo*"],
        &["nefavorabil*", "defavorabil*", "negativ*", "cel mai prost", "cea mai proasta", "dezavantajo*"],
    ),
    either(
        &["interzi*", "forbid*", "forbidden", "prohibit*"],
        &["permis", "permisa", "permise", "voie", "permit*", "allowed", "permitted"],
    ),
    either(
        &["optional*", "facultativ*", "voluntar*", "la alegere", "daca vrei", "daca vrea", "daca vor"],
        &["obligatori*", "compulsory", "mandatory"],
    ),
    either(
        &["respect*", "comply", "complies"],
        &["incalc*", "calca", "calci", "nerespect*", "neindeplin*", "break", "breaks"],
    ),
    either(
        &["gratuit*", "fara plata", "fara bani", "fara taxa", "fara cost*", "free of charge"],
        &["contra cost", "contra plata", "contra unei plati", "against payment", "for a fee"],
    ),
    either(&["gratuit*"], &["platesc", "platesti", "costa"]),
    contrary(&["cumuleaz*", "se adaug*", "se adun*"], &["se scad*", "se deduc*", "inlocui*", "in locul"]),
    contrary(&["angajeaza", "angajarea", "angajarii"], &["concedi*", "disponibiliz*"]),
    // "Radiodifuziune" removes nobody.
    contrary(
        &["inscrie", "inscrier*", "inscris*", "inregistr*"],
        &["radia", "radiat", "radiata", "radiate", "radiaz*", "radier*", "radiez*", "sterg*", "stears*", "stergerea"],
    ),
    contrary(&["sterg*", "stears*"], &["pastr*", "mentin*", "conserv*"]),
    contrary(&["bugetul de stat", "bugetului de stat"], &["bugetul local", "bugetului local", "bugetele locale"]),
    contrary(&["urban*"], &["rural*"]),
    contrary(&["intravilan*"], &["extravilan*"]),
    contrary(&["in tara", "in romania"], &["in strainatate", "din strainatate", "in afara tarii"]),
    // Before and after, to begin and to end.
    contrary(&["dupa", "ulterior*"], &["inainte", "anterior*", "anticipat*", "in avans", "in prealabil"]),
    contrary(&["incep", "incepe", "inceapa"], &["inceteaza", "incetarea", "incetarii", "se incheie"]),
    contrary(&["inceteaza", "incetarea", "incetarii"], &["continu*", "in continuare", "mai departe"]),
    contrary(
        &["dispar*", "abrog*", "elimin*", "desfiint*", "scoate", "scot", "scoasa", "repeal*", "disappear*"],
        &[
            "adaug*", "complet*", "introduc*", "infiint*", "ramane in vigoare", "raman in vigoare",
            "ramane in functiune", "raman in functiune", "remains in force", "remain in force",
        ],
    ),
    contrary(
        &["suspend*", "intrerup*", "opresc", "opreste", "sta pe loc", "stau pe loc"],
        &["continu*", "mai departe", "curg", "curge", "curga"],
    ),
    contrary(&["primul", "primii", "primele", "primului", "primei"], &["ultim*"]),
    contrary(&["temporar*", "provizori*"], &["permanent*", "definitiv*"]),
    contrary(&["valabil*", "valid*"], &["nul", "nula", "nule", "nulitat*", "expirat*", "fara efect*"]),
    // One and another.
    contrary(&["unic*", "unitar*", "aceeasi", "acelasi", "aceleasi"], &["diferit*", "difera"]),
    contrary(
        &["cel putin un", "cel putin una", "cel putin unul", "oricare dintre", "o singura", "un singur"],
        &["toate conditiile", "toate cerintele", "toate criteriile", "cumulativ*"],
    ),
    contrary(&["separat*", "individual*", "distinct*"], &["impreuna", "in comun", "colectiv*"]),
    contrary(
        &["personal", "tu insuti", "el insusi", "ea insasi"],
        &["prin altcineva", "altcineva", "prin reprezentant*", "prin imputernicit*", "prin mandatar*", "prin procura"],
    ),
    // How.
    contrary(
        &["online", "electronic*", "digital*"],
        &["ghiseu*", "pe hartie", "suport hartie", "suport de hartie", "in persoana"],
    ),
    contrary(&["verbal*", "prin viu grai", "oral"], &["in scris", "scrisa", "scrise"]),
    contrary(&["direct", "directa", "directi"], &["indirect", "indirecta", "indirecti"]),
    contrary(&["public", "publica", "publice", "publici"], &["secret", "secrete", "secreta", "confidential*"]),
    contrary(&["intentie", "intentionat*", "cu voia"], &["culpa", "din greseala", "neglijen*"]),
    contrary(&["deschis", "deschide", "deschid", "deschiderea"], &["inchide", "inchid", "inchiderea", "inchideri*"]),
];
