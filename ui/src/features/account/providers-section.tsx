import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { connectProvider, disconnectProvider, proveByProvider } from '../../api/account.ts';
import { ApiError } from '../../api/api-error.ts';
import type { SecondFactorAnswer } from '../../api/auth-types.ts';
import { leaveForProvider, providerWindow, visitInWindow } from '../../api/provider-visit.ts';
import type { Reader } from '../../api/session.ts';
import { type NamedProvider, useProviders } from '../../hooks/use-auth-config.ts';
import type { Sensitive } from '../../hooks/use-recent-login.ts';
import { Cancelled, useTask } from '../../hooks/use-task.ts';
import { SecondStep } from '../../parts/second-step.tsx';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { grid, muted, plain } from '../../ui/layout.ts';
import { Modal } from '../../ui/modal.tsx';
import styles from './methods.module.css';
import { Outcome, Section } from './section.tsx';

interface ProvidersSectionProps {
  reader: Reader;
  sensitive: Sensitive;
}

type Done = 'connected' | 'disconnected';

/** Connects and disconnects sign-in providers. */
export function ProvidersSection({ reader, sensitive }: ProvidersSectionProps) {
  const { t } = useTranslation();
  const providers = useProviders(reader);
  const task = useTask();
  const [done, setDone] = useState<Done>('connected');
  const visit = useRef<AbortController>(undefined);
  useEffect(() => () => visit.current?.abort(new Cancelled()), []);
  const [required, setRequired] = useState<SecondFactorAnswer>();
  useReturn(async (work) => {
    setDone('connected');
    await task.start(work);
  }, setRequired);
  if (providers.length === 0) return null;

  function run(next: Done, work: () => Promise<void>) {
    setDone(next);
    void task.start(() => sensitive(work));
  }

  async function connect(provider: string) {
    const asked = new AbortController();
    visit.current = asked;
    await connectThrough(provider, asked.signal);
  }

  return (
    <Section title={t(($) => $.account.providers)} text={t(($) => $.account.providers_text)}>
      <ul className={classes(grid(4), plain)}>
        {providers.map((one) => (
          <ProviderRow
            key={one.provider}
            {...one}
            busy={task.busy}
            onConnect={() => run('connected', () => connect(one.provider))}
            onDisconnect={() => run('disconnected', () => disconnectProvider(one.provider))}
          />
        ))}
      </ul>
      <Modal
        open={required !== undefined}
        onClose={() => setRequired(undefined)}
        title={t(($) => $.account.reauth_title)}
      >
        {required && (
          <SecondStep
            required={required}
            onDone={() => setRequired(undefined)}
            onCancel={() => setRequired(undefined)}
          />
        )}
      </Modal>
      <Outcome
        state={task.state}
        done={t(($) => $.account[done === 'connected' ? 'provider_connected' : 'provider_removed'])}
      />
    </Section>
  );
}

interface ProviderRowProps extends NamedProvider {
  busy: boolean;
  onConnect: () => void;
  onDisconnect: () => void;
}

function ProviderRow({ name, connected, busy, onConnect, onDisconnect }: ProviderRowProps) {
  const { t } = useTranslation();
  return (
    <li className={styles.row}>
      <p className={styles.what}>
        <span className={styles.name}>{name}</span>
        {connected && <span className={muted}>{t(($) => $.account.provider_is_connected)}</span>}
      </p>
      {connected ? (
        <Button
          variant="plain"
          aria-label={t(($) => $.account.provider_disconnect_label, { name })}
          aria-disabled={busy}
          onClick={onDisconnect}
        >
          {t(($) => $.account.provider_disconnect)}
        </Button>
      ) : (
        <Button
          aria-label={t(($) => $.account.provider_connect_label, { name })}
          aria-disabled={busy}
          onClick={onConnect}
        >
          {t(($) => $.account.provider_connect)}
        </Button>
      )}
    </li>
  );
}

/* In a window, or in place of this page where windows are blocked. */
async function connectThrough(provider: string, signal: AbortSignal): Promise<void> {
  const request = { purpose: 'link' as const };
  const opened = providerWindow();
  if (!opened) {
    const { pathname, search } = window.location;
    return leaveForProvider(provider, { ...request, continue_url: pathname + search }, signal);
  }
  try {
    await connectProvider(await visitInWindow(opened, provider, request, signal));
  } catch (error) {
    if (error instanceof ApiError && error.code === 'popup_closed_by_user') throw new Cancelled();
    throw error;
  }
}

/* Completes a visit that replaced this page: the server returns here with the visit's name. */
function useReturn(
  run: (work: () => Promise<void>) => Promise<void>,
  prove: (required: SecondFactorAnswer | undefined) => void,
): void {
  const [params, setParams] = useSearchParams();
  const begun = useRef(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, with the first address
  useEffect(() => {
    const [visit, purpose] = [params.get('visit'), params.get('visit_for')];
    if (visit === null || begun.current) return;
    begun.current = true;
    setParams(
      (before) => {
        before.delete('visit');
        before.delete('visit_for');
        return before;
      },
      { replace: true },
    );
    void run(async () => {
      if (purpose === 'link') await connectProvider(visit);
      else prove(await proveByProvider(visit));
    });
  }, []);
}
