import { todayIn } from '#domain/shared/values/calendar-date.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { Actor } from '#functions/platform/api/actor.ts';

/** Returns the date at the caller's home; in UTC if that was deleted. */
export const todayAt = async (
  homes: { plainHome(id: string): Promise<PlainHome | undefined> },
  { homeId }: Pick<Actor, 'homeId'>,
  now: Date,
): Promise<string> => todayIn((await homes.plainHome(homeId))?.time_zone ?? 'UTC', now);
