import { useMutation, useQueryClient } from '@tanstack/react-query';
import { fieldsOfEvent } from '#domain/calendar/calendar-events.ts';
import { caseEventEndpoints, dayEndpoints } from '#domain/calendar/day.endpoints.ts';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CasePatch } from '#domain/cases/case-wire.schema.ts';
import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import type { GoogleSuggestion } from '#domain/google-calendar/google.schema.ts';
import { isOwnKind } from '#domain/google-calendar/google-event.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import { useApi } from '../../api/api-context.ts';
import { cacheCase } from '../../cases/mutations.ts';
import { calendarKeys } from '../keys.ts';

/** An arrival follows its service, and a changed deadline needs a reason. */
const fieldsOf = ({ kind, date, suggested_date, suggested_time }: GoogleSuggestion) => {
  if (suggested_date === '' || kind === 'deadline' || isOwnKind(kind)) return undefined;
  if (kind === 'arrival')
    return suggested_date === date && suggested_time !== ''
      ? ({ section: 'cemetery', values: { estimated_arrival_time: suggested_time } } as const)
      : undefined;
  const { section, date: day, time } = fieldsOfEvent[kind];
  // A cremation or burial that Google shows as all-day keeps its time.
  const keepsTime = kind !== 'service' && suggested_time === '';
  return { section, values: { [day]: suggested_date, ...(!keepsTime && { [time]: suggested_time }) } };
};

/** Returns the change of an event that is a record of its own; one without a time keeps the time. */
const eventChange = ({ kind, event, suggested_date: date, suggested_time: time }: GoogleSuggestion) =>
  isOwnKind(kind) && event && date ? { event, body: { date, ...(time && { time }) } } : undefined;

export const canBeAccepted = (suggestion: GoogleSuggestion): boolean =>
  (fieldsOf(suggestion) ?? eventChange(suggestion)) !== undefined;

const moveOwnEvent = async (call: Call, suggestion: GoogleSuggestion): Promise<void> => {
  const change = eventChange(suggestion);
  if (!change) return;
  const { event: event_id, body } = change;
  const { case_id: id } = suggestion;
  await (id
    ? call(caseEventEndpoints.update, { params: { id, event_id }, body })
    : call(dayEndpoints.updateOffice, { params: { event_id }, body }));
};

/** Accepting changes the case; declining restores Google's event. */
export const useDecideSuggestion = () => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ suggestion, accept }: { suggestion: GoogleSuggestion; accept: boolean }) => {
      const fields = accept ? fieldsOf(suggestion) : undefined;
      if (accept) await moveOwnEvent(call, suggestion);
      if (fields && suggestion.case_id) {
        const params = { id: suggestion.case_id };
        const before = await call(caseEndpoints.get, { params });
        const version = before.sections[fields.section]?.version ?? 0;
        const body = { sections: { [fields.section]: { version, values: fields.values } } } as CasePatch;
        cacheCase(client, await call(caseEndpoints.update, { params, body }), before);
      }
      await call(googleCalendarEndpoints.decide, { params: { event: suggestion.id } });
    },
    onSettled: () =>
      Promise.all(
        [calendarKeys.suggestions, calendarKeys.all].map((queryKey) => client.invalidateQueries({ queryKey })),
      ),
  });
};
