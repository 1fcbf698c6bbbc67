import { Plus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Condition } from '../../../api/conditions.ts';
import type { DraftArticle } from '../../../api/desk.ts';
import { Button } from '../../../ui/button.tsx';
import { Folded } from '../../../ui/folded.tsx';
import type { FieldContext } from '../field-context.ts';
import { ConditionEditor } from './condition-editor.tsx';
import styles from './conditions.module.css';
import { SuggestedCondition } from './suggested-condition.tsx';

type List = 'steps' | 'deadlines';

interface PartConditionProps {
  context: FieldContext;
  list: List;
  at: number;
}

function withCondition(
  article: DraftArticle,
  list: List,
  at: number,
  condition: Condition | undefined,
): DraftArticle {
  const change = <Item extends { condition?: Condition }>(item: Item, index: number): Item => {
    if (index !== at) return item;
    const { condition: _, ...others } = item;
    return { ...others, ...(condition && { condition }) } as Item;
  };
  return list === 'steps'
    ? { ...article, ...(article.steps && { steps: article.steps.map(change) }) }
    : { ...article, ...(article.deadlines && { deadlines: article.deadlines.map(change) }) };
}

/** Which readers a step or a dated entry concerns, if others than its article. */
export function PartCondition({ context, list, at }: PartConditionProps) {
  const { t } = useTranslation();
  const { article, isFixed, suggestion, problems } = context;
  const condition = article[list]?.[at]?.condition;
  const path = `${list}[${at}].condition`;
  const isRefused = problems.some(({ field }) => field?.startsWith(path));
  const suggested = suggestion?.[list]?.find((it) => it.at === at)?.condition;
  const edit = (next: Condition | undefined) =>
    context.onEdit(withCondition(article, list, at, next));
  const state = isRefused
    ? 'refused'
    : condition
      ? 'own'
      : suggested && !isFixed
        ? 'suggested'
        : 'as_article';
  return (
    <Folded
      className={styles.folded}
      data-refused={isRefused}
      summary={t(($) => $.desk.condition.part_of[list][state], { number: at + 1 })}
    >
      {condition ? (
        <>
          <ConditionEditor
            condition={condition}
            path={path}
            problems={problems}
            isFixed={isFixed}
            onChange={edit}
          />
          {!isFixed && (
            <Button onClick={() => edit(undefined)}>{t(($) => $.desk.condition.remove)}</Button>
          )}
        </>
      ) : (
        !isFixed && (
          <>
            {suggested && (
              <SuggestedCondition condition={suggested} onAccept={() => edit(suggested)} />
            )}
            <Button onClick={() => edit({})}>
              <Plus aria-hidden="true" />
              {t(($) => $.desk.condition.create)}
            </Button>
          </>
        )
      )}
    </Folded>
  );
}
