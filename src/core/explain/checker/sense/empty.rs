//! Words without a meaning of their own.

/// Words without a meaning of their own, and those that nearly every provision has.
pub(super) const EMPTY: &[&str] = &[
    "acest", "acesta", "aceasta", "acestea", "acestei", "acestora", "acestia", "acestui", "aceste", "acel", "acelasi",
    "aceeasi", "alin", "alineat", "alineatul", "alta", "alte", "altul", "anul", "apoi", "art", "articol", "articolul",
    "articolului", "asupra", "asta", "astfel", "atunci", "aveai", "avea", "aveti", "avem", "caror", "care", "carei",
    "carora", "carui", "catre", "ceea", "cele", "celor", "celui", "celei", "celelalte", "chiar", "conform", "cand",
    "cat", "caz", "cazul", "cuprins", "cum", "daca", "data", "date", "deja", "deci", "decat", "despre", "dintre",
    "dintr", "din", "doar", "dupa", "este", "fara", "fata", "fiecare", "fie", "fiind", "fost", "insa", "intre", "intr",
    "iti", "lege", "legea", "legii", "legi", "lit", "litera", "lucru", "luna", "luni", "lunii", "mai", "mult", "numai",
    "numar", "numarul", "oricare", "orice", "ori", "pana", "parte", "partea", "pentru", "peste", "plus", "poate",
    "poata", "pot", "poti", "potrivit", "precum", "prevazut", "prevazuta", "prevazute", "prevederile", "prevederilor",
    "prezenta", "prezentei", "prezentul", "prin", "privind", "punct", "punctul", "sale", "sau", "sunt", "sub", "tine",
    "timp", "totul", "toate", "toti", "trebuie", "unde", "unei", "unic", "unor", "unui", "unul", "urma", "urmatorul",
    "urmatoarele", "vor", "zile", "zilele", "zi", "ani", "anului", "lei", "nou", "noua", "noile", "nici", "vreo",
    "vreun", "vreunei", "vreunui", "niciun", "nicio", "noul", "alineatele", "modifica", "monitorul", "oficial",
    "romaniei", "introduce", "completarile", "modificarile", "ulterioare", "completeaza", "avand", "lor", "lui", "dar",
    "iar", "isi", "prima", "primul", "maximum", "minimum", "maxim", "minim", "putin", "cel", "obligatia", "obligatie",
    "obligatiei", "obligat", "obligata", "obligati", "obligate", "dreptul", "drept", "voie", "nevoie", "termen",
    "termenul", "vrei",
];
