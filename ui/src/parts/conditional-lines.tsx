import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DateLine } from '../hooks/date-lines.ts';
import { muted } from '../ui/layout.ts';
import styles from './conditional-lines.module.css';
import { shortWords } from './line-words.ts';

interface ConditionalLinesProps {
  lines: DateLine[];
  /** A line in full. */
  children: (line: DateLine) => ReactNode;
}

/** What is due on a day only if something happens: a label each, which opens the line. */
export function ConditionalLines({ lines, children }: ConditionalLinesProps) {
  const { t } = useTranslation();
  const id = useId();
  const [open, setOpen] = useState<string>();
  const shown = lines.find(({ key }) => key === open);
  return (
    <div>
      <p className={styles.row}>
        <span className={muted}>{t(($) => $.feed.only_if)}</span>
        {lines.map((line) => (
          <button
            key={line.key}
            type="button"
            className={styles.label}
            aria-expanded={line === shown}
            aria-controls={id}
            onClick={() => setOpen(line === shown ? undefined : line.key)}
          >
            {line.form && <span className={styles.form}>{line.form}</span>}{' '}
            <span className={styles.words}>{shortWords(line)}</span>
          </button>
        ))}
      </p>
      <div id={id} className={styles.shown}>
        {shown && children(shown)}
      </div>
    </div>
  );
}
