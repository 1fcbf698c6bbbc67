import { Check, ChevronDown, Globe } from 'lucide-react';
import { type Language, languages } from '../i18n/language.ts';
import { useTexts } from '../i18n/use-texts.ts';
import { classes } from '../ui/classes.ts';
import styles from './language-switcher.module.css';
import { useHoverMenu } from './use-hover-menu.ts';

const shortNames: Record<Language, string> = { en: 'En', ro: 'Ro' };

interface LanguageSwitcherProps {
  side: 'top' | 'bottom';
  align?: 'start' | 'end';
  onChoose: (language: Language) => void;
}

/** En and Ro, opened by hover, press, tap or keyboard. */
export function LanguageSwitcher({ side, align = 'start', onChoose }: LanguageSwitcherProps) {
  const { t, language } = useTexts();
  const menu = useHoverMenu();

  function choose(chosen: Language) {
    menu.close();
    onChoose(chosen);
  }

  return (
    <div className={styles.switcher} {...menu.area}>
      <button type="button" className={styles.trigger} {...menu.trigger}>
        <Globe aria-hidden="true" className={styles.globe} />
        <span className="visually-hidden">{t(($) => $.common.language.label)}: </span>
        {shortNames[language]}
        <ChevronDown aria-hidden="true" className={styles.arrow} />
      </button>
      {menu.isOpen && (
        <div
          role="menu"
          aria-label={t(($) => $.common.language.label)}
          className={classes(styles.popup, styles[side], styles[align])}
          {...menu.list}
        >
          {languages.map((option) => (
            <button
              key={option}
              type="button"
              role="menuitemradio"
              aria-checked={option === language}
              tabIndex={-1}
              className={styles.item}
              onClick={() => choose(option)}
            >
              <span className={styles.tick}>
                {option === language && <Check aria-hidden="true" />}
              </span>
              {shortNames[option]}
              <span className={styles.hint} lang={option}>
                {t(($) => $.common.language[option])}
              </span>
            </button>
          ))}
        </div>
      )}
    </div>
  );
}
