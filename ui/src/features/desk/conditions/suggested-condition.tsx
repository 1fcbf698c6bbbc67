import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Condition } from '../../../api/conditions.ts';
import { Button } from '../../../ui/button.tsx';
import { fieldLabel } from '../../../ui/field-label.ts';
import { cluster } from '../../../ui/layout.ts';
import { ConditionSentence } from './condition-sentence.tsx';
import styles from './conditions.module.css';

interface SuggestedConditionProps {
  condition: Condition;
  onAccept: () => void;
}

/** A condition that the roles suggest. It is no part of the article until the editor accepts it. */
export function SuggestedCondition({ condition, onAccept }: SuggestedConditionProps) {
  const { t } = useTranslation();
  const [isShown, setShown] = useState(true);
  if (!isShown) return null;
  return (
    <section className={styles.suggestion} aria-label={t(($) => $.desk.condition.suggestion)}>
      <p className={fieldLabel}>{t(($) => $.desk.condition.suggestion)}</p>
      <p className={styles.hint}>{t(($) => $.desk.condition.suggestion_hint)}</p>
      <ConditionSentence condition={condition} />
      <div className={cluster(3)}>
        <Button variant="primary" onClick={onAccept}>
          {t(($) => $.desk.condition.accept)}
        </Button>
        <Button onClick={() => setShown(false)}>{t(($) => $.desk.condition.dismiss)}</Button>
      </div>
    </section>
  );
}
