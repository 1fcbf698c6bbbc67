import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Site } from '../../api/types.ts';
import { useAppPaths } from '../../hooks/use-app-paths.ts';
import { usePage } from '../../hooks/use-page.ts';
import { useSite } from '../../hooks/use-site.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { paths } from '../../paths.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import styles from './about-screen.module.css';

/** What the product is, who makes it, how to reach them and how to use it. */
export function AboutScreen() {
  const { t } = useTranslation();
  const site = useSite();
  const to = useAppPaths();
  const heading = usePage(t(($) => $.pages.about.title));
  return (
    <div className={styles.screen}>
      <PageHeading headingRef={heading} lead={t(($) => $.pages.about.lead)}>
        {t(($) => $.pages.about.title)}
      </PageHeading>
      <section>
        <h2>{t(($) => $.pages.about.what_title)}</h2>
        <p>{t(($) => $.pages.about.what)}</p>
        {site && (
          <p>
            {t(($) => (site.explains_with_ai ? $.pages.about.with_ai : $.pages.about.by_people))}
          </p>
        )}
        <p>{t(($) => $.pages.about.what_for)}</p>
      </section>
      <section>
        <h2>{t(($) => $.pages.about.how_title)}</h2>
        <ol>
          <li>{t(($) => $.pages.about.how_1)}</li>
          <li>{t(($) => $.pages.about.how_2)}</li>
          <li>{t(($) => $.pages.about.how_3)}</li>
        </ol>
        <p>
          <Trans
            i18nKey={($) => $.pages.about.coverage}
            components={{ coverage: <Link to={to.screen('coverage')} /> }}
          />
        </p>
        <p className={styles.small}>{t(($) => $.pages.about.not_advice)}</p>
      </section>
      <Follow />
      <Maker site={site} />
      <Contact site={site} />
      <Licenses />
    </div>
  );
}

/* Trans puts the words between the tags. */
const link = (href: string) => (
  // biome-ignore lint/a11y/useAnchorContent: the text comes from the translation
  <a href={href} />
);

/** Ways to follow changes without an account. */
function Follow() {
  const { t } = useTranslation();
  const language = useLanguage();
  return (
    <section>
      <h2>{t(($) => $.pages.about.follow_title)}</h2>
      <p>
        <Trans
          i18nKey={($) => $.pages.about.follow}
          components={{
            landing: link(paths.landing(language)),
            archive: link(paths.campaigns(language)),
          }}
        />
      </p>
      <p>
        <Trans
          i18nKey={($) => $.pages.about.feeds}
          components={{
            articles: link(paths.articleFeed(language)),
            campaigns: link(paths.campaignFeed(language)),
          }}
        />
      </p>
    </section>
  );
}

/** The licenses of the packages that the product is built from. */
function Licenses() {
  const { t } = useTranslation();
  return (
    <section>
      <h2>{t(($) => $.pages.about.licenses_title)}</h2>
      <p>
        <Trans
          i18nKey={($) => $.pages.about.licenses}
          components={{ licenses: link(paths.licenses) }}
        />
      </p>
    </section>
  );
}

function Maker({ site }: { site: Site | undefined }) {
  const { t } = useTranslation();
  const place = [site?.city, site?.country].filter(Boolean).join(', ');
  return (
    <section>
      <h2>{t(($) => $.pages.about.who_title)}</h2>
      <p>
        {site?.developer
          ? t(($) => $.pages.about.who, { name: site.developer.name })
          : t(($) => $.pages.about.who_unnamed)}
      </p>
      {place && <p>{place}</p>}
    </section>
  );
}

function Contact({ site }: { site: Site | undefined }) {
  const { t } = useTranslation();
  const { contact_email: email, contact_phone: phone } = site ?? {};
  return (
    <section>
      <h2>{t(($) => $.pages.about.contact_title)}</h2>
      {email && (
        <p>
          <Trans
            i18nKey={($) => $.pages.about.contact}
            values={{ email }}
            components={{ mail: link(`mailto:${email}`) }}
          />
        </p>
      )}
      {phone && <p>{t(($) => $.pages.about.contact_phone, { phone })}</p>}
      {!email && !phone && <p>{t(($) => $.pages.about.contact_none)}</p>}
      {site?.sample_details && <p className={styles.small}>{t(($) => $.common.samples)}</p>}
    </section>
  );
}
