import { Circle, CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { DateLine } from '../hooks/date-lines.ts';
import { useLanguage } from '../i18n/use-language.ts';
import styles from './line-tick.module.css';
import { lineWords } from './line-words.ts';
import { useLineToggle } from './use-line-toggle.ts';

/** Ticks a line off, with a way back; on a phone a circle alone. */
export function LineTick({ line }: { line: DateLine }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const what = [line.form, lineWords(line, language)].filter(Boolean).join(' ');
  const { isDone, toggle } = useLineToggle(line, what);
  return (
    <button
      type="button"
      className={styles.tick}
      aria-pressed={isDone}
      data-print="hide"
      onClick={toggle}
    >
      {isDone ? <CircleCheck aria-hidden="true" /> : <Circle aria-hidden="true" />}
      <span className={styles.word}>{t(($) => $.feed.done)}</span>
      <span className="visually-hidden">{t(($) => $.home.about_article, { title: what })}</span>
    </button>
  );
}
