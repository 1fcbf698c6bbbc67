import type { components } from './types.gen.ts';

type Schemas = components['schemas'];

export type Persistence = Schemas['Persistence'];
/** An account as its owner sees it. */
export type User = Schemas['User'];
/** What every way of signing in gives. */
export type SessionAnswer = Schemas['SessionAnswer'];
/** How people sign in here. */
export type AuthConfig = Schemas['AuthConfig'];
/** Where a reader turns who may not make an account. */
export type SignUpSwitch = Schemas['Restricted'];
/** What an action code is for, as far as the server tells. */
export type CheckedCode = Schemas['CodeInfo'];
