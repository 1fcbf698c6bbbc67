import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { TextButton } from '../../ui/text-button.tsx';
import { useReport } from './use-report.tsx';

/** Reports a mistake in the text; stands beside the author's name. */
export function ReportLink({ article }: { article: Article }) {
  const { t } = useTranslation();
  const button = useRef<HTMLButtonElement>(null);
  const report = useReport(article, button);
  return (
    <>
      <TextButton ref={button} data-print="hide" onClick={report.open}>
        {t(($) => $.article.report_mistake)}
      </TextButton>
      {report.dialog}
    </>
  );
}
