import type { Testimonial } from '../../api/types.ts';
import { useTexts } from '../../i18n/use-texts.ts';
import { KeptWords } from '../../ui/kept-words.tsx';
import { Section } from './section.tsx';
import styles from './stories-section.module.css';

const roles = ['landlord', 'firm', 'farmer'] as const;

/** Configured testimonials; otherwise examples, labelled as such. */
export function StoriesSection({ testimonials }: { testimonials: Testimonial[] }) {
  const { language } = useTexts();
  const own = testimonials.filter(({ lang }) => lang === language);
  const shown = own.length > 0 ? own : testimonials;
  return shown.length > 0 ? <Testimonials testimonials={shown} /> : <UseCases />;
}

function Testimonials({ testimonials }: { testimonials: Testimonial[] }) {
  const { t } = useTexts();
  return (
    <Section
      id="stories"
      title={t(($) => $.landing.stories.testimonials)}
      className={styles.stories}
    >
      {testimonials.map(({ quote, name, role, lang }) => (
        <figure key={`${name} ${quote}`} className={styles.story} lang={lang}>
          <blockquote className={styles.quote}>{quote}</blockquote>
          <figcaption className={styles.source}>
            <strong>{name}</strong> · {role}
          </figcaption>
        </figure>
      ))}
    </Section>
  );
}

function UseCases() {
  const { t } = useTexts();
  return (
    <Section
      id="stories"
      title={t(($) => $.landing.stories.title)}
      note={t(($) => $.landing.stories.note)}
      className={styles.stories}
    >
      {roles.map((role) => (
        <article key={role} className={styles.story}>
          <p className={styles.tag}>{t(($) => $.landing.stories.tag)}</p>
          <h3 className={styles.title}>{t(($) => $.landing.stories[role])}</h3>
          <p className={styles.text}>
            <KeptWords text={t(($) => $.landing.stories[`${role}_text`])} />
          </p>
          <p className={styles.source}>{t(($) => $.landing.stories[`${role}_source`])}</p>
        </article>
      ))}
    </Section>
  );
}
