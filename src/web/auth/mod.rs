//! The identity server: `/auth/v1`, one file per part.
