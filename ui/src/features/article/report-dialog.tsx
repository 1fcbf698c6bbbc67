import { type RefObject, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Article } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, cluster } from '../../ui/layout.ts';
import { Modal } from '../../ui/modal.tsx';
import { ReportForm } from './report-form.tsx';

interface ReportDialogProps {
  article: Article;
  open: boolean;
  onClose: () => void;
  opener: RefObject<HTMLElement | null>;
}

/** Reports a problem with an article; the dialog also shows the confirmation. */
export function ReportDialog({ article, open, onClose, opener }: ReportDialogProps) {
  const { t } = useTranslation();
  const [sent, setSent] = useState(false);

  function close() {
    onClose();
    setSent(false);
  }

  return (
    <Modal
      open={open}
      onClose={close}
      opener={opener}
      title={sent ? t(($) => $.reader.report.done_title) : t(($) => $.reader.report.title)}
      description={
        sent
          ? t(($) => $.reader.report.done)
          : t(($) => $.reader.report.lead, { title: article.title })
      }
    >
      {sent ? (
        <div className={classes(cluster(3), above(5))}>
          <Button variant="primary" autoFocus onClick={close}>
            {t(($) => $.reader.report.close)}
          </Button>
        </div>
      ) : (
        <ReportForm slug={article.slug} onSent={() => setSent(true)} onCancel={close} />
      )}
    </Modal>
  );
}
