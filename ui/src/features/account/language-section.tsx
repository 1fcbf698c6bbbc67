import { useTranslation } from 'react-i18next';
import { useSelectLanguage } from '../../hooks/use-select-language.ts';
import { useTask } from '../../hooks/use-task.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { LanguageChoice } from '../../parts/language-choice.tsx';
import { Outcome, Section } from './section.tsx';

/** One language for the site and for mails. */
export function LanguageSection() {
  const { t } = useTranslation();
  const language = useLanguage();
  const task = useTask();
  const choose = useSelectLanguage((save) => void task.start(save));

  return (
    <Section title={t(($) => $.account.language)} text={t(($) => $.account.language_hint)}>
      <LanguageChoice
        legend={t(($) => $.account.language)}
        hideLegend
        value={language}
        onChoose={choose}
      />
      <Outcome state={task.state} done={t(($) => $.account.saved)} />
    </Section>
  );
}
