import type { QueryClient } from '@tanstack/react-query';
import type { Call } from '#domain/contract/client.ts';
import { caseRowOf, ownCases } from './own-cases.ts';
import { caseQuery } from './queries.ts';

/** Shows a case in its lists that another record became, as soon as it has been read itself. */
export const showOpened = async (client: QueryClient, call: Call, caseId: string): Promise<void> => {
  const opened = await client.fetchQuery(caseQuery(call, caseId)).catch(() => undefined);
  if (opened) ownCases.created(client, caseRowOf(opened));
};
