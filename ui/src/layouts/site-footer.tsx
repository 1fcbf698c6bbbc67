import { Trans, useTranslation } from 'react-i18next';
import { useSite } from '../hooks/use-site.ts';
import styles from './site-footer.module.css';

/** Who made it (when configured) and which build this is. */
export function SiteFooter() {
  const { t } = useTranslation();
  const site = useSite();
  if (!site) return <footer className={styles.footer} />;
  const { developer, build } = site;
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
        </p>
      )}
      <p>{t(($) => $.common.footer.build, { build })}</p>
    </footer>
  );
}
