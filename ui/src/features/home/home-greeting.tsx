import { useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useSession } from '../../api/session.ts';
import type { Site } from '../../api/types.ts';
import { readerName } from '../../hooks/reader-name.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { useSite } from '../../hooks/use-site.ts';
import { formatDate } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { PageHeading } from '../../ui/page-heading.tsx';
import { greetingVariant } from './greeting.ts';

function latestGazette(site: Site | undefined, language: Language): string | undefined {
  const latest = site?.latest;
  if (!latest) return undefined;
  return latest.gazette_citation?.[language] || formatDate(latest.publish_date, language);
}

/** The greeting and the latest gazette that was read. */
export function HomeGreeting() {
  const { t } = useTranslation();
  const language = useLanguage();
  const session = useSession();
  const to = useAppPaths();
  const heading = usePage(t(($) => $.home.title));
  const [variant] = useState(() => greetingVariant(new Date()));
  const gazette = latestGazette(useSite(), language);

  return (
    <PageHeading
      headingRef={heading}
      lead={<KeptWords text={gazette ? t(($) => $.home.latest, { gazette }) : '\u00a0'} />}
    >
      {session.status === 'loading' ? (
        <>
          <span className="visually-hidden">{t(($) => $.home.title)}</span>
          {'\u00a0'}
        </>
      ) : session.status === 'signed_in' ? (
        t(($) => $.home.greeting.signed_in[variant], { name: readerName(session.reader) })
      ) : (
        <Trans
          i18nKey={($) => $.home.greeting.signed_out[variant]}
          components={{ signin: <Link to={to.screen('auth')} /> }}
        />
      )}
    </PageHeading>
  );
}
