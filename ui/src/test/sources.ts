import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const root = join(import.meta.dirname, '..');

export interface SourceFile {
  /** Relative to `src`, with forward slashes. */
  path: string;
  text: string;
}

/** The product's files with this name ending; used by house-rule tests. */
export function sources(...endings: string[]): SourceFile[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.some((ending) => path.endsWith(ending)))
    .map((path) => ({
      path: relative('.', path).replaceAll('\\', '/'),
      text: readFileSync(join(root, path), 'utf8'),
    }));
}
