import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Act, ActPage } from '../../api/types.ts';
import { formatDate } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ActLink } from '../../parts/act-link.tsx';
import { DayEntry } from '../../parts/day-entry.tsx';
import { dated, section } from '../../ui/sections.ts';

interface ActSectionProps {
  name: string;
  title: string;
  children: ReactNode;
}

export function ActSection({ name, title, children }: ActSectionProps) {
  return (
    <section className={section} aria-labelledby={name}>
      <h2 id={name}>{title}</h2>
      {children}
    </section>
  );
}

/** The next days of the articles on the act. */
export function Entries({ entries }: { entries: ActPage['deadlines'] }) {
  const { t } = useTranslation();
  if (entries.length === 0) return null;
  return (
    <ActSection name="next" title={t(($) => $.act.next)}>
      <ul className={dated}>
        {entries.map(({ id, slug, date, kind, what }) => (
          <li key={id}>
            <DayEntry date={date} kind={kind} what={what} slug={slug} />
          </li>
        ))}
      </ul>
    </ActSection>
  );
}

/** The acts that the act changes. */
export function Amends({ acts }: { acts: Act[] }) {
  const { t } = useTranslation();
  if (acts.length === 0) return null;
  return (
    <ActSection name="amends" title={t(($) => $.act.amends)}>
      <ul className={dated}>
        {acts.map((act) => (
          <li key={`${act.citation} ${act.issuer ?? ''}`}>
            <ActLink act={act} />
          </li>
        ))}
      </ul>
    </ActSection>
  );
}

/** The consolidated forms, the newest first. */
export function Forms({ forms }: { forms: ActPage['forms'] }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (forms.length === 0) return null;
  return (
    <ActSection name="forms" title={t(($) => $.act.forms)}>
      <ul className={dated}>
        {forms.map(({ date, url }) => {
          const words = (
            <>
              {t(($) => $.act.form)} <time dateTime={date}>{formatDate(date, language)}</time>
            </>
          );
          return (
            <li key={date}>
              {url ? (
                <a href={url} rel="noopener noreferrer" target="_blank">
                  {words}
                  <span className="visually-hidden">{t(($) => $.article.opens_new_tab)}</span>
                </a>
              ) : (
                <span>{words}</span>
              )}
            </li>
          );
        })}
      </ul>
    </ActSection>
  );
}
