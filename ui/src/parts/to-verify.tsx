import { Info } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { VerifyGroup } from '../hooks/verify-groups.ts';
import { classes } from '../ui/classes.ts';
import { IconNote } from '../ui/icon-note.tsx';
import { KeptWords } from '../ui/kept-words.tsx';
import { plain } from '../ui/layout.ts';
import { clauseSentence } from './sentence-case.ts';
import styles from './to-verify.module.css';

/** What to verify, once for all the lines that it is about. */
export function ToVerify({ groups }: { groups: VerifyGroup[] }) {
  const { t } = useTranslation();
  return groups.map(({ verify, names }) => (
    <IconNote key={verify} icon={Info}>
      <p>{clauseSentence(t(($) => $.concerns.verify, { what: verify }))}</p>
      <ul className={classes(plain, styles.names)}>
        {names.map((name) => (
          <li key={name}>
            <KeptWords text={name} />
          </li>
        ))}
      </ul>
    </IconNote>
  ));
}
