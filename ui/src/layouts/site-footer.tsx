import { Trans, useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useAppPaths } from '../hooks/use-app-paths.ts';
import { useSite } from '../hooks/use-site.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { paths } from '../paths.ts';
import styles from './site-footer.module.css';

/** Developer (when configured), build, campaign archive and legal pages. */
export function SiteFooter() {
  const { t } = useTranslation();
  const language = useLanguage();
  const site = useSite();
  const to = useAppPaths();
  const developer = site?.developer;
  const credit = developer?.url ? (
    // Trans puts the name between the tags.
    // biome-ignore lint/a11y/useAnchorContent: the text comes from the translation
    <a href={developer.url} rel="noopener noreferrer" data-print-plain />
  ) : (
    <span />
  );
  return (
    <footer className={styles.footer}>
      {developer && (
        <p>
          <Trans
            i18nKey={($) => $.common.footer.credit}
            values={{ name: developer.name }}
            components={{ developer: credit }}
          />
          {site?.sample_details && ` · ${t(($) => $.common.samples)}`}
        </p>
      )}
      {site && <p>{t(($) => $.common.footer.build, { build: site.build })}</p>}
      <p className={styles.documents} data-print="hide">
        <a href={paths.campaigns(language)}>{t(($) => $.common.footer.archive)}</a>
        <Link to={to.screen('coverage')}>{t(($) => $.common.footer.coverage)}</Link>
        <a href={paths.privacy(language)}>{t(($) => $.consent.privacy)}</a>
        <a href={paths.terms(language)}>{t(($) => $.common.footer.terms)}</a>
      </p>
    </footer>
  );
}
