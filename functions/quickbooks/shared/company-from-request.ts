import { todayIn } from '#domain/shared/values/calendar-date.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type {
  createConnectionRepository,
  PartnerConnection,
} from '#functions/platform/partners/partner-connections.ts';

/** Marks the OAuth state of an additional company. */
export const additionalCompanySuffix = '.further';

interface RequestedCompany {
  connection: PartnerConnection | undefined;
  /** The realm id of an additional company. */
  further: string | undefined;
}

/** Returns the first company, unless the call names another realm id. */
export const requestedCompany = async (
  connections: Pick<ReturnType<typeof createConnectionRepository>, 'find'>,
  realmId: string | undefined,
): Promise<RequestedCompany> => {
  const first = await connections.find('quickbooks');
  if (realmId === undefined || first?.oauth?.subject === realmId) return { connection: first, further: undefined };
  return { connection: await connections.find('quickbooks', realmId), further: realmId };
};

/** Returns the date at the caller's home; in UTC if that was deleted. */
export const todayAt = async (
  homes: { plainHome(id: string): Promise<PlainHome | undefined> },
  { homeId }: Pick<Actor, 'homeId'>,
  now: Date,
): Promise<string> => todayIn((await homes.plainHome(homeId))?.time_zone ?? 'UTC', now);
