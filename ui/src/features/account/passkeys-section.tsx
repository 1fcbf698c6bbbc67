import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { passkeyListPasskeysMaxItems, passkeyNameNameMaxLength } from '../../api/limits.gen.ts';
import {
  addPasskey,
  type Passkey,
  passkeyQueries,
  removePasskey,
  renamePasskey,
} from '../../api/passkeys.ts';
import type { Reader } from '../../api/session.ts';
import { usePasskeysWork } from '../../hooks/use-auth-config.ts';
import { usePasskeyDialog } from '../../hooks/use-passkey-dialog.ts';
import type { Sensitive } from '../../hooks/use-recent-login.ts';
import { useTask } from '../../hooks/use-task.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { cluster, grid, muted, plain } from '../../ui/layout.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './methods.module.css';
import sectionStyles from './section.module.css';
import { LoadFailure, Outcome, Section } from './section.tsx';

interface PasskeysSectionProps {
  reader: Reader;
  sensitive: Sensitive;
}

type Done = 'added' | 'renamed' | 'removed';

/* The server accepts no more. */

/** Adds, names and removes passkeys. */
export function PasskeysSection({ reader, sensitive }: PasskeysSectionProps) {
  const works = usePasskeysWork();
  const has = reader.signInMethods.includes('passkey');
  // Passkeys from before can be removed where new ones cannot be made.
  return works || has ? <Passkeys uid={reader.uid} works={works} sensitive={sensitive} /> : null;
}

interface PasskeysProps {
  uid: string;
  works: boolean;
  sensitive: Sensitive;
}

function Passkeys({ uid, works, sensitive }: PasskeysProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const query = useQuery(passkeyQueries.all(uid));
  const task = useTask();
  const [done, setDone] = useState<Done>('added');
  const [renaming, setRenaming] = useState<string>();
  const openDialog = usePasskeyDialog();
  const passkeys = query.data ?? [];

  async function run(next: Done, work: () => Promise<unknown>) {
    setDone(next);
    const succeeded = await task.start(work);
    await client.invalidateQueries({ queryKey: passkeyQueries.all(uid).queryKey });
    return succeeded;
  }

  function add() {
    return openDialog((signal) => addPasskey('', signal));
  }

  async function rename(id: string, name: string) {
    if (await run('renamed', () => renamePasskey(id, name))) setRenaming(undefined);
  }

  return (
    <Section title={t(($) => $.account.passkeys)} text={t(($) => $.account.passkeys_text)}>
      {query.isPending && <Skeleton />}
      {query.isError && !query.data && (
        <LoadFailure text={t(($) => $.account.passkeys_failed)} onRetry={() => query.refetch()} />
      )}
      {passkeys.length > 0 && (
        <ul className={classes(grid(4), plain)}>
          {passkeys.map((passkey) => (
            <li key={passkey.id}>
              {renaming === passkey.id ? (
                <RenameForm
                  passkey={passkey}
                  busy={task.busy}
                  onSave={(name) => rename(passkey.id, name)}
                  onCancel={() => setRenaming(undefined)}
                />
              ) : (
                <PasskeyRow
                  passkey={passkey}
                  busy={task.busy}
                  onRename={() => setRenaming(passkey.id)}
                  onRemove={() => run('removed', () => sensitive(() => removePasskey(passkey.id)))}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {works && passkeys.length < passkeyListPasskeysMaxItems && (
        <div>
          <Button aria-disabled={task.busy} onClick={() => run('added', () => sensitive(add))}>
            {t(($) => $.account.passkey_add)}
          </Button>
        </div>
      )}
      <Outcome state={task.state} done={t(($) => $.account[`passkey_${done}`])} />
    </Section>
  );
}

interface PasskeyRowProps {
  passkey: Passkey;
  busy: boolean;
  onRename: () => void;
  onRemove: () => void;
}

function PasskeyRow({ passkey, busy, onRename, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const { name, created_at: created, last_used_at: used } = passkey;
  const dates = [
    t(($) => $.account.passkey_created, { date: formatMoment(created, language) }),
    used
      ? t(($) => $.account.passkey_used, { date: formatMoment(used, language) })
      : t(($) => $.account.passkey_unused),
  ];
  return (
    <div className={styles.row}>
      <p className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span className={muted}>{dates.join(' · ')}</span>
      </p>
      <div className={cluster(2)}>
        <Button
          variant="plain"
          aria-label={t(($) => $.account.passkey_rename_label, { name })}
          aria-disabled={busy}
          onClick={onRename}
        >
          {t(($) => $.account.passkey_rename)}
        </Button>
        <Button
          variant="plain"
          aria-label={t(($) => $.account.passkey_remove_label, { name })}
          aria-disabled={busy}
          onClick={onRemove}
        >
          {t(($) => $.account.passkey_remove)}
        </Button>
      </div>
    </div>
  );
}

interface RenameFormProps {
  passkey: Passkey;
  busy: boolean;
  onSave: (name: string) => void;
  onCancel: () => void;
}

function RenameForm({ passkey, busy, onSave, onCancel }: RenameFormProps) {
  const { t } = useTranslation();
  const [name, setName] = useState(passkey.name);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.querySelector('input')?.select(), []);

  function save(event: FormEvent) {
    event.preventDefault();
    onSave(name);
  }

  return (
    <form ref={form} className={sectionStyles.form} onSubmit={save} noValidate>
      <TextField
        label={t(($) => $.account.passkey_name)}
        autoComplete="off"
        maxLength={passkeyNameNameMaxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <div className={cluster(3)}>
        <Button type="submit" aria-disabled={busy}>
          {t(($) => $.account.save)}
        </Button>
        <Button variant="plain" onClick={onCancel}>
          {t(($) => $.account.cancel)}
        </Button>
      </div>
    </form>
  );
}
