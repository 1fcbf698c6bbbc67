import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { BothTexts, Condition } from '../../../api/conditions.ts';
import type { FieldProblem } from '../../../api/desk.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { PlainSelect } from '../plain-select.tsx';
import { BothTextsField } from './both-texts-field.tsx';
import styles from './conditions.module.css';
import { uncertainSides } from './shapes.ts';

interface UncertaintyFieldsProps {
  /** What makes answers uncertain; `undefined` if all are certain. */
  uncertain: Condition | undefined;
  number: string;
  path: string;
  problems: FieldProblem[];
  onChange: (uncertain: Condition) => void;
  /** The fields of the condition under which the answer is uncertain. */
  children: (when: Condition, onWhen: (when: Condition) => void) => ReactNode;
}

const begun: Condition = {
  certain: false,
  uncertain_side: 'yes',
  missing: { ro: '', en: '' },
};

/** Which answers of a part a source only leans to, when, and what the reader then verifies. */
export function UncertaintyFields(props: UncertaintyFieldsProps) {
  const { uncertain, number, path, problems, onChange, children } = props;
  const { t } = useTranslation();
  const { uncertain_when: when, ...always } = uncertain ?? {};
  return (
    <>
      <Checkbox
        label={t(($) => $.desk.condition.uncertain, { number })}
        checked={uncertain !== undefined}
        onToggle={(on) => onChange(on ? begun : {})}
      />
      {uncertain && (
        <div className={styles.group}>
          <PlainSelect
            label={t(($) => $.desk.condition.side)}
            value={String(uncertain.uncertain_side)}
            onChoose={(side) => onChange({ ...uncertain, uncertain_side: side })}
            groups={[
              {
                options: uncertainSides.map((id) => ({
                  id,
                  name: t(($) => $.desk.condition.sides[id]),
                })),
              },
            ]}
          />
          <BothTextsField
            label={t(($) => $.desk.condition.to_verify)}
            texts={uncertain.missing as BothTexts}
            path={`${path}.missing`}
            problems={problems}
            isFixed={false}
            onTexts={(missing) => onChange({ ...uncertain, missing })}
          />
          <Checkbox
            label={t(($) => $.desk.condition.only_when, { number })}
            checked={when !== undefined}
            onToggle={(on) => onChange(on ? { ...uncertain, uncertain_when: {} } : always)}
          />
          {when !== undefined &&
            children(when as Condition, (next) => onChange({ ...uncertain, uncertain_when: next }))}
        </div>
      )}
    </>
  );
}
