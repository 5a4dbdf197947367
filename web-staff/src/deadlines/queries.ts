import { keepPreviousData } from '@tanstack/react-query';
import { deadlineEndpoints } from '#domain/deadlines/deadline.endpoints.ts';
import type { DeadlineKind } from '#domain/deadlines/rule-builders.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { caseKeys } from '../cases/keys.ts';
import { gateKeys } from '../gates/keys.ts';
import { deadlineKeys } from './keys.ts';

type DeadlinesQuery = NonNullable<CallInput<typeof deadlineEndpoints.list>['query']>;

export const deadlinesQuery = (call: Call, query: DeadlinesQuery) =>
  callQuery(call, deadlineEndpoints.list, { query }, deadlineKeys.list(query), { placeholderData: keepPreviousData });

/** The nearest deadlines of each status, so that many overdue ones hide none of today's. */
export const nearestDeadlineQueries = (call: Call) =>
  (['overdue', 'soon', 'later'] as const).map((urgency) =>
    deadlinesQuery(call, { standing: urgency, page_size: '10' }),
  );

/** `version` is the case's, so that a saved case reloads its deadlines. */
export const caseDeadlinesQuery = (call: Call, caseId: string, version: number) =>
  callQuery(call, deadlineEndpoints.ofCase, { params: { id: caseId } }, [...deadlineKeys.ofCase(caseId), version], {
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const useRunDeadlines = (caseId: string) =>
  useChange(
    (call, running: boolean) => call(deadlineEndpoints.run, { params: { id: caseId }, body: { running } }),
    (_, __, client) => {
      void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
      void client.invalidateQueries({ queryKey: caseKeys.one(caseId) });
      return client.invalidateQueries({ queryKey: deadlineKeys.all });
    },
  );

type OverrideBody = NonNullable<CallInput<typeof deadlineEndpoints.override>['body']>;

/** Decides about a deadline; without a body the rule applies again. */
export const useOverrideDeadline = (caseId: string) =>
  useChange(
    (call, { kind, body }: { kind: DeadlineKind; body?: OverrideBody }) =>
      body
        ? call(deadlineEndpoints.override, { params: { id: caseId, kind }, body })
        : call(deadlineEndpoints.reset, { params: { id: caseId, kind } }),
    (_, __, client) => {
      void client.invalidateQueries({ queryKey: caseKeys.auditLog(caseId) });
      // A waived wait is a check, too.
      void client.invalidateQueries({ queryKey: gateKeys.ofCase(caseId) });
      return client.invalidateQueries({ queryKey: deadlineKeys.all });
    },
  );
