import { BookOpenText, CalendarClock, ListFilter } from 'lucide-react';
import { useTexts } from '../../i18n/use-texts.ts';
import styles from './features-section.module.css';
import { Section } from './section.tsx';

const features = [
  { name: 'deadlines', Icon: CalendarClock },
  { name: 'tailored', Icon: ListFilter },
  { name: 'insights', Icon: BookOpenText },
] as const;

/** Deadline tracking, tailored updates, insights; what is not built yet is said to be coming. */
export function FeaturesSection() {
  const { t } = useTexts();
  return (
    <Section id="features" title={t(($) => $.landing.features.title)} className={styles.cards}>
      {features.map(({ name, Icon }) => (
        <article key={name} className={styles.card}>
          <Icon aria-hidden="true" className={styles.icon} />
          <h3 className={styles.title}>{t(($) => $.landing.features[name])}</h3>
          <p className={styles.text}>{t(($) => $.landing.features[`${name}_text`])}</p>
          <p className={styles.coming}>
            <strong>{t(($) => $.landing.soon)}:</strong>{' '}
            {t(($) => $.landing.features[`${name}_soon`])}
          </p>
        </article>
      ))}
    </Section>
  );
}
