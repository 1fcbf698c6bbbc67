import { useTranslation } from 'react-i18next';
import type { Diagnosis } from '../../api/operator.ts';
import { formatMomentWithOffset } from '../../i18n/format.ts';
import type { Language } from '../../i18n/language.ts';
import type operator from '../../i18n/locales/en/operator.json';
import { useLanguage } from '../../i18n/use-language.ts';
import styles from './operator.module.css';
import { formatSize } from './size.ts';
import { useNames } from './use-names.ts';

type Finding = Pick<Diagnosis, 'words' | 'values' | 'message' | 'remedy'>;

/** What was found and what to do, in the reader's language; in English where only the server has words. */
export function Found({ found }: { found: Finding }) {
  const { t, i18n } = useTranslation();
  const language = useLanguage();
  const names = useNames();
  const { words = '', values = {}, message, remedy } = found;
  if (!i18n.exists(`operator.finding.${words}`)) {
    return (
      <>
        <p lang="en">
          <WithCode text={message} />
        </p>
        {remedy && (
          <p lang="en" className={styles.remedy}>
            <WithCode text={remedy} />
          </p>
        )}
      </>
    );
  }
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, format(name, value, language)]),
  );
  // Commands name a source by its code.
  const named = { ...shown, ...(values.source && { source: names.source(values.source) }) };
  return (
    <>
      <p>
        <WithCode
          text={t(($) => $.operator.finding[words as keyof typeof operator.finding], named)}
        />
      </p>
      {remedy && (
        <p className={styles.remedy}>
          <WithCode
            text={t(($) => $.operator.remedy[words as keyof typeof operator.remedy], shown)}
          />
        </p>
      )}
    </>
  );
}

/** A value as its name says: an instant, a size, or text. */
function format(name: string, value: string, language: Language): string {
  if (name.endsWith('_at')) {
    return formatMomentWithOffset(value, language);
  }
  return name.endsWith('_bytes') ? formatSize(Number(value), language) : value;
}

/** A text whose parts between backticks are commands and settings. */
function WithCode({ text }: { text: string }) {
  const parts = text.split('`');
  if (parts.length % 2 === 0) {
    return text;
  }
  return parts.map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text have no other identity.
      <code key={place} translate="no">
        {part}
      </code>
    ),
  );
}
