import * as z from 'zod';
import { AppError } from '#domain/shared/contract/errors.ts';
import { profileSchema } from '#functions/organizations/repository/organization-record.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import type { Item, Table, Write } from '#functions/platform/store/table.ts';
import { WriteConflict } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** The second of an instant, since 1970, as tokens tell `auth_time`. */
export const secondOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** The sessions of the people of an organization: how they end. Which one a call comes in, the kernel finds out. */
const createSessionRepository = (_table: Table, keys: Keys) => ({
  /**
   * No sign-in up to `now` counts any more, if none was ended since `before` was read. A sign-in of the same second is
   * refused too; {@link untilSignInCounts} tells when one counts again.
   */
  end: (profileId: string, before: number | undefined, now: Date): Write => ({
    ...profileSchema.update(keys.profile(profileId), { set: { sessions_since: secondOf(now) } }),
    when: { equals: { sessions_since: before } },
    refused: () => new AppError('unauthenticated', { reason: 'session has ended' }),
  }),
});

/** Milliseconds from `now` until a sign-in counts that comes after sessions were ended at `now`: less than a second. */
export const untilSignInCounts = (now: Date): number => 1000 - (now.getTime() % 1000);

export const sessions = { grants: ['table:end-sessions'], in: createSessionRepository } as const satisfies Repository;

/** How many sign-ins of a person are remembered: browsers and devices in use at the same time. */
const kept = 10;

/** The sign-ins of a person in which an authenticator app was seen to be in use. */
export const secondFactorSchema = storedSchema({
  kind: 'second factor',
  shape: 1,
  schema: z.object({
    /** Each by the `auth_time` of its tokens, in seconds since 1970; the latest last. */
    sessions: z.array(z.string()).readonly().default([]),
    /** No sign-in up to this second counts: the app was set up then, somebody reset it, or ended the access. */
    since: z.number().default(0),
    /** Whether an app was seen: from then on every sign-in is asked for a code. */
    app: z.boolean().optional(),
  }),
});
export type SecondFactorSignIns = z.output<typeof secondFactorSchema.schema> & { readonly app: boolean };

export const signInsOf = (item: Item | undefined): SecondFactorSignIns => {
  const stored = item ? secondFactorSchema.parse(item) : { sessions: [], since: 0 };
  // Records of earlier releases do not say whether there is an app; a sign-in that counted had one.
  return { ...stored, app: stored.app ?? stored.sessions.length > 0 };
};

/** What stands there, as it lies: the condition of what is written next. */
export interface SignInsRead {
  signIns: SecondFactorSignIns;
  item: Item | undefined;
}

/** Remembers in which sign-ins a second factor was used (quality S-08): tokens do not say it. */
export const createSecondFactorRepository = (table: Table, keys: Keys) => {
  const write = (profileId: string, { item }: SignInsRead, next: SecondFactorSignIns): Write => ({
    put: secondFactorSchema.item(keys.secondFactor(profileId), next),
    when: item ? { equals: { sessions: item.sessions, since: item.since, app: item.app } } : 'absent',
    refused: () => new WriteConflict(),
  });
  const none = (now: Date) => ({ sessions: [], since: secondOf(now) });
  return {
    async read(profileId: string): Promise<SignInsRead> {
      const item = await table.get(keys.secondFactor(profileId));
      return { signIns: signInsOf(item), item };
    },
    /** This sign-in was asked for a code. */
    confirm: (profileId: string, read: SignInsRead, session: string): Write => {
      const { sessions, since, app } = read.signIns;
      const others = sessions.filter((one) => one !== session);
      return write(profileId, read, { sessions: [...others, session].slice(-kept), since, app });
    },
    /** An app is seen for the first time: sign-ins so far were not asked for its code, whosever they are. */
    begin: (profileId: string, read: SignInsRead, now: Date): Write =>
      write(profileId, read, { ...none(now), app: true }),
    /** There is no app any more: no sign-in counts. */
    gone: (profileId: string, read: SignInsRead): Write =>
      write(profileId, read, { sessions: [], since: read.signIns.since, app: false }),
    /** No sign-in so far counts any more, and a next app will be a new one. */
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
