import { AppError } from '#domain/shared/contract/errors.ts';
import { profileSchema } from '#functions/organizations/repository/organization-record.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table, Write } from '#functions/platform/store/table.ts';

/** The second of an instant, since 1970, as tokens tell `auth_time`. */
export const secondOf = (instant: Date): number => Math.floor(instant.getTime() / 1000);

/** The sessions of the people of an organization: how they end. Which one a call comes in, the kernel finds out. */
export const createSessionRepository = (_table: Table, keys: Keys) => ({
  /**
   * No sign-in up to `now` counts any more, if none was ended since `before` was read. A sign-in of the same second is
   * refused too; {@link untilSignInCounts} tells when one counts again.
   */
  end: (profileId: string, before: number | undefined, now: Date): Write => ({
    ...profileSchema.update(keys.profile(profileId), { set: { sessions_since: secondOf(now) } }),
    when: { equals: { sessions_since: before } },
    refused: () => new AppError('unauthenticated', { reason: 'session ended meanwhile' }),
  }),
});

/** Milliseconds from `now` until a sign-in counts that comes after sessions were ended at `now`: less than a second. */
export const untilSignInCounts = (now: Date): number => 1000 - (now.getTime() % 1000);

export const sessions = { grants: ['table:end-sessions'], in: createSessionRepository } as const satisfies Repository;
