import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Factor } from '../../api/auth-types.ts';
import {
  addPasskeyFactor,
  type FactorOverview,
  factorQueries,
  type NewFactor,
  removeFactor,
  renewRecoveryCodes,
  startFactor,
} from '../../api/factors.ts';
import type { Reader } from '../../api/session.ts';
import {
  usePasskeysWork,
  usePhoneSettings,
  useSecondFactorPolicy,
} from '../../hooks/use-auth-config.ts';
import { usePasskeyDialog } from '../../hooks/use-passkey-dialog.ts';
import type { Sensitive } from '../../hooks/use-recent-login.ts';
import { useTask } from '../../hooks/use-task.ts';
import { AddFactor } from '../../parts/add-factor.tsx';
import { AddPhoneFactor } from '../../parts/add-phone-factor.tsx';
import { RecoveryCodes } from '../../parts/recovery-codes.tsx';
import { ResendVerification } from '../../parts/resend-verification.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { centred, cluster, grid, plain } from '../../ui/layout.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { FactorRow } from './factor-row.tsx';
import styles from './factors-section.module.css';
import sectionStyles from './section.module.css';
import { LoadFailure, Outcome, Section } from './section.tsx';

interface FactorsSectionProps {
  reader: Reader;
  sensitive: Sensitive;
}

/** Adds and removes second factors, and makes recovery codes. */
export function FactorsSection({ reader, sensitive }: FactorsSectionProps) {
  const { t } = useTranslation();
  const policy = useSecondFactorPolicy();
  const query = useQuery({
    ...factorQueries.overview(reader.uid),
    enabled: policy !== undefined,
  });
  const factors = query.data?.factors.length ?? 0;
  const mayAdd = policy !== 'off' || query.data?.is_required === true;
  // Where second factors are off, an account may still have some from before.
  if (policy === undefined || (!mayAdd && factors === 0)) return null;
  return (
    <Section title={t(($) => $.account.factors)} text={t(($) => $.account.factors_text)}>
      {query.isPending && <Skeleton />}
      {query.isError && !query.data && (
        <LoadFailure text={t(($) => $.account.factors_failed)} onRetry={() => query.refetch()} />
      )}
      {query.data && (
        <Factors reader={reader} overview={query.data} mayAdd={mayAdd} sensitive={sensitive} />
      )}
    </Section>
  );
}

interface FactorsProps extends FactorsSectionProps {
  overview: FactorOverview;
  mayAdd: boolean;
}

function Factors({ reader, overview, mayAdd, sensitive }: FactorsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const task = useTask();
  const [done, setDone] = useState('');
  const phone = usePhoneSettings();
  const openDialog = usePasskeyDialog();
  const [adding, setAdding] = useState<NewFactor | 'phone'>();
  const [codes, setCodes] = useState<string[]>();
  const { factors, max_factors, is_required, is_address_proven } = overview;
  const hasRoom = mayAdd && factors.length < max_factors;

  async function run(text: string, work: () => Promise<void>) {
    setDone(text);
    await task.start(() => sensitive(work));
    await reload();
  }

  const reload = () => client.invalidateQueries({ queryKey: ['reader', reader.uid] });

  function addApp() {
    void run('', async () => setAdding(await startFactor()));
  }

  function addPasskey() {
    void run('', async () => added(await openDialog(addPasskeyFactor)));
  }

  function added(next: string[]) {
    setAdding(undefined);
    setDone(t(($) => $.account.factor_added));
    setCodes(next.length > 0 ? next : undefined);
    void reload();
  }

  if (codes) return <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />;
  const rest = {
    sensitive,
    onDone: added,
    onCancel: () => {
      setAdding(undefined);
      task.reset();
    },
  };
  if (adding === 'phone' && phone) return <AddPhoneFactor settings={phone} {...rest} />;
  if (adding && adding !== 'phone') return <AddFactor factor={adding} {...rest} />;
  return (
    <>
      {factors.length > 0 && (
        <ul className={classes(grid(4), plain)}>
          {factors.map((factor) => (
            <FactorRow
              key={factor.id}
              factor={factor}
              isKept={is_required && factors.length === 1}
              isBusy={task.busy}
              onRemove={(one: Factor) =>
                void run(
                  t(($) => $.account.factor_removed),
                  () => removeFactor(one),
                )
              }
              onChanged={reload}
            />
          ))}
        </ul>
      )}
      {!is_address_proven && mayAdd ? (
        <AddressFirst email={reader.email} />
      ) : (
        hasRoom && (
          <AddButtons
            isBusy={task.busy}
            onApp={addApp}
            onPasskey={addPasskey}
            onPhone={phone && (() => setAdding('phone'))}
          />
        )
      )}
      {factors.length > 0 && reader.signInMethods.includes('passkey') && (
        <p>{t(($) => $.account.factor_by_passkeys)}</p>
      )}
      {factors.length > 0 && (
        <RecoveryLine
          overview={overview}
          isBusy={task.busy}
          onRenew={() => void run('', async () => setCodes(await renewRecoveryCodes()))}
        />
      )}
      <Outcome state={done ? task.state : quiet(task.state)} done={done} />
    </>
  );
}

interface AddButtonsProps {
  isBusy: boolean;
  onApp: () => void;
  onPasskey: () => void;
  /** Absent where numbers are not used. */
  onPhone: (() => void) | undefined;
}

function AddButtons({ isBusy, onApp, onPasskey, onPhone }: AddButtonsProps) {
  const { t } = useTranslation();
  const hasPasskeys = usePasskeysWork();
  return (
    <div className={classes(cluster(3), centred)}>
      <Button aria-disabled={isBusy} onClick={onApp}>
        {t(($) => $.account.factor_add)}
      </Button>
      {onPhone && (
        <Button aria-disabled={isBusy} onClick={onPhone}>
          {t(($) => $.account.factor_add_phone)}
        </Button>
      )}
      {hasPasskeys && (
        <Button aria-disabled={isBusy} onClick={onPasskey}>
          {t(($) => $.account.factor_add_passkey)}
        </Button>
      )}
    </div>
  );
}

/* Success without a text shows by itself. */
function quiet(state: Parameters<typeof Outcome>[0]['state']) {
  return state.phase === 'done' ? ({ phase: 'idle' } as const) : state;
}

/* The link must be opened in this browser. */
function AddressFirst({ email }: { email: string | undefined }) {
  const { t } = useTranslation();
  return (
    <div className={sectionStyles.notice}>
      <p>
        {t(($) => $.account[email === undefined ? 'factor_needs_email' : 'factor_needs_proof'])}
      </p>
      {email !== undefined && <ResendVerification email={email} />}
    </div>
  );
}

interface RecoveryLineProps {
  overview: FactorOverview;
  isBusy: boolean;
  onRenew: () => void;
}

function RecoveryLine({ overview, isBusy, onRenew }: RecoveryLineProps) {
  const { t } = useTranslation();
  const { recovery_codes_left: count, has_few_recovery_codes } = overview;
  return (
    <div
      className={
        has_few_recovery_codes
          ? sectionStyles.notice
          : classes(cluster(3), centred, styles.recovery)
      }
    >
      <p>
        {t(($) => $.account.codes_left, { count })}
        {has_few_recovery_codes && ` ${t(($) => $.account.codes_low)}`}
      </p>
      <Button aria-disabled={isBusy} onClick={onRenew}>
        {t(($) => $.account.codes_renew)}
      </Button>
    </div>
  );
}
