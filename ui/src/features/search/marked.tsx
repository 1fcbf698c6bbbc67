import { Fragment, type ReactNode } from 'react';
import type { TextFragment } from '../../api/types.ts';

/** A text with the found words marked. */
export function Marked({ fragment: { text, marks } }: { fragment: TextFragment }): ReactNode {
  let at = 0;
  const drawn = marks.map(({ start, end }) => {
    const before = text.slice(at, start);
    at = end;
    return (
      <Fragment key={start}>
        {before}
        <mark>{text.slice(start, end)}</mark>
      </Fragment>
    );
  });
  return (
    <>
      {drawn}
      {text.slice(at)}
    </>
  );
}
