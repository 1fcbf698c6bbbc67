//! Declares the commands that only call an operation.

/// Declares commands, one a row: the name in the socket's URL, the type with its fields, the rows of a list, the reply,
/// the operation and the properties. The operation takes the app, the actor and the fields, that of a list also the
/// receiver of its rows. `by_hand` names the commands of the file that implement
/// [`Command`](super::command::Command) themselves. `register` adds the handlers of all of them.
macro_rules! declare_commands {
    (@type $(#[$doc:meta])* $command:ident $(($argument:ty))?) => {
        $(#[$doc])*
        #[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
        pub struct $command $((pub $argument))?;
    };
    (@type $(#[$doc:meta])* $command:ident { $($(#[$about:meta])* $field:ident: $type:ty),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, serde::Serialize, serde::Deserialize)]
        pub struct $command {
            $($(#[$about])* pub $field: $type,)+
        }
    };
    (@property read_only) => { const READ_ONLY: bool = true; };
    (@property needs_secrets) => { const NEEDS_SECRETS: bool = true; };
    (@property creates_store) => {
        const WITHOUT_STORE: $crate::app::MissingStore = $crate::app::MissingStore::Create;
    };
    (@property works_without_store) => {
        const WITHOUT_STORE: $crate::app::MissingStore = $crate::app::MissingStore::Empty;
    };
    (
        $(by_hand($($own:ident),+);)?
        $(
            $(#[$doc:meta])*
            $name:literal: $command:ident
                $(($argument:ty))?
                $({ $($(#[$about:meta])* $field:ident: $type:ty),+ $(,)? })?
                $(rows($row:ty))?
                -> $reply:ty = $operation:path $(, $property:ident)*;
        )*
    ) => {
        $(
            $crate::control::declaration::declare_commands!(
                @type $(#[$doc])* $command $(($argument))? $({ $($(#[$about])* $field: $type),+ })?
            );

            impl $crate::control::command::Command for $command {
                const NAME: &'static str = $name;
                $($crate::control::declaration::declare_commands!(@property $property);)*
                type Reply = $reply;

                async fn run(
                    self,
                    app: std::sync::Arc<$crate::app::App>,
                    io: $crate::control::command::Io,
                ) -> $crate::error::Result<Self::Reply> {
                    $operation(
                        &app,
                        &io.actor
                        $(, std::convert::identity::<$argument>(self.0))?
                        $($(, self.$field)+)?
                        $(, io.events.rows::<$row>())?
                    )
                    .await
                }
            }

            $(impl $crate::control::command::ListCommand for $command {
                type Row = $row;
            })?
        )*

        pub(super) fn register(handlers: $crate::control::handler::Handlers) -> $crate::control::handler::Handlers {
            handlers $($(.add::<$own>())+)? $(.add::<$command>())*
        }
    };
}

pub(super) use declare_commands;
