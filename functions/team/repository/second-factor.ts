import * as z from 'zod';
import { AppError } from '#domain/shared/contract/errors.ts';
import { profileSchema } from '#functions/organizations/repository/organization-record.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** Returns an instant in seconds since 1970, the unit of `auth_time` in tokens. */
export const secondOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

const createSessionRepository = (_table: Table, keys: Keys) => ({
  /** A sign-in of the same second ends too; see {@link untilSignInCounts}. */
  end: (profileId: string, before: number | undefined, now: Date): Write => ({
    ...profileSchema.update(keys.profile(profileId), { set: { sessions_since: secondOf(now) } }),
    when: { equals: { sessions_since: before } },
    refused: () => new AppError('unauthenticated', { reason: 'session has ended' }),
  }),
});

/** Returns milliseconds, less than a second, until a sign-in counts after sessions ended at `now`. */
export const untilSignInCounts = (now: Date): number => 1000 - (now.getTime() % 1000);

export const sessions = { grants: ['table:end-sessions'], in: createSessionRepository } as const satisfies Repository;

const maxSessions = 10;

export const secondFactorSchema = storedSchema({
  kind: 'second factor',
  shape: 1,
  schema: z.object({
    /** The `auth_time` of their tokens, in seconds since 1970; the latest last. */
    sessions: z.array(z.string()).readonly().default([]),
    /** Sign-ins up to this second do not count: the app was set up or reset then, or access ended. */
    since: z.number().default(0),
    /** Whether an app was seen: from then on every sign-in uses a code. */
    app: z.boolean().optional(),
  }),
});
export type SecondFactorSignIns = z.output<typeof secondFactorSchema.schema> & { readonly app: boolean };

export const signInsOf = (item: Item | undefined): SecondFactorSignIns => {
  const stored = item ? secondFactorSchema.parse(item) : { sessions: [], since: 0 };
  // Missing in older records; a counted sign-in had an app.
  return { ...stored, app: stored.app ?? stored.sessions.length > 0 };
};

/** The record as stored, the condition of the next write. */
export interface SignInsRead {
  signIns: SecondFactorSignIns;
  item: Item | undefined;
}

/** Remembers which sign-ins used a second factor (quality S-08), because tokens do not show it. */
export const createSecondFactorRepository = (table: Table, keys: Keys) => {
  const write = (profileId: string, { item }: SignInsRead, next: SecondFactorSignIns): Write => ({
    put: secondFactorSchema.item(keys.secondFactor(profileId), next),
    when: item ? { equals: { sessions: item.sessions, since: item.since, app: item.app } } : 'absent',
    refused: () => new WriteConflictError(),
  });
  const none = (now: Date) => ({ sessions: [], since: secondOf(now) });
  return {
    async read(profileId: string): Promise<SignInsRead> {
      const item = await table.get(keys.secondFactor(profileId));
      return { signIns: signInsOf(item), item };
    },
    /** Returns the members whose sign-ins use an app. */
    async haveApp(profileIds: readonly string[]): Promise<ReadonlySet<string>> {
      const wanted = new Map(profileIds.map((id) => [keys.secondFactor(id).pk, id]));
      const items = await table.getAll([...wanted.values()].map((id) => keys.secondFactor(id)));
      return new Set(items.filter((item) => signInsOf(item).app).flatMap(({ pk }) => wanted.get(pk) ?? []));
    },
    confirm: (profileId: string, read: SignInsRead, session: string): Write => {
      const { sessions, since, app } = read.signIns;
      const others = sessions.filter((otherSession) => otherSession !== session);
      return write(profileId, read, { sessions: [...others, session].slice(-maxSessions), since, app });
    },
    /** An app is seen for the first time: earlier sign-ins used no code. */
    begin: (profileId: string, read: SignInsRead, now: Date): Write =>
      write(profileId, read, { ...none(now), app: true }),
    gone: (profileId: string, read: SignInsRead): Write =>
      write(profileId, read, { sessions: [], since: read.signIns.since, app: false }),
    /** Earlier sign-ins end, and the next app counts as new. */
    forget: (profileId: string, now: Date): Write => ({
      put: secondFactorSchema.item(keys.secondFactor(profileId), { ...none(now), app: false }),
    }),
  };
};

export type SecondFactor = ReturnType<typeof createSecondFactorRepository>;
export const secondFactor = {
  grants: ['table:second-factor'],
  in: createSecondFactorRepository,
} as const satisfies Repository;
