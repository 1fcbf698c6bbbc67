import { useTranslation } from 'react-i18next';
import type { DraftArticle } from '../../api/desk.ts';
import type { Language } from '../../api/types.ts';
import { Button } from '../../ui/button.tsx';
import { stack } from '../../ui/layout.ts';
import { ConcernFields } from './conditions/concern-fields.tsx';
import { countedDays } from './counted-days.ts';
import { DraftField } from './draft-field.tsx';
import styles from './draft-form.module.css';
import type { DraftStatus } from './draft-store.ts';
import { FactFields } from './fact-fields.tsx';
import type { FieldContext } from './field-context.ts';
import { FieldNotes } from './field-notes.tsx';
import { LanguageTabs } from './language-tabs.tsx';
import { DeadlineFields, StepFields } from './list-fields.tsx';
import { elsewhere } from './problems.ts';
import { longest, pathOf, textFields, textOf, withEnglish, withText } from './texts.ts';
import { useProblemText } from './use-problem-text.ts';

interface DraftFormProps {
  status: DraftStatus;
  source: string | undefined;
  lang: Language;
  onLang: (lang: Language) => void;
  onEdit: (article: DraftArticle) => void;
  onShow: (figure: string, lang: Language) => void;
}

/** The texts of a draft in one language, and its facts. */
export function DraftForm({ status, source, lang, onLang, onEdit, onShow }: DraftFormProps) {
  const { t } = useTranslation();
  const problemText = useProblemText();
  const { article, base, problems } = status;
  const counted = countedDays(base.rule_reasons);
  const context: FieldContext = {
    article,
    lang,
    isFixed: base.state !== 'open',
    onEdit,
    problems,
    suggestion: suggestionFor(status),
    isRefused: (field) => problems.some((it) => it.field === pathOf(lang, field)),
    notes: (field, text) => (
      <FieldNotes
        findings={base.finding_list.filter((it) => it.lang === lang && it.field === field)}
        unchecked={(base.unchecked ?? []).filter((it) => it.lang === lang && it.field === field)}
        problem={problems.find((it) => it.field === pathOf(lang, field))}
        text={text}
        lang={lang}
        source={source}
        counted={counted}
        onShow={onShow}
      />
    ),
  };
  const hasTexts = lang === 'ro' || article.translations?.en !== undefined;
  return (
    <form className={stack(5)} onSubmit={(event) => event.preventDefault()}>
      <LanguageTabs lang={lang} onLang={onLang} />
      {elsewhere(problems, article).map((problem) => (
        <p key={problem.field} className={styles.problem} role="alert">
          {t(($) => $.desk.problem_elsewhere, {
            field: problem.field ?? '',
            problem: problemText(problem),
          })}
        </p>
      ))}
      {hasTexts ? <Texts context={context} /> : <MissingTranslation context={context} />}
      <ConcernFields context={context} />
      <FactFields context={context} />
    </form>
  );
}

/* Its places are those of the saved text: they wait until a new or removed step is saved. */
function suggestionFor({ article, base }: DraftStatus): FieldContext['suggestion'] {
  const { suggestion } = base;
  if (article.steps?.length === base.article.steps?.length || !suggestion) return suggestion;
  const { steps: _, ...others } = suggestion;
  return others;
}

interface ContextProps {
  context: FieldContext;
}

function Texts({ context }: ContextProps) {
  const { t } = useTranslation();
  const { article, lang, isFixed, onEdit, notes, isRefused } = context;
  return (
    <>
      {textFields.map((field) => {
        const text = textOf(article, lang, field);
        return (
          <DraftField
            key={`${lang} ${field}`}
            label={t(($) => $.desk.field[field])}
            text={text}
            lang={lang}
            maxLength={longest[field]}
            isFixed={isFixed}
            isRefused={isRefused(field)}
            onText={(next) => onEdit(withText(article, lang, field, next))}
          >
            {notes(field, text)}
          </DraftField>
        );
      })}
      <StepFields context={context} />
      <DeadlineFields context={context} />
    </>
  );
}

function MissingTranslation({ context }: ContextProps) {
  const { t } = useTranslation();
  const { article, isFixed, onEdit } = context;
  return (
    <div className={styles.missing}>
      <p>{t(($) => $.desk.no_translation)}</p>
      {!isFixed && (
        <Button onClick={() => onEdit(withEnglish(article))}>
          {t(($) => $.desk.add_translation)}
        </Button>
      )}
    </div>
  );
}
