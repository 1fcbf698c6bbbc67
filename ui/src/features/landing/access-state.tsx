import { useTexts } from '../../i18n/use-texts.ts';
import styles from './access-state.module.css';
import { Countdown } from './countdown.tsx';
import type { Access } from './use-access.ts';

/** The countdown to early access, or that it is open. Both take the same space. */
export function AccessState({ access }: { access: Access }) {
  const { t } = useTexts();
  return (
    <div className={styles.state}>
      {access.isOpen || !access.site ? (
        <>
          <p className={styles.open}>{t(($) => $.landing.countdown.open)}</p>
          <p className={styles.text}>{t(($) => $.landing.countdown.open_text)}</p>
        </>
      ) : (
        <Countdown left={access.left} launchAt={access.site.launch_at} />
      )}
    </div>
  );
}
