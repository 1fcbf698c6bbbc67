import { useTexts } from '../../i18n/use-texts.ts';
import { Section } from './section.tsx';
import styles from './steps-section.module.css';

const steps = ['one', 'two', 'three'] as const;

export function StepsSection() {
  const { t } = useTexts();
  return (
    <Section id="steps" title={t(($) => $.landing.steps.title)}>
      <ol className={styles.steps}>
        {steps.map((step) => (
          <li key={step} className={styles.step}>
            <h3 className={styles.title}>{t(($) => $.landing.steps[step])}</h3>
            <p>{t(($) => $.landing.steps[`${step}_text`])}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
