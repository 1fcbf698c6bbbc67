import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { deskQueries } from '../../api/desk.ts';
import type { AmendedAct } from '../../api/types.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { AmendedActs } from '../../parts/amended-acts.tsx';
import { Loaded } from '../../parts/loaded.tsx';

interface AmendmentsPaneProps {
  uid: string;
  slug: string;
}

/** What the act changes, word by word, and what a person has to read. */
export function AmendmentsPane({ uid, slug }: AmendmentsPaneProps) {
  const { t } = useTranslation();
  const query = useQuery(deskQueries.amendments(uid, slug, useLanguage()));
  return (
    <section aria-labelledby="amendments">
      <h2 id="amendments" className="visually-hidden">
        {t(($) => $.desk.pane.amendments)}
      </h2>
      <Loaded query={query} failed={t(($) => $.article.amendments.failed)}>
        {(data) => <Changes acts={data} />}
      </Loaded>
    </section>
  );
}

function Changes({ acts }: { acts: AmendedAct[] }) {
  const { t } = useTranslation();
  const waiting = acts.filter(({ form_date }) => !form_date);
  if (acts.length === 0) return <p>{t(($) => $.desk.no_amendments)}</p>;
  const tried = acts.filter(({ form_date }) => form_date);
  const found = tried.reduce((sum, act) => sum + act.found, 0);
  const applied = tried.reduce((sum, act) => sum + act.applied, 0);
  return (
    <>
      {found > 0 && (
        <p role="status">
          {t(($) => $.desk.amendments_of, { applied, found, listed: found - applied })}
        </p>
      )}
      <AmendedActs acts={acts} withProblems />
      {waiting.length > 0 && (
        <>
          <h3 className="amended-act">{t(($) => $.desk.no_form)}</h3>
          <p className="amendment-note">{t(($) => $.desk.no_form_text)}</p>
          <ul className="amended-list">
            {waiting.map(({ act, found: operations }) => (
              <li key={act.citation}>
                {t(($) => $.desk.no_form_of, { act: act.citation, count: operations })}
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}
