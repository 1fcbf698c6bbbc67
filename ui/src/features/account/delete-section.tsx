import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import { Section } from './section.tsx';

export function DeleteSection() {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Section title={t(($) => $.account.delete)} text={t(($) => $.account.delete_text)}>
      <div>
        <Button ref={button} variant="danger" onClick={() => setOpen(true)}>
          {t(($) => $.account.delete_button)}
        </Button>
      </div>
      <DeleteDialog open={open} onClose={() => setOpen(false)} opener={button} />
    </Section>
  );
}
