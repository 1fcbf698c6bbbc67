import type { Condition } from '../../../api/conditions.ts';
import type { FieldProblem } from '../../../api/desk.ts';
import { ConditionSentence } from './condition-sentence.tsx';
import styles from './conditions.module.css';
import { GroupFields } from './group-fields.tsx';
import { ofRoot, pathsOf, rootOf } from './shapes.ts';
import { useConditionParts } from './use-conditions.ts';

interface ConditionEditorProps {
  condition: Condition;
  /** The path by which the server names the condition. */
  path: string;
  problems: FieldProblem[];
  isFixed: boolean;
  onChange: (condition: Condition) => void;
}

/** A condition that is built by choosing, and its sentence. */
export function ConditionEditor(props: ConditionEditorProps) {
  const { condition, path, problems, isFixed, onChange } = props;
  const known = useConditionParts();
  return (
    <div className={styles.editor}>
      <ConditionSentence condition={condition} />
      {known && !isFixed && (
        <GroupFields
          known={known}
          problems={problems}
          group={rootOf(condition)}
          paths={pathsOf(condition, path)}
          prefix=""
          depth={1}
          onChange={(group) => onChange(ofRoot(group))}
        />
      )}
    </div>
  );
}
