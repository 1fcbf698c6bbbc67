//! Tests of lists of addresses.

use super::*;

/// Every address as `line: address`, every refusal as its message, and the number of duplicates.
fn read_all(bytes: &[u8]) -> Vec<String> {
    let reader = Box::new(io::Cursor::new(bytes.to_vec()));
    let upload = Upload { name: "a.csv".into(), format: None, reader };
    let mut addresses = Addresses::new(upload, ColumnReadings::default()).expect("memory");
    let mut lines: Vec<String> = addresses
        .by_ref()
        .map(|read| match read.expect("memory does not fail") {
            Ok(address) => format!("{}: {}", address.line, address.email.as_str()),
            Err(refusal) => format!("{}: {}", refusal.location, refusal.problems[0]),
        })
        .collect();
    if addresses.duplicates() > 0 {
        lines.push(format!("{} duplicates", addresses.duplicates()));
    }
    if addresses.without_address() > 0 {
        lines.push(format!("{} without address", addresses.without_address()));
    }
    lines
}

#[test]
fn a_list_may_have_names_spaces_and_comments() {
    let text = "\u{feff}# Clienți\r\n\r\n  ana@x.ro  \r\nBogdan Ion <bogdan@x.ro>\r\n\"Pop, Cora\" <cora@x.ro>,\n\
                \"dan@x.ro\";\neva@x.ro   # la cerere\no'neil+legi#1@x.ro\n\t\n#fin@x.ro\nANA@X.RO\nAna <ana@X.ro>\n";
    assert_eq!(
        read_all(text.as_bytes()),
        [
            "3: ana@x.ro", "4: bogdan@x.ro", "5: cora@x.ro", "6: dan@x.ro", "7: eva@x.ro", "8: o'neil+legi#1@x.ro",
            "2 duplicates"
        ]
    );
}

#[test]
fn an_invalid_line_is_refused_and_the_next_is_read() {
    let text = format!("ana@x.ro\nana\nana@x.ro, eva@x.ro\nana@@x.ro\nBcc: b@x.ro\n{}\neva@x.ro\n", "x".repeat(9000));
    let hint = "write it as ana@example.ro or Ana Pop <ana@example.ro>, or remove the line";
    assert_eq!(
        read_all(text.as_bytes()),
        [
            "1: ana@x.ro".to_owned(),
            format!("a.csv, line 2: \"ana\" is not an e-mail address; {hint}"),
            "a.csv, line 3: \"ana@x.ro, eva@x.ro\" is not an e-mail address; write one address on each line, or a header with the columns, such as email,language".into(),
            format!("a.csv, line 4: \"ana@@x.ro\" is not an e-mail address; {hint}"),
            format!("a.csv, line 5: \"Bcc: b@x.ro\" is not an e-mail address; {hint}"),
            "a.csv, line 6: is too long; a line has at most 8 KiB".into(),
            "7: eva@x.ro".into(),
        ]
    );
}

#[test]
fn a_header_may_have_any_column_order_and_separator() {
    assert_eq!(read_all(b"Name;E-mail;x\r\nAna;ana@x.ro;\r\n;;\r\n"), ["2: ana@x.ro"]);
    assert_eq!(read_all(b"sep=;\nEmail;Language\nana@x.ro;en\n"), ["3: ana@x.ro"]);
    assert_eq!(
        read_all(b"email\tname\n\"Ana\" <ana@x.ro>\tAna\n"),
        ["a.csv, line 2: has text after a closing quotation mark; an earlier mark may be unclosed; \
          quote the whole cell and double each quotation mark inside"]
    );
    assert_eq!(read_all(b"email,name\n\"Ana <ana@x.ro>\",\"Pop, \"\"A\"\"\"\n"), ["2: ana@x.ro"]);
}

#[test]
fn lists_of_other_programs_are_read() {
    assert_eq!(read_all(b"Subscriber,Status,Subscribed\nana@x.ro,Active,2024-01-01 10:00:00\n"), ["2: ana@x.ro"]);
    assert_eq!(
        read_all(b"First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value\nAna,Pop,* my,* Home,ana@x.ro\n"),
        ["2: ana@x.ro"]
    );
    assert_eq!(read_all("Nume;Adresă de e-mail\nAna;ana@x.ro\n".as_bytes()), ["2: ana@x.ro"]);
    assert_eq!(read_all(b"Nume;Adresa\nAna;ana@x.ro\n"), ["2: ana@x.ro"]);
    assert_eq!(read_all(b"Nume;Adresa;Email\nAna;Str. Lunga 3, Cluj;ana@x.ro\n"), ["2: ana@x.ro"]);
    let marks = "\u{feff}email;nume\r\n\u{200b}ana@x.ro;Ana\r\nion@x.ro\u{a0};Ion\r\n\u{202a}dan@x.ro\u{202c};Dan\r\n\
                 Eva <mailto:eva@x.ro>\u{200e};Eva\n";
    assert_eq!(read_all(marks.as_bytes()), ["2: ana@x.ro", "3: ion@x.ro", "4: dan@x.ro", "5: eva@x.ro"]);
}

#[test]
fn contacts_without_an_address_are_counted() {
    let google = b"First Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Value\n\
        Ana,Home,ana@x.ro,,,\nIon,,,,,0722 123 456\nDan,,,Work,dan@x.ro,\nEva,Home,eva@,Work,eva@x.ro,\n\
        Fay,Home,fay@x.ro ::: fay@y.ro,,,\n";
    let lines = read_all(google);
    assert_eq!((lines[0].as_str(), lines[1].as_str()), ("2: ana@x.ro", "4: dan@x.ro"));
    assert!(lines[2].contains("line 5") && lines[2].contains("is not an e-mail address"), "{lines:?}");
    assert_eq!(lines[3..], ["6: fay@x.ro", "1 without address"]);
    let outlook = b"First Name,E-mail Address,E-mail Type,E-mail 2 Address,Sensitivity,Private\n\
        Ana,ana@x.ro,SMTP,ana2@x.ro,Normal,False\nIon,,,,Normal,False\n";
    assert_eq!(read_all(outlook), ["2: ana@x.ro", "1 without address"]);
    let nobody = "a.csv: contains no address; write one address on each line";
    assert_eq!(read_all(b"name,email\nAna,\n"), [nobody, "1 without address"]);
}

#[test]
fn a_no_in_an_ignored_column_refuses_its_line() {
    let lines = read_all(b"email,Tags,City\nana@x.ro,vip,Cluj\ndan@x.ro,\"vip, unsubscribed\",Cluj\n");
    assert_eq!(lines[0], "2: ana@x.ro");
    assert!(lines[1].starts_with("a.csv, line 3: Tags: \"vip, unsubscribed\" says"), "{lines:?}");
}

#[test]
fn lines_may_end_with_a_carriage_return_only() {
    assert_eq!(read_all(b"email,name\rana@x.ro,Ana\rion@x.ro,Ion\r"), ["2: ana@x.ro", "3: ion@x.ro"]);
    assert_eq!(read_all(b"ana@x.ro\rion@x.ro\r\rdan@x.ro"), ["1: ana@x.ro", "2: ion@x.ro", "4: dan@x.ro"]);
    assert_eq!(read_all(b"sep=;\remail;name\rana;Ana\r").len(), 1);
}

#[test]
fn a_later_row_that_allows_less_is_returned_again() {
    let list = b"email,unsubscribed\nana@x.ro,no\nANA@x.ro,yes\nana@x.ro,yes\nana@x.ro,\n";
    assert_eq!(read_all(list), ["2: ana@x.ro", "3: ANA@x.ro", "3 duplicates"]);
}

#[test]
fn an_unclosed_quotation_mark_invalidates_one_line() {
    let problem = "has an unclosed quotation mark; close it";
    assert_eq!(
        read_all(b"email,name\n\"ana@x.ro,Ana\neva@x.ro,Eva\n\"ana@x.ro\r\nBcc: b@x.ro\",x\n"),
        [
            format!("a.csv, line 2: {problem}"),
            "3: eva@x.ro".into(),
            format!("a.csv, line 4: {problem}"),
            "a.csv, line 5: has a quotation mark inside a cell; quote the whole cell and double each quotation mark inside"
                .into(),
        ]
    );
}

#[test]
fn a_file_that_is_not_a_list_gives_one_refusal() {
    assert_eq!(read_all(b""), ["a.csv: contains no address; write one address on each line"]);
    assert_eq!(read_all(b"\n# nobody\n"), ["a.csv: contains no address; write one address on each line"]);
    assert_eq!(read_all(b"email,language\n"), ["a.csv: contains no address; write one address on each line"]);
    assert_eq!(read_all(b"\xff\xfea\0"), ["a.csv: is written in UTF-16; save it as \"CSV UTF-8\""]);
    let lines = read_all(b"email;name\nana@x.ro;\xaena\neva@x.ro;Eva\n");
    assert_eq!(lines, ["a.csv, line 2: is not written in UTF-8; save it as \"CSV UTF-8\"", "3: eva@x.ro"]);
    assert_eq!(
        read_all(b"email,e-mail\na@x.ro,b@x.ro\n"),
        ["a.csv, line 1: e-mail: is repeated in the header; use each column once"]
    );
}

#[test]
fn ten_thousand_duplicates_are_one_address() {
    assert_eq!(read_all("Ana@x.ro\nana@X.RO\n".repeat(5001).as_bytes()), ["1: Ana@x.ro", "10001 duplicates"]);
}
