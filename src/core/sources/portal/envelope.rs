//! Requests of the web service (SOAP 1.1, document/literal).

use quick_xml::escape::escape;

use super::query::PortalQuery;

pub(super) const GET_TOKEN: &str = "http://tempuri.org/IFreeWebService/GetToken";
pub(super) const SEARCH: &str = "http://tempuri.org/IFreeWebService/Search";

/// The service never returns more than ten records.
pub const PAGE_SIZE: usize = 10;

pub(super) fn get_token() -> String {
    envelope("<GetToken xmlns=\"http://tempuri.org/\"/>")
}

/// The request for a page of a search. The members of the model must be in alphabetical order, and unused ones `nil`:
/// an empty member matches nothing.
pub(super) fn search(query: &PortalQuery, page: u32, token: &str) -> String {
    let (number, year) = (query.number.as_deref(), query.year.map(|year| year.to_string()));
    envelope(&format!(
        "<Search xmlns=\"http://tempuri.org/\">\
         <SearchModel xmlns:a=\"http://schemas.datacontract.org/2004/07/FreeWebService\" \
         xmlns:i=\"http://www.w3.org/2001/XMLSchema-instance\">\
         <a:NumarPagina>{page}</a:NumarPagina><a:RezultatePagina>{PAGE_SIZE}</a:RezultatePagina>{}{}{}{}</SearchModel>\
         <tokenKey>{}</tokenKey></Search>",
        member("SearchAn", year.as_deref()),
        member("SearchNumar", number),
        member("SearchText", query.text.as_deref()),
        member("SearchTitlu", query.title.as_deref()),
        escape(token),
    ))
}

fn member(name: &str, value: Option<&str>) -> String {
    match value {
        Some(value) => format!("<a:{name}>{}</a:{name}>", escape(value)),
        None => format!("<a:{name} i:nil=\"true\"/>"),
    }
}

fn envelope(body: &str) -> String {
    format!("<s:Envelope xmlns:s=\"http://schemas.xmlsoap.org/soap/envelope/\"><s:Body>{body}</s:Body></s:Envelope>")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unused_members_are_nil_and_texts_are_escaped() {
        let query = PortalQuery { text: Some("TVA & <accize>".into()), ..PortalQuery::default() };
        let request = search(&query, 3, "A&B");
        assert!(request.contains("<a:NumarPagina>3</a:NumarPagina><a:RezultatePagina>10</a:RezultatePagina>"));
        assert!(request.contains("<a:SearchAn i:nil=\"true\"/><a:SearchNumar i:nil=\"true\"/>"));
        assert!(request.contains("<a:SearchText>TVA &amp; &lt;accize&gt;</a:SearchText>"));
        assert!(request.contains("<tokenKey>A&amp;B</tokenKey>"));
    }
}
