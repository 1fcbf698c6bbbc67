import { useTranslation } from 'react-i18next';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';

interface FailureNoticeProps {
  title: string;
  text?: string;
  onRetry: () => void;
}

/** What failed to load, with a retry. */
export function FailureNotice({ title, text, onRetry }: FailureNoticeProps) {
  const { t } = useTranslation();
  return (
    <Notice
      urgent
      title={title}
      actions={
        <Button variant="primary" onClick={onRetry}>
          {t(($) => $.common.retry)}
        </Button>
      }
    >
      {text}
    </Notice>
  );
}
