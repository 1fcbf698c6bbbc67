import { useTexts } from '../../i18n/use-texts.ts';
import { LanguageSwitcher } from '../../parts/language-switcher.tsx';
import { sitePaths } from '../../site-paths.ts';
import { Mark } from '../../ui/mark.tsx';
import { EarlyAccessButton } from './early-access-button.tsx';
import styles from './landing-header.module.css';
import { useLandingLanguage } from './use-landing-language.ts';

const links = ['features', 'steps', 'stories', 'benefits'] as const;

interface LandingHeaderProps {
  isOpen: boolean;
  onSignUp: () => void;
}

export function LandingHeader({ isOpen, onSignUp }: LandingHeaderProps) {
  const { t, language } = useTexts();
  const other = language === 'en' ? 'ro' : 'en';
  const choose = useLandingLanguage();
  return (
    <header className={styles.bar}>
      <div className={styles.row}>
        <a href="#top" className={styles.mark} aria-label={t(($) => $.common.product)}>
          <Mark name={t(($) => $.common.product)} />
        </a>
        <nav className={styles.links} data-print="hide" aria-label={t(($) => $.landing.nav.label)}>
          {links.map((link) => (
            <a key={link} href={`#${link}`}>
              {t(($) => $.landing.nav[link])}
            </a>
          ))}
        </nav>
        <div className={styles.language} data-print="hide">
          <LanguageSwitcher side="bottom" align="end" onChoose={choose} />
        </div>
        <noscript>
          <a href={sitePaths.landing(other)} hrefLang={other} lang={other} className={styles.other}>
            {t(($) => $.common.language[other])}
          </a>
        </noscript>
        <EarlyAccessButton variant="quiet" isOpen={isOpen} onSignUp={onSignUp} />
      </div>
    </header>
  );
}
