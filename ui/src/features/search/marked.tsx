import { Fragment, type ReactNode } from 'react';
import type { TextFragment } from '../../api/types.ts';
import { KeptWords } from '../../ui/kept-words.tsx';

/** A text with the found words marked. */
export function Marked({ fragment: { text, marks } }: { fragment: TextFragment }): ReactNode {
  let at = 0;
  const drawn = marks.map(({ start, end }) => {
    const before = text.slice(at, start);
    at = end;
    return (
      <Fragment key={start}>
        <KeptWords text={before} />
        <mark>{text.slice(start, end)}</mark>
      </Fragment>
    );
  });
  return (
    <>
      {drawn}
      <KeptWords text={text.slice(at)} />
    </>
  );
}
