//! Reads the uploaded files of a campaign: its text and, for a list, the addresses.

use std::collections::BTreeMap;
use std::io::Read;

use crate::domain::email::Email;
use crate::domain::mailing::{Audience, SkipReason};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::sources::addresses::{Addresses, ColumnReadings, Standing};
use crate::sources::refusals::Refusals;
use crate::sources::{Upload, campaign};
use crate::store::campaigns::Listed;

/// Maximum number of addresses in a list; larger audiences belong among the subscribers.
pub const MAX_LIST: usize = 200_000;

/// The files of one campaign.
#[derive(Debug, Clone, Default)]
pub struct CampaignFiles {
    /// The name of the campaign's file.
    pub name: String,
    pub text: Vec<u8>,
    /// By address key; empty unless the audience is a list.
    pub list: BTreeMap<String, Listed>,
    /// Repeated lines of the list.
    pub duplicates: u64,
    /// Rows of the list without an address.
    pub without_address: u64,
}

/// Reads the uploads; blocks.
///
/// # Errors
/// `invalid_list` with the invalid lines; `unavailable` when an upload fails.
pub fn read(uploads: &mut dyn Iterator<Item = Result<Upload>>, audience: &Audience) -> Result<CampaignFiles> {
    let missing = || Error::invalid("file", "the campaign's file is missing");
    let upload = uploads.next().ok_or_else(missing)??;
    let mut files = CampaignFiles { name: upload.name, ..CampaignFiles::default() };
    let limit = campaign::MAX_BYTES as u64 + 1;
    let read = upload.reader.take(limit).read_to_end(&mut files.text);
    read.map_err(|error| Error::unavailable(format!("cannot read {}", files.name)).caused_by(error))?;
    if *audience == Audience::List {
        let upload = uploads.next().ok_or_else(|| Error::invalid("to", "the file of addresses is missing"))??;
        read_list(upload, &mut files)?;
    }
    Ok(files)
}

fn read_list(upload: Upload, files: &mut CampaignFiles) -> Result<()> {
    let name = upload.name.clone();
    let unreadable = |error| Error::unavailable(format!("cannot read {name}")).caused_by(anyhow::Error::from(error));
    let mut addresses = Addresses::new(upload, ColumnReadings::fixed()).map_err(unreadable)?;
    let (mut refused, mut refusals) = (false, Refusals::new("line"));
    for read in addresses.by_ref() {
        match read.map_err(unreadable)? {
            Ok(address) => {
                let excluded = match address.details.standing {
                    Standing::Subscribed => None,
                    Standing::Unconfirmed => Some(SkipReason::Unverified),
                    Standing::Left { .. } => Some(SkipReason::Left),
                };
                let listed = Listed { email: address.email, language: address.details.language, excluded };
                files.list.insert(Email::key(&listed.email), listed);
            }
            Err(refusal) => {
                refused = true;
                refusal.problems.into_iter().for_each(|problem| refusals.add(problem, &refusal.location));
            }
        }
        if files.list.len() > MAX_LIST {
            let message = format!("{name} has more than {MAX_LIST} addresses; split it into several campaigns");
            return Err(Error::new(Kind::TooLarge, ErrorCode::InvalidList, message));
        }
    }
    (files.duplicates, files.without_address) = (addresses.duplicates(), addresses.without_address());
    if !refused {
        return Ok(());
    }
    let message = format!("{name} is invalid; nothing was sent:\n  {}", refusals.lines().join("\n  "));
    Err(Error::new(Kind::Invalid, ErrorCode::InvalidList, message))
}
