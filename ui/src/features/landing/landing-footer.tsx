import type { Site } from '../../api/types.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { sitePaths } from '../../site-paths.ts';
import { buttonClass } from '../../ui/button.tsx';
import { Mark } from '../../ui/mark.tsx';
import styles from './landing-footer.module.css';

/** Developer, place and contact, as far as configured. */
export function LandingFooter({ site }: { site: Site | undefined }) {
  const { t, language } = useTexts();
  return (
    <footer className={styles.footer}>
      <div className={styles.about}>
        <Mark name={t(($) => $.common.product)} />
        <p>{t(($) => $.landing.footer.not_advice)}</p>
        {site?.demo && <p>{t(($) => $.common.demo)}</p>}
      </div>
      <div className={styles.details}>
        <Maker site={site} />
        <Contact site={site} />
        <Social links={site?.social_links ?? []} />
        {site?.sample_details && <p>{t(($) => $.common.samples)}</p>}
      </div>
      <p className={styles.legal}>
        <a href={sitePaths.campaigns(language)} className={buttonClass('quiet')}>
          {t(($) => $.common.footer.archive)}
        </a>
        <a href={sitePaths.privacy(language)} className={buttonClass('quiet')}>
          {t(($) => $.landing.footer.privacy)}
        </a>
        <a href={sitePaths.terms(language)} className={buttonClass('quiet')}>
          {t(($) => $.landing.footer.terms)}
        </a>
      </p>
    </footer>
  );
}

function Maker({ site }: { site: Site | undefined }) {
  const { t } = useTexts();
  const place = [site?.city, site?.country].filter(Boolean).join(', ');
  const developer = site?.developer;
  if (!developer && !place) return null;
  const credit = developer && t(($) => $.landing.footer.credit, { name: developer.name });
  return (
    <div>
      {credit && (
        <p>
          {developer.url ? (
            <a href={developer.url} rel="noopener noreferrer">
              {credit}
            </a>
          ) : (
            credit
          )}
        </p>
      )}
      {place && <p>{place}</p>}
    </div>
  );
}

function Contact({ site }: { site: Site | undefined }) {
  const { t } = useTexts();
  const { contact_email: email, contact_phone: phone } = site ?? {};
  if (!email && !phone) return null;
  return (
    <div>
      <h2>{t(($) => $.landing.footer.contact)}</h2>
      {email && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
      {phone && (
        <p>
          <a href={`tel:${phone.replace(/[^+\d]/g, '')}`}>{phone}</a>
        </p>
      )}
    </div>
  );
}

function Social({ links }: { links: string[] }) {
  const { t } = useTexts();
  const known = links.filter((link) => URL.canParse(link));
  if (known.length === 0) return null;
  return (
    <div>
      <h2>{t(($) => $.landing.footer.social)}</h2>
      <ul>
        {known.map((link) => (
          <li key={link}>
            <a href={link} rel="me noopener noreferrer">
              {new URL(link).hostname.replace(/^www\./, '')}
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}
