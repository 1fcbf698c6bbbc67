import type { Browser } from 'playwright-core';

export declare function launch(): Promise<Browser>;
