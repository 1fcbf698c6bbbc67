import { ExternalLink } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Draft } from '../../api/desk.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { classes } from '../../ui/classes.ts';
import { grid, muted, plain } from '../../ui/layout.ts';
import type { Place } from './figures.ts';
import styles from './source-pane.module.css';

interface SourcePaneProps {
  draft: Draft;
  /** The archived text, normalised as its places are. */
  source: string | undefined;
  /** The place to show; `turn` grows with each press, so that the same place is shown again. */
  shown: { place: Place; turn: number } | undefined;
}

/** The archived text of the act, with the place of a figure; without one, where to read it. */
export function SourcePane({ draft, source, shown }: SourcePaneProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const mark = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!shown) return;
    mark.current?.scrollIntoView?.({ block: 'center' });
    mark.current?.focus({ preventScroll: true });
  }, [shown]);

  if (source === undefined || !draft.source) return <NoSource draft={draft} />;
  const { start, end } = shown?.place ?? { start: 0, end: 0 };
  const found = source.slice(start, end);
  return (
    <section className={styles.pane} aria-label={t(($) => $.desk.source_label)}>
      <p className={muted}>
        <OutsideLink url={draft.source.url} />{' '}
        {t(($) => $.desk.source_from, { moment: formatMoment(draft.source.fetched_at, language) })}
      </p>
      <p className="visually-hidden" role="status">
        {found && t(($) => $.desk.shown_in_source, { text: found })}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs the keyboard */}
      <div className={styles.text} lang="ro" tabIndex={0}>
        {source.slice(0, start)}
        {found && (
          <mark ref={mark} tabIndex={-1} className={styles.mark}>
            {found}
          </mark>
        )}
        {source.slice(end)}
      </div>
    </section>
  );
}

function NoSource({ draft }: { draft: Draft }) {
  const { t } = useTranslation();
  const { sources } = draft.article as { sources?: Array<{ url: string; title?: string }> };
  const links = (sources ?? []).filter(({ url }) => /^https?:/.test(url));
  return (
    <section className={styles.pane} aria-label={t(($) => $.desk.source_label)}>
      <p className={styles.missing}>{t(($) => $.desk.no_source)}</p>
      {links.length > 0 && (
        <>
          <p>{t(($) => $.desk.no_source_text)}</p>
          <ul className={classes(grid(2), plain)}>
            {links.map(({ url, title }) => (
              <li key={url}>
                <OutsideLink url={url} title={title} />
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function OutsideLink({ url, title }: { url: string; title?: string | undefined }) {
  const { t } = useTranslation();
  if (!/^https?:/.test(url)) return null;
  return (
    <a href={url} target="_blank" rel="noopener noreferrer" className={styles.link}>
      {title ?? new URL(url).host}
      <ExternalLink aria-hidden="true" />
      <span className="visually-hidden">{t(($) => $.article.opens_new_tab)}</span>
    </a>
  );
}
