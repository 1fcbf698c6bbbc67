//! Accounts written directly into the store, each with a session and an access token.

use paragraf::app::App;
use paragraf::domain::second_factor::FactorProof;
use paragraf::domain::{Role, Uid};
use paragraf::identity::claims::Claims;
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::sessions;
use serde_json::Value;

use super::app::{TestApp, read};
use super::records::claims;
pub use super::records::{account, session};

/// A signed-in account.
pub struct Reader {
    pub uid: Uid,
    pub claims: Claims,
    /// Access token.
    pub token: String,
}

impl Reader {
    /// The access token with changed claims, signed by the server's key.
    pub fn forged(&self, app: &App, change: impl FnOnce(&mut Claims)) -> String {
        let mut claims = self.claims.clone();
        change(&mut claims);
        app.keyring.sign(&claims).expect("a token")
    }
}

impl TestApp {
    /// Stores a signed-in account whose uid and address are derived from the name.
    pub async fn reader(&self, name: &str) -> Reader {
        put_reader(&self.app, name).await
    }

    /// As [`TestApp::reader`], with the role of editor.
    pub async fn editor(&self, name: &str) -> Reader {
        put_with_role(&self.app, name, Role::Editor).await
    }

    /// As [`TestApp::reader`], with the role of operator and a second factor in the session.
    pub async fn operator(&self, name: &str) -> Reader {
        let mut operator = put_with_role(&self.app, name, Role::Operator).await;
        operator.claims.sign_in_second_factor = Some(FactorProof::Totp);
        operator.token = operator.forged(&self.app, |_| {});
        operator
    }
}

/// The status and body of a GET as this reader.
pub async fn get_as(test: &TestApp, reader: &Reader, path: &str) -> (u16, Value) {
    read(test.get(path).bearer_auth(&reader.token).send().await.expect("an answer")).await
}

/// The status and body of a POST as this reader.
pub async fn post_as(test: &TestApp, reader: &Reader, path: &str, body: Value) -> (u16, Value) {
    let request = test.client.post(format!("{}{path}", test.base)).bearer_auth(&reader.token).json(&body);
    read(request.send().await.expect("an answer")).await
}

/// Does what [`TestApp::reader`] does, for any app.
pub async fn put_reader(app: &App, name: &str) -> Reader {
    put_with_role(app, name, Role::Reader).await
}

async fn put_with_role(app: &App, name: &str, role: Role) -> Reader {
    let (now, base) = (app.clock.now(), app.public_url());
    let uid = Uid::parse(&format!("{name:0<28}")).expect("a uid");
    let session = session(&uid, now);
    let account = AccountRecord { role, ..account(&uid, name, now) };
    let claims = claims(&account, &session, base, 900);
    let write = app.store.write(move |tx| {
        accounts::put(tx, None, &account)?;
        Ok(sessions::put(tx, &session)?)
    });
    write.await.expect("the account is stored");
    let token = app.keyring.sign(&claims).expect("a token");
    Reader { uid, claims, token }
}
