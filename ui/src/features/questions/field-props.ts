import type { FactAnswer } from '../../api/answers.ts';
import type { Question } from '../../api/types.ts';

/** A question, its answer and how to change it. */
export interface FieldProps {
  question: Question;
  answer: FactAnswer | undefined;
  onAnswer: (answer: FactAnswer | undefined) => void;
  /** Ids of options that are not for this reader. */
  notOffered: readonly string[];
}
