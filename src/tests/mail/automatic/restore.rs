use paragraf::clock::Clock;
use paragraf::ops::backup;
use paragraf::store::Store;
use paragraf::store::campaigns::CampaignStatus;
use paragraf::store::outbox::MessageState;
use paragraf::store::verify::verify;

use super::*;

#[tokio::test]
async fn a_restored_backup_sends_nothing_that_may_have_been_sent() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |wants| wants.digest = paragraf::domain::mailing::DigestFrequency::Daily)
        .await;
    travel(&test, "2026-01-11T05:30:00Z");
    assert_eq!(made(&test).await, ["daily-2026-01-11"]);
    publish(&test, vec![news(&test, "a", 5, "munca")]).await;
    travel(&test, "2026-01-13T05:30:00Z");
    made(&test).await;
    gather::all_due(&test.app, &OPERATOR).await.expect("gathered");
    let copy = backup::create(&test.app, &OPERATOR).await.expect("a backup");
    travel(&test, "2026-01-14T08:00:00Z");
    let folder = tempfile::tempdir().expect("a folder");
    let (clock, mail) = (&test.app.clock, &test.app.config.mail);
    let copy = backup::OpenBackup::open(&copy.backup.path).expect("the backup");
    let restored = backup::restore(&OPERATOR, clock, mail, copy, folder.path().to_owned()).await.expect("restored");
    let store = Store::open(&restored.store, 4 << 20, &Clock::System).expect("the store");
    let (open, daily) = store
        .read_blocking(|tx| {
            assert_eq!(verify(tx)?, []);
            assert!(campaigns::under_way(tx)?.is_empty());
            let mut open = 0;
            outbox::each_readable(tx, &mut |row| {
                open += usize::from(row.state == MessageState::Queued && row.kind.is_bulk())
            })?;
            Ok((open, campaigns::get(tx, &CampaignId::parse("daily-2026-01-14").expect("an id"))?))
        })
        .expect("read");
    assert_eq!(open, 0);
    let daily = daily.expect("the digest of today counts as made");
    assert_eq!((daily.status, daily.until), (CampaignStatus::Cancelled, Some(clock.now())));
    test.stop().await;
}
