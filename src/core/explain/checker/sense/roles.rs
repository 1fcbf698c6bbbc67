//! Professions, roles and bodies that laws name by one word.

use super::party::{Party, party};

/// Roles by the words of plain language and of the law. A sentence that names one rests on a provision that names it, or
/// the field in which it works.
pub(super) static ROLES: &[Party] = &[
    // Bodies.
    party(&["curtea de conturi", "curtii de conturi"], &["court of accounts", "court of auditors"], &[]),
    party(&["banca nationala", "bancii nationale", "bnr"], &["national bank", "central bank"], &[]),
    party(&["jandarm*"], &["gendarm*"], &[]),
    party(&["pompier*"], &["firefighter*", "fire brigade*"], &["situati* de urgenta", "igsu", "isu"]),
    party(&["ambasad*", "consulat*"], &["embass*", "consulate*"], &["diplomatic*", "consular*"]),
    party(&["partid", "partidul", "partide*", "partidului"], &["political part*"], &["politic*"]),
    party(
        &["biserica", "bisericii", "biserici", "bisericile", "parohi*", "preot*"],
        &["church*", "priest*", "parish*"],
        &["cult", "culte*", "cultul*", "religio*", "bisericesc*"],
    ),
    party(&["muzeu*", "muzee*"], &["museum*"], &["muze*"]),
    party(&["bibliotec*"], &["library", "libraries"], &[]),
    party(&["teatr*"], &["theatre*", "theater*"], &["spectacol*"]),
    party(
        &["ziar", "ziarul", "ziare", "ziarele", "ziarelor", "ziarist*", "jurnalist*", "presa", "presei"],
        &["newspaper*", "journalist*", "the press", "reporter*"],
        &["mass media", "media", "publicati*", "televiziun*", "radio*", "audiovizual*"],
    ),
    party(&["aeroclub*", "club", "clubul", "clubului", "cluburi*"], &["club", "clubs", "flying club*"], &["sportiv*"]),
    party(&["fundati*", "ong", "ong uri*"], &["foundation*", "ngo*"], &["asociati*", "neguvernamental*"]),
    party(&["gradinit*", "cresa", "cresei", "crese", "cresele"], &["kindergarten*", "nurser*"], &["prescolar*"]),
    party(&["comunei", "comunelor"], &["commune*"], &["unitat* administrativ*", "localitat*", "rural*"]),
    // Professions.
    party(&["farmaci*"], &["pharmac*"], &[]),
    party(
        &["asistent* medical*", "asistent* social*", "infirmier*"],
        &["nurse", "nurses", "social worker*"],
        &["asistent*"],
    ),
    party(&["dentist*", "stomatolog*"], &["dentist*"], &["dentar*", "medic*"]),
    party(&["fizioterap*", "kinetoterap*"], &["physiotherap*"], &[]),
    party(&["psiholog*"], &["psychologist*"], &[]),
    party(&["veterinar*"], &["veterinar*", "vet", "vets"], &[]),
    party(&["profesor*", "invatator*", "educatoar*"], &["teacher*", "professor*"], &["didactic*"]),
    party(&["cercetator*"], &["researcher*"], &["cercet*", "stiintific*"]),
    party(&["arhitect*"], &["architect*"], &[]),
    party(&["inginer*"], &["engineer*"], &[]),
    party(&["proiectant*"], &["designer*"], &["proiect*"]),
    party(&["constructor*"], &["builder*", "contractor*"], &["constru*", "antrepren*", "execut*", "lucrar*"]),
    party(&["auditor*"], &["auditor*"], &["audit*"]),
    party(&["artist", "artistul", "artisti*", "artistului"], &["artist*"], &["artist*", "interpret*"]),
    party(&["sofer*"], &["driver*"], &["conducator*", "conduc*", "transport*"]),
    party(&["soldat*", "militarii", "militarilor", "militarul"], &["soldier*"], &["militar*", "armat*"]),
    // Roles.
    party(&["furnizor*"], &["supplier*", "provider*"], &["furniz*", "prestator*", "vanz*"]),
    party(&["producator*"], &["producer*", "manufacturer*"], &["produc*", "produs*", "fabric*"]),
    party(&["importator*"], &["importer*"], &["import*"]),
    party(&["distribuitor*"], &["distributor*"], &["distrib*"]),
    party(&["investitor*"], &["investor*"], &["invest*"]),
    party(&["mostenitor*"], &["heir", "heirs"], &["succes*"]),
    party(&["martor*"], &["witness", "witnesses"], &[]),
    party(&["vecin", "vecinul", "vecinii", "vecinilor", "vecinului"], &["neighbour*", "neighbor*"], &["invecin*"]),
    party(&["turist", "turistul", "turisti*", "turistului"], &["tourist*"], &["turis*", "calator*"]),
    party(&["vanator", "vanatorul", "vanatori", "vanatorii"], &["hunter*"], &["vanat*", "cineget*"]),
    party(&["pescar*"], &["fisherm*"], &["pesc*"]),
    party(&["voluntarii", "voluntarilor", "voluntarul"], &["volunteers"], &["voluntar*"]),
    party(
        &["clientul", "clientului", "clientii", "clientilor"],
        &["customer*", "client", "clients"],
        &["client*", "consumator*", "beneficiar*", "cumpar*", "abonat*", "utilizator*"],
    ),
    party(&["pasager*"], &["passenger*"], &["calator*", "transport*"]),
    party(&["destinatar*"], &["recipient*", "addressee*"], &["beneficiar*", "primit*", "primes*"]),
    party(&["alegator*"], &["voter*"], &["vot*", "alegeri*", "electoral*"]),
    party(&["deputat*", "senatorul*", "senatori*"], &["deputies", "senator*"], &["parlament*", "camera deputatilor"]),
    party(&["transportator*"], &["carrier*"], &["transport*"]),
    party(&["arendas*"], &["lessee*"], &[]),
    party(&["arendator*"], &["lessor*"], &[]),
    party(&["tutorele", "tutorelui", "tutore"], &["guardian*"], &["tutel*", "reprezentant* legal*", "ocrotitor*"]),
];
