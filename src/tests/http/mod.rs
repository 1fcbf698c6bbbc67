//! The public door, tried from outside through real sockets.

mod openapi;
mod site;
