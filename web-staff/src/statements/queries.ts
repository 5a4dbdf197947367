import { queryOptions } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import { statementEndpoints } from '#domain/statements/statement.endpoints.ts';
import { statementKeys } from './keys.ts';

export const statementsQuery = (call: Call, caseId: string) =>
  queryOptions({
    queryKey: statementKeys.ofCase(caseId),
    queryFn: ({ signal }) => call(statementEndpoints.list, { params: { id: caseId } }, { signal }),
    staleTime: 0,
  });

export const statementQuery = (call: Call, caseId: string, statementId: string) =>
  queryOptions({
    queryKey: statementKeys.one(caseId, statementId),
    queryFn: ({ signal }) => call(statementEndpoints.get, { params: { id: caseId, statementId } }, { signal }),
  });
