import { useState } from 'react';
import styles from './avatar.module.css';
import { classes } from './classes.ts';

interface AvatarProps {
  /** Without a name it shows the visitor placeholder. */
  name?: string | undefined;
  photoUrl?: string | undefined;
  size?: 'small' | 'large' | 'portrait';
}

const maxInitials = 2;

function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const letters = words.map((word) => [...word][0] ?? '').slice(0, maxInitials);
  return letters.join('').toUpperCase() || 'GU';
}

/** The reader's picture, their initials, or the visitor placeholder. */
export function Avatar({ name, photoUrl, size = 'small' }: AvatarProps) {
  const [broken, setBroken] = useState<string>();
  if (photoUrl && photoUrl !== broken)
    return (
      <img
        className={classes(styles.avatar, styles[size])}
        src={photoUrl}
        alt=""
        onError={() => setBroken(photoUrl)}
      />
    );
  if (name !== undefined) {
    return (
      <span className={classes(styles.initials, styles[size])} aria-hidden="true">
        {initials(name)}
      </span>
    );
  }
  return (
    <svg className={classes(styles.avatar, styles[size])} viewBox="0 0 24 24" aria-hidden="true">
      <circle className={styles.ground} cx="12" cy="12" r="12" />
      <circle className={styles.figure} cx="12" cy="9.4" r="3.9" />
      <path
        className={styles.figure}
        d="M4.6 20.3a7.6 7.6 0 0 1 14.8 0A12 12 0 0 1 12 24a12 12 0 0 1-7.4-3.700z"
      />
    </svg>
  );
}
