import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActPage } from '../../api/types.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './act-screen.module.css';

/** Issuer, days, place in the gazette, and where the text can be read. */
export function ActFacts({ page }: { page: ActPage }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { act, date, gazette, in_force_date, links } = page;
  const day = (value: string) => <time dateTime={value}>{formatDate(value, language)}</time>;
  return (
    <dl className={styles.facts}>
      {act.issuer && (
        <Fact term={t(($) => $.act.issuer)}>
          <span lang="ro">{act.issuer}</span>
        </Fact>
      )}
      {date && <Fact term={t(($) => $.act.date)}>{day(date)}</Fact>}
      {gazette && (
        <Fact term={t(($) => $.act.gazette)}>
          <KeptWords text={gazette.citation} />
        </Fact>
      )}
      {in_force_date && <Fact term={t(($) => $.act.in_force)}>{day(in_force_date)}</Fact>}
      {links.map(({ kind, url }) => (
        <Fact key={kind} term={t(($) => $.act.link[kind])}>
          <a href={url} rel="noopener noreferrer" target="_blank">
            {new URL(url).host}
            <span className="visually-hidden">{t(($) => $.article.opens_new_tab)}</span>
          </a>
        </Fact>
      ))}
    </dl>
  );
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
