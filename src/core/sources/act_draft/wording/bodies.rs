//! The words that say whose a day is, in lower case without diacritics; `|` stands for the end of a word.

/// The verbs of a duty or a right that readers have against a body of the state.
pub(super) const READERS_VERBS: &[&str] = &[
    "contest", "atac", "formula contest", "formula plang", "formula obiect", "formula recurs", "formula motivat",
    "numai apelului|", "numai recursului|",
];

/// What a body of the state asks of somebody.
pub(super) const ASKED: &[&str] =
    &["completarea|", "prezentarea|", "depunerea|", "transmiterea|", "remedierea|", "restituirea|"];

/// The verbs with which a body of the state gives something to one of [`RECEIVERS`].
pub(super) const GIVING: &[&str] = &[
    "se comunica|", "va fi comunicat|", "vor fi comunicate|", "se restituie|", "se inmaneaza|", "se vireaza|",
    "citarea|",
];

/// The words by which a reader hears of something, or the state hands over what is its own.
pub(super) const OF_THE_STATE: &[&str] = &[
    "este informat",
    "sunt informat",
    "este notificat",
    "sunt notificat",
    "este instiintat",
    "sunt instiintat",
    "predarea-preluarea",
    "predarea-primirea",
    "i se aduca la cunostinta",
    "i se aduce la cunostinta",
    "li se aduce la cunostinta",
    "decontarea catre",
    "motivarea incheierii",
    "motivarea hotararii",
    "motivarea ordinului",
    "din cadrul camerei deputatilor",
    "deliberarea|",
    "hotararea se redacteaza|",
    "se redacteaza de",
    "redactarea hotararii",
    "termenul de solutionare",
];

/// The receivers of what a body of the state gives.
pub(super) const RECEIVERS: &[&str] = &[
    "solicitant", "petent", "persoanei", "titular", "contribuabil", "beneficiarului", "debitor", "acestora|",
    "acestuia|", "persoanelor|", "partilor|", "bugetelor locale|",
];

/// What only the bodies of the state have: a law about it is about their own organisation.
pub(super) const ORGANISATION: &[&str] = &[
    "structura organizatorica|",
    "organigrame",
    "organigrama|",
    "organigramei|",
    "numarul maxim de posturi",
    "incadrarea personalului",
    "functiilor contractuale",
];

/// What the state pays.
pub(super) const AIDS: &[&str] = &["ajutorul de stat", "ajutorului de stat", "grantului", "subventiei", "sprijinului"];

/// Organs of a company that are called like bodies of the state.
pub(super) const ORGANS: &[&str] = &[
    "consiliul de administratie",
    "consiliile de administratie",
    "consiliul de supraveghere",
    "presedintele consiliului de administratie",
    "comisia de cenzori",
];

/// The verbs of what only a body of the state does.
pub(super) const AUTHORITY_VERBS: &[&str] =
    &["solution", "inaintea", "elibereaz", "avizeaz", "avizat", "se pronunt", "se judeca|", "se motiveaza|"];

/// Words with which a rule for the rules of others begins.
pub(super) const RULE_MAKING: &[&str] = &[
    "prin ordin", "prin hotarare", "prin decizie", "prin act administrativ", "la propunerea", "se aproba ordin",
    "se adopta", "se emit", "se elabor", "va aproba", "vor aproba", "va emite", "vor emite", "va adopta", "va elabora",
    "vor elabora", "va fi elaborat", "vor fi elaborat", "va fi aprobat", "vor fi aprobat", "va fi adoptat",
    "vor fi adoptat", "va actualiza", "emit norme", "emite norme", "norme metodologice", "normele", "se modifica|",
    "se completeaza|", "se actualizeaza|", "se stabilesc|", "se stabileste|", "se aproba|", "ordinul prev", "ordinele",
    "hotararea guvernului",
];

/// Bodies of the state as a subject: the nominative, at the beginning of a word.
pub(super) const AUTHORITIES: &[&str] = &[
    "ministerul|",
    "ministerele|",
    "ministrul|",
    "ministrii|",
    "guvernul|",
    "parlamentul|",
    "senatul|",
    "camera deputatilor|",
    "agentia|",
    "agentiile|",
    "autoritatea|",
    "autoritatile|",
    "institutia publica|",
    "institutiile publice|",
    "institutiile de|",
    "entitatea publica|",
    "entitatile publice|",
    "conducatorul autoritatii|",
    "conducatorii autoritatilor|",
    "conducatorul institutiei|",
    "conducatorii institutiei|",
    "conducatorii institutiilor|",
    "conducerile|",
    "inspectoratul|",
    "inspectoratele|",
    "directia|",
    "directiile|",
    "comisia|",
    "comisiile|",
    "consiliul|",
    "consiliile|",
    "primarul|",
    "primarii|",
    "primaria|",
    "primariile|",
    "prefectul|",
    "prefectii|",
    "prim-ministrul|",
    "oficiul|",
    "oficiile|",
    "banca nationala|",
    "casa nationala|",
    "casele|",
    "curtea|",
    "secretariatul|",
    "ordonator",
    "anaf|",
    "anpc|",
    "a.s.f",
    "asf|",
    "anre|",
    "ancom|",
    "adr|",
    "anpa|",
    "organul fiscal|",
    "organele fiscale|",
    "unitatea administrativ",
    "unitatile administrativ",
    "unitatile/subdiviziunile administrativ",
    "subdiviziunile administrativ",
    "municipiile|",
    "orasele|",
    "comunele|",
    "judetele|",
    "administratia|",
    "presedintele|",
    "statul|",
    "partile contractante|",
    "structurile|",
    "organele de control|",
    "organele de politie|",
    "organul competent|",
    "organele competente|",
    "organul de control|",
    "organul de politie|",
    "politia|",
    "garda de mediu|",
    "garda forestiera|",
    "garda nationala|",
    "garzile forestiere|",
    "serviciul public|",
    "serviciile publice|",
    "agentul constatator|",
    "agentii constatatori|",
    "trezoreria|",
    "birourile electorale|",
    "biroul electoral|",
    "organele judiciare|",
    "organele de urmarire|",
    "asociatiile de dezvoltare intercomunitara|",
    "procurorul|",
    "instanta|",
    "judecatorul|",
    "judecatorii|",
    "instantele|",
    "grefierul|",
    "plenul|",
    "deputatii|",
    "senatorii|",
    "entitatea competenta|",
    "entitatile competente|",
    "institutul national|",
    "centrul national|",
];
