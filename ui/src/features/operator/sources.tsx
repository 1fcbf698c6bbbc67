import { useTranslation } from 'react-i18next';
import type { WatchedSource } from '../../api/operator.ts';
import { formatDate, formatMomentWithOffset } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { plain, stack } from '../../ui/layout.ts';
import { Command } from './command.tsx';
import styles from './operator.module.css';
import { useNames } from './use-names.ts';

/** The official sources, when they were read and why they fail. */
export function Sources({ sources }: { sources: WatchedSource[] }) {
  const { t } = useTranslation();
  return (
    <section className={stack(3)} aria-labelledby="sources">
      <h2 id="sources">{t(($) => $.operator.sources)}</h2>
      {sources.length === 0 ? (
        <p>{t(($) => $.operator.no_sources)}</p>
      ) : (
        <ul className={plain}>
          {sources.map((source) => (
            <Source key={source.name} source={source} />
          ))}
        </ul>
      )}
      <Command text="paragraf acts coverage" />
    </section>
  );
}

function Source({ source }: { source: WatchedSource }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const names = useNames();
  const { name, last_read_at: read, last_new_at: found, newest_issue: issue } = source;
  const { failing_since: failing, problem } = source;
  return (
    <li className={styles.row}>
      <h3>{names.source(name)}</h3>
      <p className={styles.meta}>
        {read
          ? t(($) => $.operator.read_at, { at: formatMomentWithOffset(read, language) })
          : t(($) => $.operator.never_read)}
        {found &&
          ` · ${t(($) => $.operator.new_at, { at: formatMomentWithOffset(found, language) })}`}
        {issue && ` · ${t(($) => $.operator.newest_issue, { day: formatDate(issue, language) })}`}
      </p>
      {failing && (
        <p className={styles.problem}>
          {t(($) => $.operator.failing_since, { at: formatMomentWithOffset(failing, language) })}
          {problem && <span lang="en">{` ${problem}`}</span>}
        </p>
      )}
    </li>
  );
}
