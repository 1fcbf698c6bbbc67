//! Words of duties, rights and sanctions, and of those who read the law, in lower case without diacritics. `|` stands for
//! the end of a word.

/// Words by which a sentence gives somebody a duty, a sanction, a relief or a right.
pub(super) const BINDING: [&str; 35] = [
    "obligat", "obligati", "trebuie", "amend", "contraventi", "scutit", "scutire", "dreptul", "au dreptul",
    "are dreptul", "benefici", "depun|", "depune|", "plate", "platesc|", "achit", "datoreaz", "declar", "transmit",
    "notific", "inregistr", "solicit", "raspund|", "nu pot|", "nu poate|", "pot fi|", "poate fi|", "pot solicita",
    "este interzis", "se interzice", "au acces", "primesc|", "li se acorda", "se acorda", "se pot|",
];

/// Words by which an act binds readers.
pub(super) const DUTIES: [&str; 7] = [
    "are obligatia",
    "au obligatia",
    "este obligat",
    "sunt obligat",
    "au urmatoarele obligatii",
    "trebuie sa",
    "se interzice",
];

/// Words of sanctions.
pub(super) const SANCTIONS: [&str; 9] = [
    "cu amenda de la",
    "amenda contraventionala",
    "se sanctioneaza",
    "constituie contraventi",
    "se pedepseste",
    "cu amenda cuprinsa",
    "cuantumul amenzii",
    "zile-amenda",
    "suspendarea activitatii",
];

/// Topics of acts that are for companies whenever they name one.
pub(super) const OF_COMPANIES: [&str; 3] = ["afaceri", "finante", "fiscalitate"];

/// Words of crimes.
pub(super) const CRIMES: [&str; 4] =
    ["constituie infractiun", "se pedepseste cu inchisoare", "se pedepsesc cu inchisoare", "cu inchisoarea de la"];

/// Words of what somebody may do or gets, or does by the act.
pub(super) const RIGHTS: [&str; 27] = [
    "pot|", "poate|", "posibilitatea de a", "dreptul", "beneficiaz", "scutit", "scutire", "exceptat", "gratuit",
    "se acorda", "li se acorda", "primesc|", "primeste|", "au acces", "depun|", "depune|", "platesc|", "plateste|",
    "achita|", "datoreaz", "declara|", "transmit|", "transmite|", "notifica|", "solicita|", "raspund|", "raspunde|",
];

/// Words of a ban or a limit.
pub(super) const BANS: [&str; 8] = [
    "nu pot|", "nu poate|", "nu au dreptul", "nu are dreptul", "este interzis", "sunt interzis", "sub sanctiunea",
    "sunt obligate",
];

/// Words of those who read the law for themselves, their firm or their work.
pub(super) const READERS: [&str; 60] = [
    "persoan", "cetatean", "cetateni", "furnizor", "operator", "societat", "intreprind", "beneficiar", "titular",
    "solicitant", "proprietar", "angajat", "salariat", "elevi|", "elevii", "elevilor", "student", "pacient",
    "asigurat", "contribuabil", "consumator", "utilizator", "client", "parinte", "parinti", "copii", "copil",
    "fermier", "producator", "dezvoltator", "cumparator", "vanzator", "detinator", "locatar", "chirias", "pensionar",
    "medicii", "medicul", "cabinet", "cluburi", "asociatii", "asociatiil", "fundati", "organizatii", "emitent",
    "investitor", "profesionist", "comerciant", "importator", "distribuitor", "transportator", "conducatorul auto|",
    "conducatorii auto|", "debitor", "creditor", "victim", "institutiile de credit", "lucrator", "tanar", "tiner",
];

/// Words of texts that set no rule.
pub(super) const FORMULAS: [&str; 8] = [
    "mentiunea privind transpunerea",
    "mentiunea de transpunere",
    "prezenta lege transpune",
    "prezenta ordonanta transpune",
    "prezenta ordonanta de urgenta transpune",
    "se va republica",
    "se republica in monitorul",
    "dandu-se textelor o noua numerotare",
];
