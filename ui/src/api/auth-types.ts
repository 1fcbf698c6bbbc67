import type { components } from './types.gen.ts';

type Schemas = components['schemas'];

export type Persistence = Schemas['Persistence'];
/** An account as its owner sees it. */
export type User = Schemas['User'];
/** The answer of every successful sign-in. */
export type SessionAnswer = Schemas['SessionAnswer'];
/** The answer of a sign-in whose account has second factors. */
export type SecondFactorAnswer = Schemas['SecondFactorAnswer'];
/** A second factor of the account, without its secret. */
export type Factor = Schemas['FactorInfo'];
/** The answer of a sign-in. */
export type SignInAnswer = SessionAnswer | SecondFactorAnswer;
/** The sign-in configuration of this server. */
export type AuthConfig = Schemas['AuthConfig'];
/** Whether sign-up is closed, and the contact for readers. */
export type SignUpSwitch = Schemas['Restricted'];
/** The purpose of an action code, as the server reports it. */
export type CheckedCode = Schemas['CodeInfo'];
