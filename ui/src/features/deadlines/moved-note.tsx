import { Info } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Due, movedDays } from '../../hooks/dues.ts';
import { usePrinting } from '../../hooks/use-printing.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { sentenceCase } from '../../parts/sentence-case.ts';
import { classes } from '../../ui/classes.ts';
import { IconNote } from '../../ui/icon-note.tsx';
import { plain } from '../../ui/layout.ts';
import { Tagged } from '../../ui/tagged.tsx';
import { TextButton } from '../../ui/text-button.tsx';
import styles from './moved-note.module.css';
import { shortDay } from './short-day.ts';

/** The days of the month that the law moves, once for all of them. */
export function MovedNote({ dues }: { dues: Due[] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const isPrinting = usePrinting();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const moved = movedDays(dues);
  if (moved.length === 0) return null;
  const day = (date: string) => shortDay(date, language);
  const list = moved
    .map(({ nominal, date }) =>
      t(($) => $.deadlines.moved_day, { from: day(nominal), to: day(date) }),
    )
    .join(', ');
  return (
    <IconNote icon={Info}>
      <p>
        <Tagged
          text={t(($) => $.deadlines.moved, { list })}
          tags={{ b: (words) => <b>{words}</b> }}
        />{' '}
        <TextButton
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          data-print="hide"
          onClick={() => setOpen(!isOpen)}
        >
          {t(($) => $.deadlines.why)}
        </TextButton>
      </p>
      {(isOpen || isPrinting) && (
        <ul id={id} className={classes(plain, styles.reasons)}>
          {moved.map(({ nominal, date, reason }) => (
            <li key={`${nominal} ${date}`}>
              {t(($) => $.deadlines[reason], {
                day: sentenceCase(formatDate(nominal, language)),
              })}
            </li>
          ))}
        </ul>
      )}
    </IconNote>
  );
}
