import { ChevronDown, Globe } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useSelectLanguage } from '../hooks/use-select-language.ts';
import type { Language } from '../i18n/language.ts';
import { useLanguage } from '../i18n/use-language.ts';
import { Menu } from '../ui/menu.tsx';
import { MenuItems } from '../ui/menu-items.tsx';
import styles from './language-switcher.module.css';

/* Specified: the menu stays this long after the pointer has left it. */
const closeDelay = 300;
const shortNames: Record<Language, string> = { en: 'En', ro: 'Ro' };

/** En and Ro, opened by hover, press, tap or keyboard. */
export function LanguageSwitcher({ side }: { side: 'top' | 'bottom' }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const select = useSelectLanguage();
  const trigger = (
    <button type="button" className={styles.trigger}>
      <Globe aria-hidden="true" className={styles.globe} />
      <span className="visually-hidden">{t(($) => $.common.language.label)}: </span>
      {shortNames[language]}
      <ChevronDown aria-hidden="true" className={styles.arrow} />
    </button>
  );
  return (
    <Menu trigger={trigger} side={side} hoverCloseDelay={closeDelay}>
      <MenuItems.Choice
        value={language}
        onChoose={select}
        options={[
          { value: 'en', label: shortNames.en, hint: t(($) => $.common.language.en) },
          { value: 'ro', label: shortNames.ro, hint: t(($) => $.common.language.ro) },
        ]}
      />
    </Menu>
  );
}
