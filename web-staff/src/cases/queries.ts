import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import { presenceHeartbeatSeconds } from '#domain/cases/case.schema.ts';
import type { PersonOfCase } from '#domain/cases/case-validation.ts';
import type { CaseSectionId } from '#domain/cases/sections/case-sections.ts';
import { ssnEndpoints } from '#domain/cases/ssn.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { callQuery, useChange } from '../api/calls.ts';
import { auditPagesQuery } from '../audit/parts/audit-pages.ts';
import { useTodayAt } from '../organizations/homes/queries.ts';
import { caseKeys } from './keys.ts';

export type CasesQuery = Omit<NonNullable<CallInput<typeof caseEndpoints.list>['query']>, 'case_number'>;

export const casesQuery = (call: Call, query: CasesQuery) =>
  callQuery(call, caseEndpoints.list, { query }, caseKeys.list(query), { placeholderData: keepPreviousData });

export const caseQueueQuery = (call: Call) => callQuery(call, caseEndpoints.queue, {}, caseKeys.queues);

export const caseQuery = (call: Call, id: string) =>
  callQuery(call, caseEndpoints.get, { params: { id } }, caseKeys.one(id));

export const caseStatisticsQuery = (call: Call, query: { days: string; location?: string | undefined }) =>
  callQuery(call, caseEndpoints.statistics, { query }, caseKeys.statistics(query), {
    placeholderData: keepPreviousData,
  });

/** Returns who else has a case open; the call announces this user, too. */
export const casePresenceQuery = (call: Call, id: string, section: CaseSectionId | null) =>
  callQuery(call, caseEndpoints.presence, { params: { id }, body: { section } }, caseKeys.presence(id, section), {
    refetchInterval: presenceHeartbeatSeconds * 1000,
    placeholderData: keepPreviousData,
    gcTime: 0,
    retry: false,
  });

export type CaseAuditFilters = Omit<
  NonNullable<CallInput<typeof caseEndpoints.auditLog>['query']>,
  'cursor' | 'page_size'
>;

export const caseAuditQuery = (call: Call, id: string, filters: CaseAuditFilters = {}) =>
  auditPagesQuery([...caseKeys.auditLog(id), filters], (query, signal) =>
    call(caseEndpoints.auditLog, { params: { id }, query: { ...filters, ...query } }, { signal }),
  );

/** Under the key of the audit log, so that it reloads with it. */
export const recentHistoryQuery = (call: Call, id: string) =>
  queryOptions({
    queryKey: [...caseKeys.auditLog(id), 'recent'],
    queryFn: async ({ signal }) => {
      const log = await call(caseEndpoints.auditLog, { params: { id }, query: { page_size: '10' } }, { signal });
      return Array.isArray(log) ? log : log.results;
    },
    staleTime: 0,
  });

export const duplicatesQuery = (call: Call, person: PersonOfCase) =>
  callQuery(call, caseEndpoints.duplicates, { query: { ...person } }, caseKeys.duplicates(person), { staleTime: 0 });

/** Verifies the audit log; a mutation, so that no result is cached. */
export const useVerifyAuditLog = (id: string) =>
  useChange((call) => call(caseEndpoints.verifyAuditLog, { params: { id } }), undefined, { gcTime: 0 });

/** The number that the next case of a home would get, in the year of the home's time zone. */
export const useNextNumber = (homeId: string, enabled = true) => {
  const call = useApi();
  const query = { year: useTodayAt(homeId).slice(0, 4), location: homeId };
  return useQuery(
    callQuery(call, caseEndpoints.previewNextNumber, { query }, caseKeys.nextNumber(query), { staleTime: 0, enabled }),
  );
};

export const numberTakenQuery = (call: Call, number: string) =>
  callQuery(call, caseEndpoints.checkNumber, { query: { case_number: number } }, caseKeys.numberTaken(number), {
    staleTime: 0,
  });

/** A mutation, so that the SSN never enters the query cache; `gcTime: 0` drops it with the component. */
export const useRetrieveSsn = (id: string) => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(ssnEndpoints.retrieve, { params: { id } }),
    gcTime: 0,
    onSettled: () => client.invalidateQueries({ queryKey: caseKeys.auditLog(id) }),
  });
};
