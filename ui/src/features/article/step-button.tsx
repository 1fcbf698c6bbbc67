import { useTranslation } from 'react-i18next';
import { type NextStep, stepBoxId } from '../../hooks/step-groups.ts';
import { Button } from '../../ui/button.tsx';
import styles from './article-actions.module.css';

/** The page's primary action: leads to the reader's next step, whose box it focuses. */
export function StepButton({ next }: { next: NextStep }) {
  const { t } = useTranslation();
  const { step, at, total, begun } = next;
  // The focus brings the box into view.
  const show = () => document.getElementById(stepBoxId(step.id))?.focus();
  return (
    <Button variant="primary" className={styles.step} onClick={show}>
      {begun ? t(($) => $.article.step_of, { n: at, total }) : t(($) => $.article.first_step)}
    </Button>
  );
}
