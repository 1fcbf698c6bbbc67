import { Fragment, type ReactNode } from 'react';

interface TaggedProps {
  /** A text with parts like `<email>…</email>`. */
  text: string;
  tags: Record<string, (inner: string) => ReactNode>;
}

/** A text whose tagged parts are rendered as given; everything else stays text. */
export function Tagged({ text, tags }: TaggedProps) {
  const parts = text.split(/<(\w+)>(.*?)<\/\1>/);
  const drawn: ReactNode[] = [];
  for (let at = 0; at < parts.length; at += 3) {
    const [plain = '', name, inner = ''] = parts.slice(at, at + 3);
    const draw = name === undefined ? undefined : tags[name];
    drawn.push(
      <Fragment key={at}>
        {plain}
        {name !== undefined && (draw ? draw(inner) : inner)}
      </Fragment>,
    );
  }
  return drawn;
}
