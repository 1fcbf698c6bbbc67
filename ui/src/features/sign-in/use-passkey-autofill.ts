import { useEffect } from 'react';
import { askForPasskey, autofillWorks } from '../../api/passkey-ceremony.ts';
import { startPasskeySignIn } from '../../api/passkeys.ts';
import { minute } from '../../durations.ts';
import { useWidget } from './widget-context.ts';

/* The server's challenge is valid for five minutes. */
const renewAfterMs = 4 * minute;

/**
 * Lets the browser list passkeys in the field for the address while the page is shown.
 *
 * Failures are silent: the field also works without autofill.
 */
export function usePasskeyAutofill(): void {
  const { runner } = useWidget();
  const { credentialHelper } = runner.config;

  useEffect(() => {
    if (credentialHelper !== 'passkey') return undefined;
    const shown = new AbortController();
    let asked = new AbortController();
    const stop = () => asked.abort();
    shown.signal.addEventListener('abort', stop);

    async function ask(): Promise<void> {
      const answer = await askForPasskey(
        await startPasskeySignIn(asked.signal),
        asked.signal,
        'conditional',
      );
      if (!shown.signal.aborted) runner.offer(answer);
    }

    const renew = () => {
      asked.abort();
      asked = new AbortController();
      ask().catch(() => undefined);
    };
    let timer: ReturnType<typeof setInterval>;
    autofillWorks().then((works) => {
      if (!works || shown.signal.aborted) return;
      renew();
      timer = setInterval(renew, renewAfterMs);
    });
    return () => {
      clearInterval(timer);
      shown.abort();
    };
  }, [credentialHelper, runner]);
}
