import { useTranslation } from 'react-i18next';
import type { BothTexts } from '../../../api/conditions.ts';
import type { FieldProblem } from '../../../api/desk.ts';
import { concernReasonYesMaxLength } from '../../../api/limits.gen.ts';
import { fieldLabel } from '../../../ui/field-label.ts';
import { TextField } from '../../../ui/text-field.tsx';
import { useProblemText } from '../use-problem-text.ts';
import styles from './conditions.module.css';

interface BothTextsFieldProps {
  label: string;
  hint?: string;
  texts: BothTexts | undefined;
  /** The path by which the server names the text. */
  path: string;
  problems: FieldProblem[];
  isFixed: boolean;
  onTexts: (texts: BothTexts) => void;
}

/** A text in Romanian and in English. */
export function BothTextsField(props: BothTextsFieldProps) {
  const { label, hint, texts, path, problems, isFixed, onTexts } = props;
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { ro = '', en = '' } = texts ?? {};
  return (
    <fieldset className={styles.texts}>
      <legend className={fieldLabel}>{label}</legend>
      {hint && <p className={styles.hint}>{hint}</p>}
      {(['ro', 'en'] as const).map((lang) => {
        const problem = problems.find(({ field }) => field === `${path}.${lang}`);
        return (
          <TextField
            key={lang}
            lang={lang}
            label={t(($) => $.desk.lang[lang])}
            value={lang === 'ro' ? ro : en}
            maxLength={concernReasonYesMaxLength}
            readOnly={isFixed}
            error={problem && problemText(problem)}
            onChange={(event) => onTexts({ ro, en, [lang]: event.target.value })}
          />
        );
      })}
    </fieldset>
  );
}
