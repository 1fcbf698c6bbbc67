import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { MailPreferences } from '../../api/mail-types.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { classes } from '../../ui/classes.ts';
import { Dots } from '../../ui/dots.tsx';
import { toneClass } from '../../ui/tone.ts';
import styles from './mail-matrix.module.css';

interface MailMatrixProps {
  choice: MailPreferences & { in_app_from: number };
}

const levels = [5, 4, 3, 2, 1];
const neverFrom = 6;

/** A summary of the preferences: which importance arrives by which channel. */
export function MailMatrix({ choice }: MailMatrixProps) {
  const { t } = useTranslation();
  const importance = useImportance();
  const ways = [
    { name: t(($) => $.mail.account.in_app), from: choice.in_app_from },
    { name: t(($) => $.mail.account.now), from: choice.urgent_from ?? neverFrom },
    {
      name: t(($) => $.mail.account.digest),
      from: choice.digest === 'never' ? neverFrom : choice.digest_from,
    },
  ];
  return (
    <table className={styles.table}>
      <caption className="visually-hidden">{t(($) => $.mail.account.matrix)}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t(($) => $.mail.account.importance)}</span>
          </th>
          {ways.map(({ name }) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {levels.map((level) => (
          <tr key={level}>
            <th scope="row">
              <span className={classes(styles.level, toneClass(level))}>
                <Dots level={level} />
                {importance(level).word}
              </span>
            </th>
            {ways.map(({ name, from }) => (
              <td key={name}>
                <Arrives yes={level >= from} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Arrives({ yes }: { yes: boolean }) {
  const { t } = useTranslation();
  return (
    <>
      {yes ? (
        <Check aria-hidden="true" className={styles.yes} />
      ) : (
        <Minus aria-hidden="true" className={styles.no} />
      )}
      <span className="visually-hidden">
        {yes ? t(($) => $.mail.account.yes) : t(($) => $.mail.account.no)}
      </span>
    </>
  );
}
