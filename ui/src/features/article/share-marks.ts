import { createLucideIcon } from 'lucide-react';

/* Drawn here: the icons have no signs of companies. */

export const FacebookMark = createLucideIcon('facebook-mark', [
  ['path', { d: 'M16 4h-2a4 4 0 0 0-4 4v12', key: 'stem' }],
  ['path', { d: 'M7 12h8', key: 'bar' }],
]);

export const XMark = createLucideIcon('x-mark', [
  ['path', { d: 'M4 4h4l12 16h-4z', key: 'band' }],
  ['path', { d: 'M4.5 20 11 13', key: 'lower' }],
  ['path', { d: 'M13.500 10.500 19.500 4', key: 'upper' }],
]);
