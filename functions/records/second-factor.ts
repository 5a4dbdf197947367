import * as z from 'zod';
import type { Keys } from '#functions/store/keys.ts';
import type { Repository } from '#functions/store/repository.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import { storedShape } from '#functions/store/stored-shape.ts';
import type { Item, Table, Write } from '#functions/store/table.ts';

/** How many sign-ins of a person are remembered: browsers and devices in use at the same time. */
const kept = 10;

/** The sign-ins of a person in which an authenticator app was seen to be in use. */
export const secondFactorShape = storedShape({
  kind: 'second factor',
  shape: 1,
  schema: z.object({
    /** Each by the `auth_time` of its tokens, in seconds since 1970; the latest last. */
    sessions: z.array(z.string()).readonly().default([]),
    /** No sign-in up to this second counts: somebody reset the app or ended the access. */
    since: z.number().default(0),
  }),
});
export type SecondFactorSignIns = z.output<typeof secondFactorShape.schema>;

export const signInsOf = (item: Item | undefined): SecondFactorSignIns =>
  item ? secondFactorShape.parse(item) : { sessions: [], since: 0 };

/** Remembers in which sign-ins a second factor was used (quality S-08): tokens do not say it. */
export const secondFactorIn = (table: Table, keys: Keys) => ({
  async signIns(profileId: string): Promise<SecondFactorSignIns | undefined> {
    const item = await table.get(keys.secondFactor(profileId));
    return item && signInsOf(item);
  },
  /** Writes whether this sign-in counts, if nobody wrote since `before` was read. */
  note: (profileId: string, before: SecondFactorSignIns | undefined, session: string, confirmed: boolean): Write => {
    const others = (before?.sessions ?? []).filter((one) => one !== session);
    const sessions = (confirmed ? [...others, session] : others).slice(-kept);
    return {
      put: secondFactorShape.item(keys.secondFactor(profileId), { ...before, sessions, since: before?.since ?? 0 }),
      when: before ? { equals: { ...before } } : 'absent',
      refused: () => new WriteConflict(),
    };
  },
  /** No sign-in so far counts any more. */
  forget: (profileId: string, now: Date): Write => ({
    put: secondFactorShape.item(keys.secondFactor(profileId), {
      sessions: [],
      since: Math.floor(now.getTime() / 1000),
    }),
  }),
});

export type SecondFactor = ReturnType<typeof secondFactorIn>;
export const secondFactor = { grants: ['table:second-factor'], in: secondFactorIn } as const satisfies Repository;
