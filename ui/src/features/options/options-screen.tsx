import { useTranslation } from 'react-i18next';
import { usePage } from '../../hooks/use-page.ts';
import { setTextSize, setTheme, usePreferences } from '../../hooks/use-preferences.ts';
import { useSelectLanguage } from '../../hooks/use-select-language.ts';
import { useSite } from '../../hooks/use-site.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { ConsentChoice } from '../../parts/consent-choice.tsx';
import { LanguageChoice } from '../../parts/language-choice.tsx';
import { Choice } from '../../ui/choice.tsx';
import { classes } from '../../ui/classes.ts';
import { grid, measure } from '../../ui/layout.ts';
import { PageHeading } from '../../ui/page-heading.tsx';
import styles from './options-screen.module.css';

/** Theme, language and text size, stored in this browser. */
export function OptionsScreen() {
  const { t } = useTranslation();
  const heading = usePage(t(($) => $.pages.options.title));
  const { theme, textSize } = usePreferences();
  const language = useLanguage();
  const selectLanguage = useSelectLanguage();
  const site = useSite();
  return (
    <div className={classes(grid(7), measure)}>
      <PageHeading headingRef={heading} lead={t(($) => $.pages.options.lead)}>
        {t(($) => $.pages.options.title)}
      </PageHeading>
      <Choice
        legend={t(($) => $.pages.options.theme)}
        value={theme}
        onChoose={setTheme}
        options={[
          { value: 'system', label: t(($) => $.pages.options.theme_system) },
          { value: 'light', label: t(($) => $.pages.options.theme_light) },
          { value: 'dark', label: t(($) => $.pages.options.theme_dark) },
        ]}
      />
      <LanguageChoice
        legend={t(($) => $.pages.options.language)}
        value={language}
        onChoose={selectLanguage}
      />
      <div>
        <Choice
          legend={t(($) => $.pages.options.text_size)}
          value={textSize}
          onChoose={setTextSize}
          options={[
            { value: 'normal', label: t(($) => $.pages.options.size_normal) },
            { value: 'large', label: t(($) => $.pages.options.size_large) },
            { value: 'larger', label: t(($) => $.pages.options.size_larger) },
          ]}
        />
        <p className={styles.sample}>{t(($) => $.pages.options.sample)}</p>
      </div>
      {site?.analytics && <ConsentChoice />}
    </div>
  );
}
