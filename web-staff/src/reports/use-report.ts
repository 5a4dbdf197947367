import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { insightEndpoints } from '#domain/reports/insight.endpoints.ts';
import type { Report } from '#domain/reports/insight.schema.ts';
import { type Scope, scopes } from '#domain/reports/periods.ts';
import { isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { useApi } from '../api/api-context.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { download } from '../ui/download.ts';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { reportQuery } from './queries.ts';

/** Which tab is which report; the first has no name in the address. */
export const tabs = [
  { id: 'work', label: 'Work', report: 'analytics' },
  { id: 'money', label: 'Money', report: 'financial-overview' },
] as const satisfies readonly { id: string; label: string; report: Report }[];

const dayIn = (params: URLSearchParams, name: string): string => {
  const day = params.get(name) ?? '';
  return isCalendarDate(day) ? day : '';
};

/** The report that the address names: which one, of which days and home, so that Back and a sent link show the same. */
export const useReport = () => {
  const call = useApi();
  const viewer = useCurrentUser();
  const seesMoney = useCan()('insight:money');
  const [params, setParams] = useSearchParams();
  const shown = tabs.find(({ id }) => id === params.get('tab') && (id !== 'money' || seesMoney)) ?? tabs[0];
  const scope: Scope = scopes.find((one) => one === params.get('scope')) ?? 'month';
  const [from, to, location] = [dayIn(params, 'from'), dayIn(params, 'to'), params.get('location') ?? ''];
  const query = {
    ...(from || to ? { ...(from ? { from } : {}), ...(to ? { to } : {}) } : { scope }),
    ...(location ? { location } : {}),
  };
  const answer = useQuery(reportQuery(call, viewer, shown.report, query));
  const file = useMutation({
    mutationFn: ({ table, format }: { table: string; format: 'csv' | 'xlsx' }) =>
      call(insightEndpoints.export, { query: { ...query, report: shown.report, table, format } }),
    onSuccess: ({ name, content }) => {
      download(content, name);
      toastSuccess(`Saved ${name}`);
    },
    onError: toastFailure,
  });
  return {
    ...{ shown, scope, from, to, location, answer, seesMoney },
    exportTable: file.mutate,
    set: (changes: Record<string, string>) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        for (const [name, value] of Object.entries(changes))
          if (value === '') next.delete(name);
          else next.set(name, value);
        return next;
      }),
  };
};
