import type {
  createConnectionRepository,
  PartnerConnection,
} from '#functions/platform/partners/partner-connections.ts';

/** Ends the OAuth state of who connects a company beside the first one. */
export const additionalCompanySuffix = '.further';

interface RequestedCompany {
  /** Undefined where it is not connected. */
  connection: PartnerConnection | undefined;
  /** Its realm id, where it is not the organization's first one. */
  further: string | undefined;
}

/** The company that a call is about: the organization's first one, unless it names another by its realm id. */
export const requestedCompany = async (
  connections: Pick<ReturnType<typeof createConnectionRepository>, 'find'>,
  realmId: string | undefined,
): Promise<RequestedCompany> => {
  const first = await connections.find('quickbooks');
  if (realmId === undefined || first?.oauth?.subject === realmId) return { connection: first, further: undefined };
  return { connection: await connections.find('quickbooks', realmId), further: realmId };
};
