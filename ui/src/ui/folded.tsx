import { type ComponentProps, type ReactNode, useState } from 'react';
import styles from './folded.module.css';

/** For `details`: makes a summary of one line as high as a target. */
export const tall = styles.tall;

interface FoldedProps extends Omit<ComponentProps<'details'>, 'onToggle' | 'open'> {
  summary: ReactNode;
}

/** Content folded away under a summary, and drawn when it is opened: hundreds of closed ones cost a page little. */
export function Folded({ summary, children, ...rest }: FoldedProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details {...rest} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{summary}</summary>
      {isOpen && children}
    </details>
  );
}
