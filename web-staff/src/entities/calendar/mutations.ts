import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CalendarEvent } from '#domain/calendar/calendar.schema.ts';
import { fieldsOfEvent } from '#domain/calendar/calendar-events.ts';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CasePatch } from '#domain/cases/case-wire.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { keepCase } from '../cases/mutations.ts';
import { calendarKeys } from './keys.ts';
import { rememberMove } from './own-moves.ts';

/** Where an event goes: a day and a time, '' for none. */
export interface Destination {
  date: string;
  time: string;
}

/**
 * Gives an event another day: a field of its case, written on top of the section as it stands now, so that nothing else
 * that somebody wrote there meanwhile is touched.
 */
export const useMoveEvent = () => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ event, to }: { event: CalendarEvent; to: Destination }) => {
      const params = { id: event.case_id };
      const fields = fieldsOfEvent[event.kind];
      const before = await call(caseEndpoints.get, { params });
      const values = { [fields.date]: to.date, [fields.time]: to.time };
      const version = before.sections[fields.section]?.version ?? 0;
      const body = { sections: { [fields.section]: { version, values } } } as CasePatch;
      return { before, after: await call(caseEndpoints.update, { params, body }) };
    },
    onSuccess: ({ before, after }, { event, to }) => {
      rememberMove({ ...event, ...to, case_number: after.case_number, status: after.status });
      keepCase(client, after, before);
    },
    // Also after a refusal: somebody else may have moved it.
    onSettled: () => client.invalidateQueries({ queryKey: calendarKeys.all }),
  });
};
