import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import styles from './operator.module.css';

/** A command for the terminal of the server, which can be copied. */
export function Command({ text }: { text: string }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<boolean>();

  async function copy() {
    const written = navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(await written);
  }

  return (
    <div className={styles.command}>
      <code translate="no">{text}</code>
      <Button
        variant="plain"
        aria-label={t(($) => $.operator.copy, { command: text })}
        onClick={() => void copy()}
      >
        {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      </Button>
      <span role="status" className={copied === false ? styles.problem : 'visually-hidden'}>
        {copied === true && t(($) => $.operator.copied)}
        {copied === false && t(($) => $.operator.not_copied)}
      </span>
    </div>
  );
}

/** The commands that act on a row, folded. */
export function Commands({ commands }: { commands: string[] }) {
  const { t } = useTranslation();
  return (
    <details className={styles.commands}>
      <summary>{t(($) => $.operator.commands)}</summary>
      {commands.map((command) => (
        <Command key={command} text={command} />
      ))}
    </details>
  );
}

/** A value as one word of a command: quoted where a shell would read more than text. */
export function word(value: string): string {
  return /^[\w@.+:/-]+$/.test(value) ? value : `'${value.replaceAll("'", "'\\''")}'`;
}
