import type { ReactNode } from 'react';
import type { DraftArticle, FieldProblem, Suggestion } from '../../api/desk.ts';
import type { Language } from '../../api/types.ts';

/** What every field needs apart from its text. */
export interface FieldContext {
  article: DraftArticle;
  lang: Language;
  isFixed: boolean;
  onEdit: (article: DraftArticle) => void;
  /** The findings, problems and figures below a field. */
  notes: (field: string, text: string) => ReactNode;
  /** Whether the server refused the field. */
  isRefused: (field: string) => boolean;
  problems: FieldProblem[];
  /** Conditions that the roles suggest for the parts of this text. */
  suggestion: Suggestion | undefined;
}
