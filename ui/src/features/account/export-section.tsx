import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { exportAccount } from '../../api/account.ts';
import type { Sensitive } from '../../hooks/use-recent-login.ts';
import { useTask } from '../../hooks/use-task.ts';
import { saveFile } from '../../save-file.ts';
import { Button } from '../../ui/button.tsx';
import { Outcome, Section } from './section.tsx';

/** Downloads the reader's data as a file. */
export function ExportSection({ sensitive }: { sensitive: Sensitive }) {
  const { t } = useTranslation();
  const task = useTask();

  function download() {
    void task.start(async () => {
      saveFile(await sensitive(exportAccount), 'paragraf.json');
    });
  }

  return (
    <Section title={t(($) => $.account.export)} text={t(($) => $.account.export_text)}>
      <div>
        <Button aria-disabled={task.busy} onClick={download}>
          <Download aria-hidden="true" />
          {t(($) => $.account.export_button)}
        </Button>
      </div>
      <Outcome state={task.state} done={t(($) => $.account.exported)} />
    </Section>
  );
}
