import { useQueryClient } from '@tanstack/react-query';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { statementEndpoints } from '#domain/statements/statement.endpoints.ts';
import { readAgain } from '../api/cache.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { caseKeys } from '../cases/keys.ts';
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

const useStatementsChange = (caseId: string) => {
  const client = useQueryClient();
  return () => {
    void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
    return client.invalidateQueries({ queryKey: statementKeys.ofCase(caseId) });
  };
};

type FinalizeBody = NonNullable<CallInput<typeof statementEndpoints.finalize>['body']>;
type AcceptBody = NonNullable<CallInput<typeof statementEndpoints.accept>['body']>;

/** Repeated after a lost response, a version is finalized once. */
export const useFinalizeStatement = (caseId: string) => {
  const changed = useStatementsChange(caseId);
  return useChange(
    (call, { body, idempotencyKey }: { body: FinalizeBody; idempotencyKey: string }) =>
      call(statementEndpoints.finalize, { params: { id: caseId }, body }, { idempotencyKey }),
    (_, __, client) => {
      // The contract total may follow the Statement.
      void client.invalidateQueries({ queryKey: caseKeys.one(caseId) });
      void readAgain(client, 'case.total-agreed', caseId);
      return changed();
    },
  );
};

export const useAcceptStatement = (caseId: string, statementId: string) =>
  useChange(
    (call, { body, idempotencyKey }: { body: AcceptBody; idempotencyKey: string }) =>
      call(statementEndpoints.accept, { params: { id: caseId, statementId }, body }, { idempotencyKey }),
    useStatementsChange(caseId),
  );
