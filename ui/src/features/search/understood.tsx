import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { SearchAnswer } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { classes } from '../../ui/classes.ts';
import { plain } from '../../ui/layout.ts';
import { Tagged } from '../../ui/tagged.tsx';
import styles from './understood.module.css';

const bold = { b: (inner: string) => <strong>{inner}</strong> };

/** The citation leads to the page of an act that has one. */
const linked = (to: string) => ({ b: (inner: string) => <Link to={to}>{inner}</Link> });

type Reference = SearchAnswer['understood']['references'][number];

function citation({ citation: act, provision }: Reference): string {
  return provision && provision !== act ? `${provision}, ${act}` : act;
}

interface UnderstoodProps {
  understood: SearchAnswer['understood'];
  /** Whether the summary says that nothing was found, so that no line repeats it. */
  isEmpty: boolean;
}

/** The recognised citations and the corrected words of the query. */
export function Understood({ understood, isEmpty }: UnderstoodProps) {
  const { t } = useTranslation();
  const to = useAppPaths();
  const { references, corrected, also } = understood;
  const missing = isEmpty ? [] : understood.missing;
  if (references.length + corrected.length + also.length + missing.length === 0) return null;
  return (
    <ul className={classes(plain, styles.understood)}>
      {references.map((reference) => (
        <li key={reference.text}>
          <Tagged
            text={t(($) => $.search.read_as, { citation: citation(reference) })}
            tags={reference.act ? linked(to.act(reference.act)) : bold}
          />
          {!reference.found && !isEmpty && (
            <span className={styles.note}>
              {reference.kind === 'provision' && reference.provision !== reference.citation
                ? t(($) => $.search.not_exactly)
                : t(($) => $.search.not_found)}
            </span>
          )}
        </li>
      ))}
      {corrected.map(({ from, to }) => (
        <li key={from}>
          <Tagged text={t(($) => $.search.corrected, { from, to })} tags={bold} />
        </li>
      ))}
      {also.map(({ from, to }) => (
        <li key={from}>
          <Tagged text={t(($) => $.search.also, { from, to })} tags={bold} />
        </li>
      ))}
      {missing.length > 0 && <li>{t(($) => $.search.missing, { words: missing.join(', ') })}</li>}
    </ul>
  );
}
