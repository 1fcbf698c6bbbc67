import { Check } from 'lucide-react';
import { useTexts } from '../../i18n/use-texts.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './change-example.module.css';

/** An example of a change: before, now, what to do. Taken from an article. */
export function ChangeExample() {
  const { t } = useTexts();
  const start = t(($) => $.landing.example.sentence_start);
  const end = t(($) => $.landing.example.sentence_end);
  return (
    <figure className={styles.card}>
      <figcaption className={styles.head}>
        <span className="visually-hidden">{t(($) => $.landing.example.label)}: </span>
        <strong>{t(($) => $.landing.example.subject)}</strong>{' '}
        <span className={styles.act}>
          <KeptWords text={t(($) => $.landing.example.act)} />
        </span>
      </figcaption>
      <div className={styles.part}>
        <p className={styles.label}>
          <strong>{t(($) => $.landing.example.before)}</strong>
        </p>
        <p className={styles.sentence}>
          {start} <del>{t(($) => $.landing.example.old)}</del> {end}
        </p>
      </div>
      <div className={styles.part}>
        <p className={styles.label}>
          <strong>{t(($) => $.landing.example.now)}</strong>
          {' · '}
          <KeptWords text={t(($) => $.landing.example.applies)} />
        </p>
        <p className={styles.sentence}>
          {start} <ins>{t(($) => $.landing.example.new)}</ins> {end}
        </p>
      </div>
      <p className={styles.todo}>
        <Check aria-hidden="true" />
        <span>
          <strong>{t(($) => $.landing.example.todo)}</strong>{' '}
          <KeptWords text={t(($) => $.landing.example.todo_text)} />
        </span>
      </p>
    </figure>
  );
}
