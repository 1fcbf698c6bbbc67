import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Due } from '../../hooks/dues.ts';
import { useLineToggle } from '../../parts/use-line-toggle.ts';
import styles from './due-details.module.css';

/** "I've done it", with a way back. */
export function Tick({ due, name }: { due: Due; name: string }) {
  const { t } = useTranslation();
  const { isDone, toggle } = useLineToggle(due, name);
  const Icon = isDone ? Check : Circle;
  return (
    <button type="button" className={styles.tool} aria-pressed={isDone} onClick={toggle}>
      <Icon aria-hidden="true" />
      {t(($) => $.feed.done)}
      <span className="visually-hidden">{t(($) => $.home.about_article, { title: name })}</span>
    </button>
  );
}
