import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changeAccount } from '../../api/account.ts';
import { changeInputDisplayNameMaxLength } from '../../api/limits.gen.ts';
import { useAccountError } from '../../hooks/use-account-error.ts';
import { useFocusInvalid } from '../../hooks/use-focus-invalid.ts';
import { errorOf, useTask } from '../../hooks/use-task.ts';
import { Button } from '../../ui/button.tsx';
import { cluster } from '../../ui/layout.ts';
import { TextField } from '../../ui/text-field.tsx';
import styles from './section.module.css';
import { Outcome, Section } from './section.tsx';

const ofName = ['name_required'];

export function NameSection({ name }: { name: string }) {
  const { t } = useTranslation();
  const task = useTask();
  const errorText = useAccountError();
  const form = useRef<HTMLFormElement>(null);
  const [text, setText] = useState(name);
  useFocusInvalid(form, task.state);

  function save(event: FormEvent) {
    event.preventDefault();
    const wanted = text.trim();
    if (wanted === '') task.refuse('name_required');
    else void task.start(() => changeAccount({ display_name: wanted }));
  }

  return (
    <Section title={t(($) => $.account.name)}>
      <form ref={form} className={styles.form} onSubmit={save} noValidate>
        <TextField
          label={t(($) => $.account.name_label)}
          hint={t(($) => $.account.name_hint)}
          autoComplete="name"
          maxLength={changeInputDisplayNameMaxLength}
          value={text}
          error={errorOf(task.state, ofName, errorText)}
          onChange={(event) => {
            setText(event.target.value);
            task.reset();
          }}
        />
        <div className={cluster(3)}>
          <Button type="submit" aria-disabled={task.busy}>
            {task.busy ? t(($) => $.account.saving) : t(($) => $.account.save)}
          </Button>
        </div>
      </form>
      <Outcome state={task.state} shownByField={ofName} done={t(($) => $.account.saved)} />
    </Section>
  );
}
