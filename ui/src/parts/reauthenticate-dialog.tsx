import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SecondFactorAnswer } from '../api/auth-types.ts';
import { proveByPasskey } from '../api/passkeys.ts';
import { type Reader, useSession } from '../api/session.ts';
import { useOwnProvider, usePasskeysWork, usePhoneSettings } from '../hooks/use-auth-config.ts';
import { classes } from '../ui/classes.ts';
import { above, stack } from '../ui/layout.ts';
import { Modal } from '../ui/modal.tsx';
import { PasskeyProof } from './passkey-proof.tsx';
import { ByLink, ByPassword, ByPhone, ByProvider } from './reauthenticate-methods.tsx';
import { SecondStep } from './second-step.tsx';

interface ReauthenticateDialogProps {
  open: boolean;
  onDone: () => void;
  onCancel: () => void;
}

/** Re-authentication before a sensitive operation. */
export function ReauthenticateDialog({ open, onDone, onCancel }: ReauthenticateDialogProps) {
  const session = useSession();
  if (session.status !== 'signed_in') return null;
  return <Question reader={session.reader} open={open} onDone={onDone} onCancel={onCancel} />;
}

interface QuestionProps extends ReauthenticateDialogProps {
  reader: Reader;
}

function Question({ reader, open, onDone, onCancel }: QuestionProps) {
  const { t } = useTranslation();
  const [required, setRequired] = useState<SecondFactorAnswer>();
  const provider = useOwnProvider(reader);
  const hasPasskey = usePasskeysWork() && reader.signInMethods.includes('passkey');
  const byPhone = usePhoneSettings() !== undefined && reader.phoneNumber !== undefined;
  const byMail = reader.email === undefined && byPhone ? ByPhone : ByLink;
  const withoutProvider = hasPasskey ? undefined : byMail;
  const withoutPassword = provider ? ByProvider : withoutProvider;
  const Method = reader.signInMethods.includes('password') ? ByPassword : withoutPassword;
  const over = (ending: () => void) => () => {
    setRequired(undefined);
    ending();
  };
  return (
    <Modal
      open={open}
      onClose={over(onCancel)}
      title={t(($) => $.account.reauth_title)}
      description={t(($) => $.account.reauth_text)}
    >
      {required ? (
        <SecondStep required={required} onDone={over(onDone)} onCancel={over(onCancel)} />
      ) : (
        <>
          {hasPasskey && (
            <div className={classes(stack(5), above(5))}>
              <PasskeyProof
                prove={proveByPasskey}
                onDone={onDone}
                onCancel={Method ? undefined : onCancel}
              />
            </div>
          )}
          {Method && (
            <Method
              reader={reader}
              onDone={onDone}
              onProven={(next) => (next ? setRequired(next) : onDone())}
              onCancel={onCancel}
            />
          )}
        </>
      )}
    </Modal>
  );
}
