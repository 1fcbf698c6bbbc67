import { KeyRound, MessageSquare, Smartphone } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Factor } from '../../api/auth-types.ts';
import { renameFactor } from '../../api/factors.ts';
import { renameInputDisplayNameMaxLength } from '../../api/limits.gen.ts';
import { useAccountError } from '../../hooks/use-account-error.ts';
import { useFactorLabel } from '../../hooks/use-factor-label.ts';
import { useFocusInvalid } from '../../hooks/use-focus-invalid.ts';
import { useTask } from '../../hooks/use-task.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { above, centred, cluster, grid, muted } from '../../ui/layout.ts';
import { Modal } from '../../ui/modal.tsx';
import { TextField } from '../../ui/text-field.tsx';
import styles from './factors-section.module.css';
import methods from './methods.module.css';

interface FactorRowProps {
  factor: Factor;
  /** The only factor of an account that must have one. */
  isKept: boolean;
  isBusy: boolean;
  onRemove: (factor: Factor) => void;
  onChanged: () => Promise<unknown>;
}

const icons = { totp: Smartphone, sms: MessageSquare, passkey: KeyRound };

/** A second factor, which can be named and removed. */
export function FactorRow({ factor, isKept, isBusy, onRemove, onChanged }: FactorRowProps) {
  const { t } = useTranslation();
  const language = useLanguage();
  const [isRenaming, setRenaming] = useState(false);
  const [isRemoving, setRemoving] = useState(false);
  const kind = t(($) => $.sign_in.factor[factor.kind]);
  const name = useFactorLabel()(factor);
  const Icon = icons[factor.kind];
  const since = t(($) => $.account.factor_since, {
    date: formatMoment(factor.enrolled_at, language),
  });
  const used =
    factor.last_used_at !== undefined &&
    t(($) => $.account.session_used, { date: formatMoment(factor.last_used_at ?? '', language) });
  return (
    <li className={styles.row}>
      <Icon aria-hidden="true" />
      <p className={methods.what}>
        <span className={methods.name}>{factor.display_name || kind}</span>
        <span className={muted}>
          {[factor.display_name && kind, factor.masked, since, used].filter(Boolean).join(' · ')}
        </span>
      </p>
      <div className={classes(cluster(3), centred, styles.buttons)}>
        <Button
          variant="plain"
          aria-label={t(($) => $.account.factor_rename_label, { name })}
          onClick={() => setRenaming(true)}
        >
          {t(($) => $.account.factor_rename)}
        </Button>
        {!isKept && (
          <Button
            variant="plain"
            aria-label={t(($) => $.account.factor_remove_label, { name })}
            aria-disabled={isBusy}
            onClick={() => setRemoving(true)}
          >
            {t(($) => $.account.factor_remove)}
          </Button>
        )}
      </div>
      <Modal
        open={isRenaming}
        onClose={() => setRenaming(false)}
        title={t(($) => $.account.factor_rename_title)}
      >
        <RenameForm factor={factor} onChanged={onChanged} onEnd={() => setRenaming(false)} />
      </Modal>
      <RemoveDialog
        name={name}
        open={isRemoving}
        onClose={() => setRemoving(false)}
        onRemove={() => onRemove(factor)}
      />
    </li>
  );
}

interface RemoveDialogProps {
  name: string;
  open: boolean;
  onClose: () => void;
  onRemove: () => void;
}

function RemoveDialog({ name, open, onClose, onRemove }: RemoveDialogProps) {
  const { t } = useTranslation();
  return (
    <Modal
      open={open}
      onClose={onClose}
      title={t(($) => $.account.factor_remove_title, { name })}
      description={t(($) => $.account.factor_remove_text)}
    >
      <div className={classes(grid(5), above(5))}>
        <div className={classes(cluster(3), centred)}>
          <Button
            variant="danger"
            onClick={() => {
              onClose();
              onRemove();
            }}
          >
            {t(($) => $.account.factor_remove)}
          </Button>
          <Button onClick={onClose}>{t(($) => $.account.cancel)}</Button>
        </div>
      </div>
    </Modal>
  );
}

interface RenameFormProps {
  factor: Factor;
  onChanged: () => Promise<unknown>;
  onEnd: () => void;
}

function RenameForm({ factor, onChanged, onEnd }: RenameFormProps) {
  const { t } = useTranslation();
  const errorText = useAccountError();
  const task = useTask();
  const form = useRef<HTMLFormElement>(null);
  const [name, setName] = useState(factor.display_name);
  useFocusInvalid(form, task.state);

  async function save(event: FormEvent) {
    event.preventDefault();
    if (!(await task.start(() => renameFactor(factor, name.trim())))) return;
    await onChanged();
    onEnd();
  }

  return (
    <form ref={form} className={classes(grid(5), above(5))} onSubmit={save} noValidate>
      <TextField
        label={t(($) => $.account.factor_name)}
        hint={t(($) => $.account.factor_name_hint)}
        autoComplete="off"
        maxLength={renameInputDisplayNameMaxLength}
        value={name}
        error={task.failed && errorText(task.failed)}
        onChange={(event) => {
          setName(event.target.value);
          task.reset();
        }}
      />
      <div className={classes(cluster(3), centred)}>
        <Button type="submit" variant="primary" aria-disabled={task.busy}>
          {task.busy ? t(($) => $.account.saving) : t(($) => $.account.save)}
        </Button>
        <Button onClick={onEnd}>{t(($) => $.account.cancel)}</Button>
      </div>
    </form>
  );
}
