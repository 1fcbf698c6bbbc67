import { Plus, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { stack } from '../../ui/layout.ts';
import { TextField } from '../../ui/text-field.tsx';
import { PartCondition } from './conditions/part-condition.tsx';
import { DraftField } from './draft-field.tsx';
import styles from './draft-form.module.css';
import type { FieldContext } from './field-context.ts';
import {
  deadlinesOf,
  longest,
  stepsOf,
  withDay,
  withDeadline,
  withNewStep,
  withoutStep,
  withStep,
} from './texts.ts';

/** The steps; adding and removing concerns all languages. */
export function StepFields({ context }: { context: FieldContext }) {
  const { t } = useTranslation();
  const { article, lang, isFixed, onEdit, notes, isRefused } = context;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t(($) => $.desk.steps)}</legend>
      {stepsOf(article, lang).map((text, at) => {
        const field = `steps[${at}].text`;
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a new step has no id yet
          <div key={`${lang} ${at}`} className={classes(stack(2), styles.item)}>
            <div className={styles.step}>
              <DraftField
                label={t(($) => $.desk.field.step, { number: at + 1 })}
                text={text}
                lang={lang}
                maxLength={longest.step}
                isFixed={isFixed}
                isRefused={isRefused(field)}
                onText={(next) => onEdit(withStep(article, lang, at, next))}
              >
                {notes(field, text)}
              </DraftField>
              {!isFixed && (
                <Button
                  aria-label={t(($) => $.desk.remove_step, { number: at + 1 })}
                  onClick={() => onEdit(withoutStep(article, at))}
                >
                  <Trash2 aria-hidden="true" />
                </Button>
              )}
            </div>
            <PartCondition context={context} list="steps" at={at} />
          </div>
        );
      })}
      {!isFixed && (
        <Button onClick={() => onEdit(withNewStep(article))}>
          <Plus aria-hidden="true" />
          {t(($) => $.desk.add_step)}
        </Button>
      )}
    </fieldset>
  );
}

/** The texts of the dated entries, and their days. */
export function DeadlineFields({ context }: { context: FieldContext }) {
  const { t } = useTranslation();
  const { article, lang, isFixed, onEdit, notes, isRefused } = context;
  const entries = article.deadlines ?? [];
  if (entries.length === 0) return null;
  return (
    <fieldset className={styles.group}>
      <legend className={styles.legend}>{t(($) => $.desk.dates)}</legend>
      {deadlinesOf(article, lang).map((text, at) => {
        const [field, date] = [`deadlines[${at}].what`, entries[at]?.date];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries have no id and keep their places
          <div key={`${lang} ${at}`} className={classes(stack(2), styles.item)}>
            <div className={styles.entry}>
              <DraftField
                label={t(($) => $.desk.field.deadline, { number: at + 1 })}
                text={text}
                lang={lang}
                maxLength={longest.deadline}
                isFixed={isFixed}
                isRefused={isRefused(field)}
                onText={(next) => onEdit(withDeadline(article, lang, at, next))}
              >
                {notes(field, text)}
              </DraftField>
              {date !== undefined && (
                <div>
                  <TextField
                    type="date"
                    label={t(($) => $.desk.field.deadline_day, { number: at + 1 })}
                    value={date}
                    readOnly={isFixed}
                    onChange={(event) => onEdit(withDay(article, at, event.target.value))}
                  />
                  <div className={styles.notes}>{notes(`deadlines[${at}].date`, date)}</div>
                </div>
              )}
            </div>
            <PartCondition context={context} list="deadlines" at={at} />
          </div>
        );
      })}
    </fieldset>
  );
}
