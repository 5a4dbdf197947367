import { totpCode } from '#local/aws/cognito/sign-in.ts';

const stepMs = 30_000;

/** The code that an authenticator app shows: to turn it on. It is good for its half minute and for those beside it. */
export const presentCode = (secret: string): string => totpCode(secret, new Date());

/** The one that it shows after that, for who signs in right away: no code counts twice, and a slow page is in time with it. */
export const nextCode = (secret: string): string => totpCode(secret, new Date(Date.now() + stepMs));
