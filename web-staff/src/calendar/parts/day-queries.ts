import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { caseEventEndpoints, dayEndpoints } from '#domain/calendar/day.endpoints.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput } from '#domain/shared/contract/endpoint.ts';
import type { FieldOption } from '#domain/shared/forms/field.ts';
import { useApi } from '../../api/api-context.ts';
import { callQuery } from '../../api/calls.ts';
import { membersQuery } from '../../team/queries.ts';
import { dayKeys } from '../keys.ts';

export const caseDayQuery = (call: Call, caseId: string) =>
  callQuery(call, caseEventEndpoints.list, { params: { id: caseId } }, dayKeys.ofCase(caseId), { staleTime: 0 });

type ScheduleQuery = NonNullable<CallInput<typeof dayEndpoints.schedule>['query']>;
export const scheduleQuery = (call: Call, query: ScheduleQuery) =>
  callQuery(call, dayEndpoints.schedule, { query }, dayKeys.schedule(query), { placeholderData: keepPreviousData });

export const resourcesQuery = (call: Call) => callQuery(call, dayEndpoints.resources, {}, dayKeys.resources);

export const shiftsQuery = (call: Call, query: { from: string; to: string }) =>
  callQuery(call, dayEndpoints.shifts, { query }, dayKeys.shifts(query));

export const useMemberOptions = (): FieldOption[] =>
  (useQuery(membersQuery(useApi())).data ?? [])
    .filter(({ status }) => status === 'active')
    .map(({ id, first_name, last_name }) => ({ value: id, label: `${first_name} ${last_name}` }));
