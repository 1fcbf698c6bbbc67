import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeAccount } from '../../api/account.ts';
import { useTask } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { LabelledField } from '../../ui/labelled-field.tsx';
import styles from './section.module.css';
import { Outcome, Section } from './section.tsx';

const longest = 100;

export function NameSection({ name }: { name: string }) {
  const { t } = useTranslation();
  const task = useTask();
  const [text, setText] = useState(name);

  function save(event: FormEvent) {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '') task.refuse('missing_name');
    else void task.start(() => changeAccount({ display_name: wanted }));
  }

  return (
    <Section title={t(($) => $.account.name)}>
      <form className={styles.form} onSubmit={save} noValidate>
        <LabelledField
          label={t(($) => $.account.name_label)}
          hint={t(($) => $.account.name_hint)}
          autoComplete="name"
          maxLength={longest}
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            task.reset();
          }}
        />
        <div className={styles.actions}>
          <Button type="submit" aria-disabled={task.busy}>
            {task.busy ? t(($) => $.account.saving) : t(($) => $.account.save)}
          </Button>
        </div>
      </form>
      <Outcome state={task.state} done={t(($) => $.account.saved)} />
    </Section>
  );
}
