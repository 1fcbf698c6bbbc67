import { useTranslation } from 'react-i18next';
import type { UncheckedSentence } from '../../api/desk.ts';
import styles from './decision-bar.module.css';

/** The sentences whose words the checker could not compare with the act. */
export function UncheckedSentences({ sentences }: { sentences: UncheckedSentence[] }) {
  const { t } = useTranslation();
  if (sentences.length === 0) return null;
  return (
    <section className={styles.findings} aria-label={t(($) => $.desk.unchecked)}>
      <p>{t(($) => $.desk.unchecked_text, { count: sentences.length })}</p>
      <ul>
        {sentences.map(({ lang, field, offset, text }) => (
          <li key={`${lang} ${field} ${offset}`} lang={lang}>
            {text}
          </li>
        ))}
      </ul>
    </section>
  );
}
