import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { NoWhen } from '../../../api/conditions.ts';
import type { FieldProblem } from '../../../api/desk.ts';
import { Button } from '../../../ui/button.tsx';
import { fieldLabel } from '../../../ui/field-label.ts';
import { BothTextsField } from './both-texts-field.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import styles from './conditions.module.css';

interface BetterWordsProps {
  list: NoWhen[];
  problems: FieldProblem[];
  isFixed: boolean;
  onChange: (list: NoWhen[]) => void;
}

/** Words for a no that fit some readers better than the general ones. */
export function BetterWords({ list, problems, isFixed, onChange }: BetterWordsProps) {
  const { t } = useTranslation();
  const change = (at: number, next: NoWhen) =>
    onChange(list.map((before, index) => (index === at ? next : before)));
  return (
    <>
      {list.map((words, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words have no id
        <fieldset key={at} className={styles.part}>
          <legend className={fieldLabel}>
            {t(($) => $.desk.condition.better, { number: at + 1 })}
          </legend>
          <ConditionEditor
            condition={words.condition}
            path={`concerns.reason.no_when[${at}].condition`}
            problems={problems}
            isFixed={isFixed}
            onChange={(condition) => change(at, { ...words, condition })}
          />
          <BothTextsField
            label={t(($) => $.desk.condition.better_reason, { number: at + 1 })}
            texts={words}
            path={`concerns.reason.no_when[${at}]`}
            problems={problems}
            isFixed={isFixed}
            onTexts={(texts) => change(at, { ...words, ...texts })}
          />
          {!isFixed && (
            <Button onClick={() => onChange(list.filter((_, index) => index !== at))}>
              {t(($) => $.desk.condition.better_remove, { number: at + 1 })}
            </Button>
          )}
        </fieldset>
      ))}
      {!isFixed && (
        <Button onClick={() => onChange([...list, { condition: {}, ro: '', en: '' }])}>
          <Plus aria-hidden="true" />
          {t(($) => $.desk.condition.better_add)}
        </Button>
      )}
    </>
  );
}
