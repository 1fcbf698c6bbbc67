import { useTranslation } from 'react-i18next';
import { type Language, languages } from '../i18n/language.ts';
import { Choice } from '../ui/choice.tsx';

interface LanguageChoiceProps {
  legend: string;
  /** Hides the legend where a heading has the same words. */
  hideLegend?: boolean;
  value: Language;
  onChoose: (language: Language) => void;
}

/** The languages of the product, each by its own name. */
export function LanguageChoice(props: LanguageChoiceProps) {
  const { t } = useTranslation();
  const options = languages.map((language) => ({
    value: language,
    label: t(($) => $.common.language[language]),
    lang: language,
  }));
  return <Choice {...props} options={options} />;
}
