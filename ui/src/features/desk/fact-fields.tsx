import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { queries } from '../../api/queries.ts';
import { useImportance } from '../../i18n/use-importance.ts';
import { useLanguage } from '../../i18n/use-language.ts';
import { TextField } from '../../ui/text-field.tsx';
import { Choice } from './draft-filters.tsx';
import styles from './draft-form.module.css';
import type { FieldContext } from './field-context.ts';

const levels = [1, 2, 3, 4, 5];

/** What all languages share: importance, topic and day. */
export function FactFields({ context }: { context: FieldContext }) {
  const { t } = useTranslation();
  const language = useLanguage();
  const importance = useImportance();
  const { data: topics = [] } = useQuery(queries.topics());
  const { article, isFixed, onEdit } = context;
  return (
    <fieldset className={styles.group} disabled={isFixed}>
      <legend className={styles.legend}>{t(($) => $.desk.facts)}</legend>
      <div className={styles.facts}>
        <Choice
          label={t(($) => $.desk.field.importance)}
          value={String(article.importance)}
          options={levels.map((level) => ({ id: String(level), name: importance(level).word }))}
          onChoose={(level) => onEdit({ ...article, importance: Number(level) })}
        />
        <Choice
          label={t(($) => $.desk.field.topic)}
          value={article.topic}
          options={topics.map(({ id, name }) => ({ id, name: name[language] }))}
          onChoose={(topic) => topic && onEdit({ ...article, topic })}
        />
        <TextField
          type="date"
          label={t(($) => $.desk.field.publish_date)}
          value={article.publish_date}
          onChange={(event) => onEdit({ ...article, publish_date: event.target.value })}
        />
      </div>
    </fieldset>
  );
}
