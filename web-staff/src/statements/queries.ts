import type { Call } from '#domain/shared/contract/client.ts';
import { statementEndpoints } from '#domain/statements/statement.endpoints.ts';
import { callQuery } from '../api/calls.ts';
import { statementKeys } from './keys.ts';

export const statementsQuery = (call: Call, caseId: string) =>
  callQuery(call, statementEndpoints.list, { params: { id: caseId } }, statementKeys.ofCase(caseId), { staleTime: 0 });

export const statementQuery = (call: Call, caseId: string, statementId: string) =>
  callQuery(
    call,
    statementEndpoints.get,
    { params: { id: caseId, statementId } },
    statementKeys.one(caseId, statementId),
  );
