import { formatInstant } from '../../i18n/instant.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './access-state.module.css';
import { Countdown } from './countdown.tsx';
import type { Access } from './use-access.ts';

/** The countdown to early access while it runs, then that access is open, and what it means. */
export function AccessState({ access }: { access: Access }) {
  const { t, language } = useTexts();
  const { isOpen, left, site } = access;
  const text =
    isOpen || !site
      ? t(($) => $.landing.countdown.open_text)
      : t(($) => $.landing.countdown.text, { date: formatInstant(site.launch_at, language) });
  return (
    <div className={styles.state}>
      <Countdown left={left} />
      {isOpen && <p className={styles.open}>{t(($) => $.landing.countdown.open)}</p>}
      <p className={styles.text}>
        <KeptWords text={text} />
      </p>
    </div>
  );
}
