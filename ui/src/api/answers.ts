/** An answer that the reader does not know. */
export interface Unsure {
  unsure: true;
}

/** Chosen options, and those that the reader does not know. */
export interface ManyAnswer {
  yes: string[];
  unsure: string[];
  /** Nothing is said of the other options: the question is still to be asked. */
  open?: true;
}

/** A number between two, both included. */
export interface Band {
  from?: number;
  to?: number;
  /** Where in between is still to be asked. */
  open?: true;
}

export type FactAnswer = string | boolean | number | string[] | Unsure | ManyAnswer | Band;

/** What the reader answered; an empty list is "none of these". */
export interface Answers {
  /** By the ids of facts, in the order of the answers. */
  facts: Readonly<Record<string, FactAnswer>>;
  /** The ids of questions that the reader passed over. */
  skipped: readonly string[];
}

/** A named set of answers; that of a visitor has neither id nor name. */
export interface Profile extends Answers {
  id: string | undefined;
  name: string;
}

/** What `POST /concerns` decides about: the answers, and the last day of the dates. */
export interface ReportInput extends Answers {
  /** The answers of the reader's other profiles. */
  others: ReadonlyArray<Answers['facts']>;
  /** The last day; the server has a default. */
  until: string | undefined;
}
