import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../save-file.ts';
import { Button } from '../ui/button.tsx';
import { cluster, stack } from '../ui/layout.ts';
import styles from './recovery-codes.module.css';

interface RecoveryCodesProps {
  codes: string[];
  /** The reader has saved them. */
  onDone: () => void;
}

/** Shows recovery codes, which the server does not show again. */
export function RecoveryCodes({ codes, onDone }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const [copied, setCopied] = useState<boolean>();
  useEffect(() => heading.current?.focus(), []);

  async function copy() {
    setCopied(
      await navigator.clipboard.writeText(codes.join('\n')).then(
        () => true,
        () => false,
      ),
    );
  }

  function save() {
    const text = `${t(($) => $.account.codes_file)}\n\n${codes.join('\n')}\n`;
    saveFile(new Blob([text], { type: 'text/plain' }), 'paragraf-recovery-codes.txt');
  }

  return (
    <div className={stack(4)}>
      <h3 ref={heading} tabIndex={-1} className={styles.title}>
        {t(($) => $.account.codes_title)}
      </h3>
      <p>{t(($) => $.account.codes_text)}</p>
      <ul className={styles.list} translate="no">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={cluster(3)}>
        <Button onClick={() => void copy()}>{t(($) => $.account.codes_copy)}</Button>
        <Button onClick={save}>{t(($) => $.account.codes_save)}</Button>
        <Button variant="primary" onClick={onDone}>
          {t(($) => $.account.codes_done)}
        </Button>
      </div>
      <p role="status" className={styles.status}>
        {copied === true && t(($) => $.account.codes_copied)}
        {copied === false && t(($) => $.account.codes_not_copied)}
      </p>
    </div>
  );
}
