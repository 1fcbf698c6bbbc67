/** How the reader came to a question; without `run` it is that question alone. */
export interface QuestionLocationState {
  /** The place of the question in a series, from 1. */
  run?: number;
  /** Came from another screen, and returns there. */
  back?: boolean;
}

/** How the reader came to the list of answers. */
export interface ProfilesLocationState {
  /** Comes to add a profile. */
  adds?: boolean;
}

/** Questions asked one after the other; those after them wait on the list. */
export const mostInARow = 6;
