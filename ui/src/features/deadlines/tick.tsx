import { Check, Circle } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isLineDone, useLineTick } from '../../hooks/done-lines.ts';
import { useAllDone } from '../../hooks/done-steps.ts';
import { showToast } from '../../ui/toast.ts';
import type { Due } from './due.ts';
import styles from './due-details.module.css';

/** "I've done it", with a way back. */
export function Tick({ due, name }: { due: Due; name: string }) {
  const { t } = useTranslation();
  const on = isLineDone(due, useAllDone());
  const tick = useLineTick();
  const Icon = on ? Check : Circle;

  function toggle() {
    tick(due, !on);
    if (on) return;
    showToast(
      t(($) => $.deadlines.ticked, { what: name }),
      {
        label: t(($) => $.deadlines.undo),
        run: () => tick(due, false),
      },
    );
  }

  return (
    <button type="button" className={styles.tool} aria-pressed={on} onClick={toggle}>
      <Icon aria-hidden="true" />
      {t(($) => $.feed.done)}
      <span className="visually-hidden">{t(($) => $.home.about_article, { title: name })}</span>
    </button>
  );
}
