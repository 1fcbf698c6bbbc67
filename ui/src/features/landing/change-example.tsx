import { useTexts } from '../../i18n/use-texts.ts';
import { classes } from '../../ui/classes.ts';
import { Dots } from '../../ui/dots.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import { toneClass } from '../../ui/tone.ts';
import styles from './change-example.module.css';

/* The importance of the article that the example is taken from. */
const level = 5;

/** An example of a change: before, now, what to do. Taken from an article. */
export function ChangeExample() {
  const { t } = useTexts();
  const word = t(($) => $.common.importance.level_5);
  return (
    <figure className={classes(styles.card, toneClass(level))}>
      <figcaption className="visually-hidden">{t(($) => $.landing.example.label)}</figcaption>
      <p className={styles.badge}>
        <Dots level={level} />
        <span className="visually-hidden">
          {t(($) => $.common.importance.label, { level: word })}
        </span>
        <span aria-hidden="true">{word}</span>
      </p>
      <p className={styles.source}>
        <KeptWords text={t(($) => $.landing.example.source)} />
      </p>
      <p className={styles.label}>{t(($) => $.landing.example.before)}</p>
      <p className={styles.old}>
        <del>
          <KeptWords text={t(($) => $.landing.example.old)} />
        </del>
      </p>
      <p className={styles.label}>{t(($) => $.landing.example.now)}</p>
      <p className={styles.new}>
        <ins>
          <KeptWords text={t(($) => $.landing.example.new)} />
        </ins>
      </p>
      <p className={styles.todo}>
        <strong>{t(($) => $.landing.example.todo)}</strong>{' '}
        <KeptWords text={t(($) => $.landing.example.todo_text)} />
      </p>
      <p className={styles.applies}>{t(($) => $.landing.example.applies)}</p>
    </figure>
  );
}
