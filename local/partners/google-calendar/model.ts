import * as z from 'zod';

/** Somebody with a Google account. */
export const Account = z.object({ email: z.string(), sub: z.string(), name: z.string() });
export type Account = z.output<typeof Account>;

/** What somebody allowed the app, with the tokens of it. */
export const Grant = z.object({
  id: z.string(),
  email: z.string(),
  scopes: z.array(z.string()),
  refreshToken: z.string(),
  accessTokens: z.array(z.object({ token: z.string(), expires: z.number() })),
});
export type Grant = z.output<typeof Grant>;

export const Calendar = z.object({
  id: z.string(),
  owner: z.string(),
  summary: z.string(),
  timeZone: z.string(),
  primary: z.boolean(),
  /** Made by the app: the narrowest scope reaches no other. */
  ofApp: z.boolean(),
});
export type Calendar = z.output<typeof Calendar>;

/** An event as Google answers it, and the number of its last change. */
export const Stored = z.object({
  id: z.string(),
  calendar: z.string(),
  change: z.number(),
  resource: z.record(z.string(), z.unknown()),
});
export type Stored = z.output<typeof Stored>;

export const Channel = z.object({
  id: z.string(),
  resourceId: z.string(),
  calendar: z.string(),
  email: z.string(),
  address: z.string(),
  token: z.string().nullable(),
  /** In milliseconds since 1970. */
  expiration: z.number(),
  /** Of its last notification. */
  number: z.number(),
  isStopped: z.boolean(),
});
export type Channel = z.output<typeof Channel>;
