//! Words around references to provisions and acts.

/// Words before a reference that say no more than the reference.
pub(super) const LINKS: &[&str] = &[
    "prevăzut la ",
    "prevăzută la ",
    "prevăzute la ",
    "prevăzuți la ",
    "prevăzut de ",
    "prevăzută de ",
    "prevăzute de ",
    "prevăzut în ",
    "prevăzută în ",
    "prevăzute în ",
    "menționat la ",
    "menționată la ",
    "menționate la ",
    "menționați la ",
    "definit la ",
    "definită la ",
    "definite la ",
    "definiți la ",
    "astfel cum este definit potrivit ",
    "astfel cum este definită potrivit ",
    "astfel cum sunt definite potrivit ",
    "astfel cum sunt definiți potrivit ",
    "astfel cum este prevăzut la ",
    "astfel cum este prevăzută la ",
    "astfel cum sunt definite la ",
    "astfel cum sunt definiți la ",
    "astfel cum este definit la ",
    "astfel cum este definită la ",
    "astfel cum sunt prevăzute la ",
    "așa cum sunt definite la ",
    "așa cum este definit la ",
    "potrivit prevederilor ",
    "potrivit dispozițiilor ",
    "potrivit ",
    "conform prevederilor ",
    "conform dispozițiilor ",
    "conform ",
    "în conformitate cu prevederile ",
    "în conformitate cu dispozițiile ",
    "în conformitate cu ",
    "în condițiile prevăzute la ",
    "în condițiile prevăzute de ",
    "în condițiile ",
    "în temeiul prevederilor ",
    "în temeiul ",
    "cu respectarea prevederilor ",
    "cu respectarea dispozițiilor ",
    "în aplicarea prevederilor ",
    "în baza ",
    "în aplicarea ",
];
/// Words that name a provision; its label follows.
pub(super) const UNITS: [&str; 12] = [
    "art.", "alin.", "lit.", "pct.", "articolul", "alineatul", "litera", "anexa", "anexele", "anexei", "cap.", "titlul",
];
/// Words that name nobody without the reference after them.
pub(super) const GENERIC: &[&str] = &[
    "cei", "cele", "cel", "cea", "celor", "celui", "celei", "persoanele", "persoanelor", "persoana", "persoanei",
    "entitățile", "entităților", "normative", "prevederile", "prevederilor", "dispozițiile", "dispozițiilor",
    "situațiile", "situațiilor", "cazurile", "cazurilor", "documentația", "documentației", "documentațiile",
    "documentațiilor", "documentele", "documentelor", "condițiile", "condițiilor", "cerințele", "cerințelor",
    "criteriile", "criteriilor", "regulile", "regulilor", "drepturilor", "măsurile", "măsurilor", "sumele",
    "termenele", "termenelor", "obligația", "obligațiile", "obligațiilor",
];
/// Words between the parts of a reference.
pub(super) const BETWEEN: &[&str] =
    &["și", "sau", "ori", "din", "la", "ale", "al", "nr.", "teza", "întâi", "respectiv", "coroborat"];
/// Words that begin the name of an act.
pub(super) const ACTS: &[&str] = &[
    "Normele", "Legea", "Legii", "Lege", "Ordonanța", "Ordonanței", "Hotărârea", "Hotărârii", "Regulamentul",
    "Regulamentului", "Directiva", "Directivei", "Decizia", "Deciziei", "Ordinul", "Ordinului", "Codul", "Codului",
];
/// References that name the law without a number.
pub(super) const NAMELESS: &[&str] = &[
    "legii",
    "lege",
    "legislației în vigoare",
    "dispozițiilor legale în vigoare",
    "prevederilor legale în vigoare",
    "dispozițiilor legale",
    "prevederilor legale",
    "prezenta lege",
    "prezentei legi",
    "prezentei ordonanțe de urgență",
    "prezenta ordonanță de urgență",
    "prezentei ordonanțe",
    "prezentul cod",
    "prezentului cod",
];
/// Words after the name of an act that say only which form of it is meant.
pub(super) const FORMS: &[&str] = &[
    "republicată",
    "republicat",
    "cu modificările și completările ulterioare",
    "cu completările și modificările ulterioare",
    "cu modificările ulterioare",
    "cu completările ulterioare",
    "aprobată cu modificări și completări prin",
    "aprobată cu modificări prin",
    "aprobată cu completări prin",
    "aprobat cu modificări prin",
    "aprobată prin",
    "aprobate prin",
    "aprobat prin",
    "cu modificările aduse prin",
];
