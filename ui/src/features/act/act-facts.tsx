import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ActPage } from '../../api/types.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Facts } from '../../ui/facts.tsx';
import { KeptWords } from '../../ui/kept-words.tsx';
import styles from './act-screen.module.css';

/** Issuer, days, place in the gazette, and where the text can be read. */
export function ActFacts({ page }: { page: ActPage }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { act, date, gazette, in_force_date } = page;
  const day = (value: string) => <time dateTime={value}>{formatDate(value, language)}</time>;
  const links = page.links.map(({ kind, url }): [string, ReactNode] => [
    t(($) => $.act.link[kind]),
    <a key={kind} href={url} rel="noopener noreferrer" target="_blank">
      {new URL(url).host}
      <span className="visually-hidden">{t(($) => $.article.opens_new_tab)}</span>
    </a>,
  ]);
  return (
    <Facts
      className={styles.facts}
      facts={[
        [t(($) => $.act.issuer), act.issuer && <span lang="ro">{act.issuer}</span>],
        [t(($) => $.act.date), date && day(date)],
        [t(($) => $.act.gazette), gazette && <KeptWords text={gazette.citation} />],
        [t(($) => $.act.in_force), in_force_date && day(in_force_date)],
        ...links,
      ]}
    />
  );
}
