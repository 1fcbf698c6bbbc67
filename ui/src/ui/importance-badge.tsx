import { Tooltip } from '@base-ui/react/tooltip';
import { useId, useRef, useState } from 'react';
import { classes } from './classes.ts';
import { Dots } from './dots.tsx';
import styles from './importance-badge.module.css';
import { toneClass } from './tone.ts';

interface ImportanceBadgeProps {
  level: number;
  word: string;
  /** The spoken label, which contains the word. */
  label: string;
  /** What the level means, with an example. */
  description: string;
  /** Without its colour: what is important does not concern the reader. */
  cool?: boolean;
}

/**
 * Dots, word and colour; the meaning shows on hover, focus and tap.
 *
 * The library's tooltip ignores touch, so a press opens it here.
 */
export function ImportanceBadge(props: ImportanceBadgeProps) {
  const { level, word, label, description, cool = false } = props;
  const [open, setOpen] = useState(false);
  const touched = useRef(false);
  const id = useId();
  return (
    <Tooltip.Root
      open={open}
      onOpenChange={(next, { reason }) => {
        // After a touch the browser reports a resting mouse, which has "left" the badge.
        if (!next && touched.current && reason === 'trigger-hover') return;
        setOpen(next);
      }}
    >
      <Tooltip.Trigger
        className={classes(styles.badge, cool ? styles.cool : toneClass(level))}
        aria-label={label}
        aria-describedby={open ? id : undefined}
        delay={150}
        closeOnClick={false}
        onPointerDown={({ pointerType }) => {
          touched.current = pointerType === 'touch';
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
      >
        <Dots level={level} />
        {word}
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Positioner className={styles.layer} sideOffset={6} align="start">
          <Tooltip.Popup id={id} role="tooltip" className={classes(styles.popup, toneClass(level))}>
            <span className={styles.title}>
              <Dots level={level} />
              {word}
            </span>
            {description}
          </Tooltip.Popup>
        </Tooltip.Positioner>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
}
