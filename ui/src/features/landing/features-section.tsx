import { BookOpenText, CalendarClock, ListFilter } from 'lucide-react';
import { useTexts } from '../../i18n/use-texts.ts';
import styles from './features-section.module.css';
import { Section } from './section.tsx';

const features = [
  { name: 'deadlines', Icon: CalendarClock, more: 'with_account' },
  { name: 'tailored', Icon: ListFilter, more: 'with_account' },
  { name: 'insights', Icon: BookOpenText, more: 'soon' },
] as const;

/**
 * Deadline tracking, tailored updates, insights; each with what an account adds or what is
 * announced.
 */
export function FeaturesSection() {
  const { t } = useTexts();
  return (
    <Section id="features" title={t(($) => $.landing.features.title)} className={styles.cards}>
      {features.map(({ name, Icon, more }) => (
        <article key={name} className={styles.card}>
          <Icon aria-hidden="true" className={styles.icon} />
          <h3 className={styles.title}>{t(($) => $.landing.features[name])}</h3>
          <p className={styles.text}>{t(($) => $.landing.features[`${name}_text`])}</p>
          <p className={styles.more}>
            <strong>{t(($) => $.landing[more])}:</strong>{' '}
            {t(($) => $.landing.features[`${name}_more`])}
          </p>
        </article>
      ))}
    </Section>
  );
}
