import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { addPasskeyFactor, type NewFactor, startFactor } from '../api/factors.ts';
import { signOut } from '../api/session.ts';
import { useAccountError } from '../hooks/use-account-error.ts';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { usePasskeysWork, usePhoneSettings } from '../hooks/use-auth-config.ts';
import { usePage } from '../hooks/use-page.ts';
import { usePasskeyDialog } from '../hooks/use-passkey-dialog.ts';
import { useRecentLogin } from '../hooks/use-recent-login.ts';
import { useTask } from '../hooks/use-task.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import styles from './account-check.module.css';
import { AddFactor } from './add-factor.tsx';
import { AddPhoneFactor } from './add-phone-factor.tsx';
import { ReauthenticateDialog } from './reauthenticate-dialog.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { ResendVerification } from './resend-verification.tsx';

interface FactorRequiredProps {
  email: string | undefined;
  /** Stays until the reader has saved the recovery codes. */
  onDone: () => void;
}

/** The account must have a second factor before it can do anything else. */
export function FactorRequired({ email, onDone }: FactorRequiredProps) {
  const { t } = useTranslation();
  const title = t(($) => $.account.factor_required);
  const heading = usePage(title);
  const task = useTask();
  const { sensitive, waiting } = useRecentLogin();
  const phone = usePhoneSettings();
  const openDialog = usePasskeyDialog();
  const [adding, setAdding] = useState<NewFactor | 'phone'>();
  const [codes, setCodes] = useState<string[]>();

  function addApp() {
    void task.start(() => sensitive(async () => setAdding(await startFactor())));
  }

  function addPasskey() {
    const make = () => openDialog(addPasskeyFactor);
    void task.start(async () => added(await sensitive(make)));
  }

  function added(next: string[]) {
    setAdding(undefined);
    if (next.length > 0) setCodes(next);
    else onDone();
  }

  return (
    <Card page="mfaEnroll" heading="h1" title={title} titleRef={heading}>
      {codes && <RecoveryCodes codes={codes} onDone={onDone} />}
      {adding === 'phone' && phone && !codes && (
        <AddPhoneFactor
          settings={phone}
          sensitive={sensitive}
          onDone={added}
          onCancel={() => setAdding(undefined)}
        />
      )}
      {adding && adding !== 'phone' && !codes && (
        <AddFactor factor={adding} sensitive={sensitive} onDone={added} />
      )}
      {!adding && !codes && (
        <Choice
          email={email}
          failed={task.failed}
          isBusy={task.busy}
          onApp={addApp}
          onPasskey={addPasskey}
          onPhone={phone && (() => setAdding('phone'))}
        />
      )}
      <ReauthenticateDialog
        open={waiting !== undefined}
        onDone={() => waiting?.go()}
        onCancel={() => waiting?.stop()}
      />
    </Card>
  );
}

interface ChoiceProps {
  email: string | undefined;
  /** The code of the last failure. */
  failed: string | undefined;
  isBusy: boolean;
  onApp: () => void;
  onPasskey: () => void;
  /** Absent where numbers are not used. */
  onPhone: (() => void) | undefined;
}

function Choice({ email, failed, isBusy, onApp, onPasskey, onPhone }: ChoiceProps) {
  const { t } = useTranslation();
  const errorText = useAccountError();
  const navigate = useNavigate();
  const to = useAppPaths();
  const hasPasskeys = usePasskeysWork();

  function leave() {
    navigate(to.screen('auth'));
    void signOut();
  }

  if (email === undefined) {
    return (
      <>
        <p>{t(($) => $.account.factor_email_first)}</p>
        <div className={styles.actions}>
          <Button variant="primary" onClick={() => navigate(to.screen('account'))}>
            {t(($) => $.account.factor_add_email)}
          </Button>
          <Button variant="plain" onClick={leave}>
            {t(($) => $.sign_in.btn.sign_out)}
          </Button>
        </div>
      </>
    );
  }

  return (
    <>
      <p>{t(($) => $.account.factor_required_text)}</p>
      <p role="alert" className={styles.outcome}>
        {failed !== undefined && errorText(failed)}
      </p>
      <div className={styles.actions}>
        {failed === 'unverified_email' && <ResendVerification email={email} />}
        <Button variant="primary" aria-disabled={isBusy} onClick={onApp}>
          {t(($) => $.account.factor_start)}
        </Button>
        {onPhone && (
          <Button aria-disabled={isBusy} onClick={onPhone}>
            {t(($) => $.account.factor_start_phone)}
          </Button>
        )}
        {hasPasskeys && (
          <Button aria-disabled={isBusy} onClick={onPasskey}>
            {t(($) => $.account.reauth_passkey)}
          </Button>
        )}
        <Button variant="plain" onClick={() => navigate(to.screen('account'))}>
          {t(($) => $.account.factor_leave)}
        </Button>
        <Button variant="plain" onClick={leave}>
          {t(($) => $.sign_in.btn.sign_out)}
        </Button>
      </div>
    </>
  );
}
