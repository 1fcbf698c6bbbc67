import { useTranslation } from 'react-i18next';

interface ChangedWordsProps {
  kind: 'removed' | 'added';
  text: string;
  className?: string | undefined;
}

/** Removed or added words, named for screen readers. */
export function ChangedWords({ kind, text, className }: ChangedWordsProps) {
  const { t } = useTranslation();
  const Changed = kind === 'removed' ? 'del' : 'ins';
  return (
    <Changed className={className}>
      <span className="visually-hidden">
        {kind === 'removed' ? t(($) => $.common.removed) : t(($) => $.common.added)}{' '}
      </span>
      {text}
    </Changed>
  );
}
