import { useTexts } from '../i18n/use-texts.ts';
import styles from './skip-link.module.css';

/** The first tab stop: jumps to the content. */
export function SkipLink() {
  const { t } = useTexts();
  return (
    <a className={styles.skip} href="#content" data-print="hide">
      {t(($) => $.common.skip_to_content)}
    </a>
  );
}
