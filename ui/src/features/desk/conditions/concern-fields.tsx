import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { BothTexts, Concern, NoWhen } from '../../../api/conditions.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/checkbox.tsx';
import form from '../draft-form.module.css';
import type { FieldContext } from '../field-context.ts';
import { BetterWords } from './better-words.tsx';
import { BothTextsField } from './both-texts-field.tsx';
import { ConditionEditor } from './condition-editor.tsx';
import { SuggestedCondition } from './suggested-condition.tsx';
import { useReading } from './use-conditions.ts';

const none: BothTexts = { ro: '', en: '' };
const empty: Concern = { condition: {}, reason: { yes: none, no: none } };

/** Which readers the article concerns. Without conditions its roles say so, and readers see a maybe. */
export function ConcernFields({ context }: { context: FieldContext }) {
  const { t } = useTranslation();
  const { article, isFixed, onEdit, suggestion } = context;
  const { concerns, ...others } = article;
  const set = (next: Concern) => onEdit({ ...article, concerns: next });
  const suggested = suggestion?.concerns;
  return (
    <fieldset className={form.group}>
      <legend className={form.legend}>{t(($) => $.desk.condition.title)}</legend>
      {!concerns && <p>{t(($) => $.desk.condition.only_roles)}</p>}
      {!concerns && !isFixed && (
        <>
          {suggested && (
            <SuggestedCondition condition={suggested.condition} onAccept={() => set(suggested)} />
          )}
          <Button onClick={() => set(empty)}>
            <Plus aria-hidden="true" />
            {t(($) => $.desk.condition.create)}
          </Button>
        </>
      )}
      {concerns && <Fields concern={concerns} context={context} onConcern={set} />}
      {concerns && !isFixed && (
        <Button onClick={() => onEdit(others)}>{t(($) => $.desk.condition.remove)}</Button>
      )}
    </fieldset>
  );
}

interface FieldsProps {
  concern: Concern;
  context: FieldContext;
  onConcern: (concern: Concern) => void;
}

const clauses = ['event', 'unless', 'open_point'] as const;
const flags = ['optional', 'information', 'everyone'] as const;

function Fields({ concern, context, onConcern }: FieldsProps) {
  const { t } = useTranslation();
  const { problems, isFixed } = context;
  const shared = { problems, isFixed };

  function setClause(name: (typeof clauses)[number], texts: BothTexts) {
    const { [name]: _, ...others } = concern;
    onConcern(texts.ro || texts.en ? { ...others, [name]: texts } : others);
  }

  function setFlag(name: (typeof flags)[number], on: boolean) {
    const { [name]: _, ...others } = concern;
    onConcern(on ? { ...others, [name]: on } : others);
  }

  return (
    <>
      <ConditionEditor
        {...shared}
        condition={concern.condition}
        path="concerns.condition"
        onChange={(condition) => onConcern({ ...concern, condition })}
      />
      <ReasonFields concern={concern} context={context} onConcern={onConcern} />
      {clauses.map((name) => (
        <BothTextsField
          {...shared}
          key={name}
          label={t(($) => $.desk.condition.clause[name])}
          texts={concern[name]}
          path={`concerns.${name}`}
          onTexts={(texts) => setClause(name, texts)}
        />
      ))}
      <fieldset disabled={isFixed}>
        <legend className="visually-hidden">{t(($) => $.desk.condition.more)}</legend>
        {flags.map((name) => (
          <Checkbox
            key={name}
            label={t(($) => $.desk.condition.flag[name])}
            checked={concern[name] ?? false}
            onToggle={(on) => setFlag(name, on)}
          />
        ))}
      </fieldset>
    </>
  );
}

/* The general words, which must be true for every reader who gets them. */
function ReasonFields({ concern, context, onConcern }: FieldsProps) {
  const { t } = useTranslation();
  const { problems, isFixed } = context;
  const reading = useReading(concern.condition);
  const { reason } = concern;
  const setReason = (next: Partial<Concern['reason']>) =>
    onConcern({ ...concern, reason: { ...reason, ...next } });
  const setBetter = (list: NoWhen[]) => {
    const { no_when: _, ...general } = reason;
    onConcern({ ...concern, reason: list.length > 0 ? { ...general, no_when: list } : general });
  };
  return (
    <>
      {(['yes', 'no'] as const).map((which) => (
        <BothTextsField
          key={which}
          label={t(($) => $.desk.condition.reason[which])}
          hint={t(($) => $.desk.condition.reason_hint[which])}
          texts={reason[which]}
          path={`concerns.reason.${which}`}
          problems={problems}
          isFixed={isFixed}
          onTexts={(texts) => setReason({ [which]: texts })}
        />
      ))}
      {reading && !isFixed && (
        <Button onClick={() => setReason({ yes: reading.reason.yes, no: reading.reason.no })}>
          {t(($) => $.desk.condition.use_words)}
        </Button>
      )}
      <BetterWords
        list={reason.no_when ?? []}
        problems={problems}
        isFixed={isFixed}
        onChange={setBetter}
      />
    </>
  );
}
