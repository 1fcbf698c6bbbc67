import { useTexts } from '../../i18n/use-texts.ts';
import styles from './benefits-section.module.css';
import { Section } from './section.tsx';

const benefits = ['support', 'offers', 'first'] as const;

/** What early sign-ups are promised. */
export function BenefitsSection({ isOpen }: { isOpen: boolean }) {
  const { t } = useTexts();
  return (
    <Section
      id="benefits"
      title={isOpen ? t(($) => $.landing.benefits.title_open) : t(($) => $.landing.benefits.title)}
      note={isOpen ? t(($) => $.landing.benefits.note_open) : t(($) => $.landing.benefits.note)}
    >
      <ul className={styles.benefits}>
        {benefits.map((benefit) => (
          <li key={benefit} className={styles.benefit}>
            <h3 className={styles.title}>{t(($) => $.landing.benefits[benefit])}</h3>
            <p>{t(($) => $.landing.benefits[`${benefit}_text`])}</p>
          </li>
        ))}
      </ul>
    </Section>
  );
}
