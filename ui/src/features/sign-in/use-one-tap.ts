import { useEffect, useRef } from 'react';
import { startBrowserAccount } from '../../api/auth.ts';
import { mayAutoSignIn } from '../../api/auto-sign-in.ts';
import type { Config, SignInOption } from './config-types.ts';
import { logWarning } from './console.ts';
import type { Runner } from './runner.ts';
import { useWidget } from './widget-context.ts';

const loadWithinMs = 5_000;
const readyWithinMs = 10_000;

/* Why the helper shows nothing; for developers only. */
const late = 'Timeout reached for loading script';
const broken = 'Error while loading script';
const unreachable = 'Network error!';

/** The option whose accounts the browser offers by itself. */
function offered({ credentialHelper, signInOptions }: Config) {
  if (credentialHelper !== 'googleyolo') return undefined;
  return signInOptions.find(({ clientId, fedcmConfigUrl }) => clientId && fedcmConfigUrl);
}

function isAutomatic({ autoSignIn, customParameters }: SignInOption): boolean {
  return autoSignIn && customParameters?.prompt !== 'select_account' && mayAutoSignIn();
}

function within<Value>(ms: number, work: Promise<Value>, late: string): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(late)), ms);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

async function offer(runner: Runner, signal: AbortSignal): Promise<void> {
  const option = offered(runner.config);
  if (!option) return;
  const { provider, clientId = '', fedcmConfigUrl: configUrl = '' } = option;
  const loading = import('./one-tap.ts').catch(() => Promise.reject(new Error(broken)));
  const oneTap = await within(loadWithinMs, loading, late);
  if (!oneTap.fedcmWorks() || signal.aborted) return;
  const starting = startBrowserAccount(provider, signal);
  const failed = () => Promise.reject(new Error(unreachable));
  const started = await within(readyWithinMs, starting.catch(failed), unreachable);
  const asked = { provider, clientId, configUrl, isAutomatic: isAutomatic(option) };
  const answer = await oneTap.askForAccount(asked, started, signal);
  if (answer && !signal.aborted) runner.oneTap(answer);
}

/** Lets the browser offer its accounts at a provider, until the reader chooses from the list. */
export function useOneTap(): void {
  const { runner, pending } = useWidget();
  const asked = useRef<AbortController>(undefined);

  useEffect(() => {
    const call = new AbortController();
    asked.current = call;
    offer(runner, call.signal).catch((error) => {
      if (!call.signal.aborted) logWarning(error instanceof Error ? error.message : String(error));
    });
    return () => call.abort();
  }, [runner]);

  useEffect(() => {
    if (pending) asked.current?.abort();
  }, [pending]);
}
