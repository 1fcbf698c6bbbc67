//! What is made true later: jobs that may run twice, woken by rows in the store.
