import type { Browser } from 'playwright-core';

export declare const base: string;
export declare function launch(): Promise<Browser>;
