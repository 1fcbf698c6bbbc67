//! Words by which an act is recognised, in lower case without diacritics.

use crate::domain::AudienceRole;

/// The words of each default topic. A topic that the operator removed is not suggested.
pub(super) const TOPICS: [(&str, &[&str]); 10] = [
    ("inchirieri", &["inchirier", "contract de locatiune", "chirie", "chirias", "locator"]),
    (
        "fiscalitate",
        &[
            "codul fiscal",
            "codului fiscal",
            "codul de procedura fiscala",
            "impozit",
            "taxa pe valoarea adaugata",
            "tva",
            "acciz",
            "contributii sociale",
            "e-factura",
            "declaratia unica",
            "administrare fiscala",
            "227/2015",
            "207/2015",
        ],
    ),
    (
        "munca",
        &[
            "codul muncii",
            "codului muncii",
            "salari",
            "angajator",
            "contract individual de munca",
            "contractul individual de munca",
            "concedi",
            "tichete de masa",
            "53/2003",
            "timpul de munca",
        ],
    ),
    (
        "finante",
        &[
            "institutii de credit",
            "credit ipotecar",
            "banca nationala",
            "asigurar",
            "leasing",
            "piata de capital",
            "dobanzi",
        ],
    ),
    (
        "terenuri",
        &[
            "teren agricol",
            "terenuri agricole",
            "terenurilor agricole",
            "extravilan",
            "arend",
            "fond funciar",
            "fondului funciar",
            "cadastru",
        ],
    ),
    (
        "subventii",
        &[
            "fermier",
            "apia",
            "agentia de plati si interventie",
            "afir",
            "ajutor de minimis",
            "plati directe",
            "subventi",
            "crescatori",
        ],
    ),
    (
        "consumatori",
        &["consumator", "protectia consumatorilor", "furnizorul casnic", "client casnic", "clientilor casnici"],
    ),
    (
        "digital",
        &[
            "date cu caracter personal",
            "semnatura electronica",
            "securitate cibernetica",
            "inteligenta artificiala",
            "identitate digitala",
            "servicii digitale",
        ],
    ),
    (
        "constructii",
        &[
            "autorizatie de construire",
            "autorizarea executarii",
            "urbanism",
            "constructiilor",
            "imobiliar",
            "performanta energetica a cladirilor",
        ],
    ),
    (
        "afaceri",
        &[
            "societatilor",
            "31/1990",
            "registrul comertului",
            "registrului comertului",
            "intreprinderi mici",
            "operatori economici",
            "operatorii economici",
            "insolvent",
            "persoane juridice",
            "achizitii publice",
        ],
    ),
];

/// The words of each role.
pub(super) const ROLES: [(AudienceRole, &[&str]); 13] = [
    (AudienceRole::Landlord, &["locator", "inchiriaza", "cedarea folosintei bunurilor"]),
    (AudienceRole::Tenant, &["chirias", "locatar"]),
    (AudienceRole::HomeOwner, &["proprietarii de locuinte", "impozitul pe cladiri", "asociatii de proprietari"]),
    (AudienceRole::CarOwner, &["autovehicul", "mijloacele de transport"]),
    (
        AudienceRole::Company,
        &[
            "societatilor",
            "persoane juridice",
            "persoanele juridice",
            "operatori economici",
            "operatorii economici",
            "microintreprinder",
        ],
    ),
    (AudienceRole::VatPayer, &["taxa pe valoarea adaugata", "scopuri de tva", "tva"]),
    (
        AudienceRole::SelfEmployed,
        &["persoane fizice autorizate", "activitati independente", "profesii liberale", "declaratia unica"],
    ),
    (AudienceRole::Employer, &["angajator", "angajatorul"]),
    (AudienceRole::Employee, &["salariat", "salariatii"]),
    (AudienceRole::Farmer, &["fermier", "producatori agricoli", "exploatatii agricole"]),
    (AudienceRole::LandOwner, &["proprietarii de teren", "terenuri agricole", "fond funciar"]),
    (AudienceRole::Consumer, &["consumator"]),
    (AudienceRole::Pensioner, &["pensionar", "pensii"]),
];

/// Domains, as tags of an article, and their words.
pub(super) const DOMAINS: [(&str, &[&str]); 14] = [
    ("TVA", &["taxa pe valoarea adaugata", "tva"]),
    ("impozit pe venit", &["impozitul pe venit"]),
    ("impozit pe profit", &["impozitul pe profit"]),
    ("microîntreprinderi", &["microintreprinder"]),
    ("e-Factura", &["e-factura"]),
    ("accize", &["acciz"]),
    ("contribuții sociale", &["contributii sociale", "contributia de asigurari"]),
    ("salarii", &["salariul de baza minim", "salariul minim", "salariilor"]),
    ("societăți", &["legea societatilor", "31/1990"]),
    ("protecția datelor", &["date cu caracter personal"]),
    ("subvenții", &["subventi", "plati directe", "ajutor de minimis"]),
    ("terenuri agricole", &["terenuri agricole", "terenurilor agricole"]),
    ("energie", &["energie electrica", "gaze naturale"]),
    ("achiziții publice", &["achizitii publice", "achizitiile publice"]),
];
