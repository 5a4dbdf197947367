import type { connectionsIn, PartnerConnection } from '#functions/records/partner-connections.ts';

/** Ends the state of who connects a company beside the first one. */
export const furtherMark = '.further';

interface CompanyAsked {
  /** Undefined where it is not connected. */
  connection: PartnerConnection | undefined;
  /** Its number, where it is not the organization's first one. */
  further: string | undefined;
}

/** The company that a call is about: the organization's first one, unless it names another by its number. */
export const companyAsked = async (
  connections: Pick<ReturnType<typeof connectionsIn>, 'find'>,
  number: string | undefined,
): Promise<CompanyAsked> => {
  const first = await connections.find('quickbooks');
  if (number === undefined || first?.oauth?.subject === number) return { connection: first, further: undefined };
  return { connection: await connections.find('quickbooks', number), further: number };
};
