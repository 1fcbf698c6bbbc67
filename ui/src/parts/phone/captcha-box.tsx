import { Check } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useAuthText } from '../../hooks/use-auth-text.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { type CaptchaSettings, renderVendor, solveOwn } from './captcha.ts';
import styles from './phone.module.css';

interface CaptchaBoxProps {
  settings: CaptchaSettings;
  /** How a vendor's captcha looks; `size: 'invisible'` hides the box of any. */
  parameters?: Record<string, unknown>;
  solved: boolean;
  /** The code of a refusal. */
  error: string | undefined;
  /** The token; empty when the work begins and when a token expires. */
  onToken: (token: string) => void;
  /** The box cannot be shown. */
  onBroken: (problem: unknown) => void;
}

/** The captcha of the configured kind. A new `key` begins again: a token works once. */
export function CaptchaBox(props: CaptchaBoxProps) {
  const { settings, parameters = {}, solved, error, onToken, onBroken } = props;
  if (settings.kind !== 'proof_of_work') {
    const vendor = { settings: { ...settings, kind: settings.kind }, parameters, onToken };
    return (
      <div className={styles.captcha}>
        <VendorBox {...vendor} onBroken={onBroken} />
        <Refusal error={error} />
      </div>
    );
  }
  if (parameters.size === 'invisible') return null;
  return (
    <div className={styles.captcha}>
      <WorkBox solved={solved} error={error} onToken={onToken} />
    </div>
  );
}

function Refusal({ id, error }: { id?: string; error: string | undefined }) {
  const errorText = useAuthText();
  return (
    <p {...(id && { id })} role="status" className={styles.refusal}>
      {error !== undefined && errorText(error)}
    </p>
  );
}

type WorkBoxProps = Pick<CaptchaBoxProps, 'solved' | 'error' | 'onToken'>;

/* A box to tick; ticking it makes the browser do some work. */
function WorkBox({ solved, error, onToken }: WorkBoxProps) {
  const { t } = useTranslation();
  const id = useId();
  const work = useRef<AbortController>(undefined);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  useEffect(() => () => work.current?.abort(), []);

  async function tick() {
    if (busy || solved) return;
    const asked = new AbortController();
    work.current = asked;
    setBusy(true);
    setFailure(undefined);
    onToken('');
    try {
      onToken(await solveOwn(asked.signal));
    } catch (problem) {
      if (asked.signal.aborted) return;
      const { code } = problem as { code?: unknown };
      setFailure(typeof code === 'string' ? code : 'captcha_check_failed');
    } finally {
      if (!asked.signal.aborted) setBusy(false);
    }
  }

  const shown = error ?? failure;
  return (
    <>
      <label className={styles.work}>
        <input
          type="checkbox"
          className="visually-hidden"
          checked={solved}
          aria-busy={busy}
          aria-describedby={`${id}-error`}
          {...(shown !== undefined && { 'aria-invalid': true })}
          onChange={() => void tick()}
        />
        <span className={styles.tickbox} aria-hidden="true">
          {solved && <Check />}
        </span>
        <span className={styles.question}>
          {solved ? t(($) => $.sign_in.captcha.solved) : t(($) => $.sign_in.captcha.question)}
        </span>
        {busy && <Spinner label={t(($) => $.sign_in.captcha.busy)} />}
      </label>
      <Refusal id={`${id}-error`} error={shown} />
    </>
  );
}

type VendorBoxProps = Parameters<typeof renderVendor>[1] & Pick<CaptchaBoxProps, 'onBroken'>;

function VendorBox(props: VendorBoxProps) {
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef(props);
  latest.current = props;

  useEffect(() => {
    const { current: element } = place;
    if (!element) return undefined;
    let remove: (() => void) | undefined;
    let gone = false;
    const { settings, parameters } = latest.current;
    const onToken = (token: string) => latest.current.onToken(token);
    renderVendor(element, { settings, parameters, onToken }).then(
      (shown) => {
        remove = shown;
        if (gone) shown();
      },
      (problem) => {
        if (!gone) latest.current.onBroken(problem);
      },
    );
    return () => {
      gone = true;
      remove?.();
    };
  }, []);

  return <div ref={place} />;
}
