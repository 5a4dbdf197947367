import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Calendar, CalendarEvent, CalendarEvents } from '#domain/calendar/calendar.schema.ts';
import { fieldsOfEvent, findSchedulingConflicts, inOrderOfTime } from '#domain/calendar/calendar-events.ts';
import { caseEventEndpoints, dayEndpoints } from '#domain/calendar/day.endpoints.ts';
import type { DayEvent, DayEventPatch, Repeats } from '#domain/calendar/day.schema.ts';
import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { Case, CasePatch } from '#domain/cases/case-wire.schema.ts';
import type { Call } from '#domain/shared/contract/client.ts';
import type { CallInput, CallOutput, Endpoint } from '#domain/shared/contract/endpoint.ts';
import { useApi } from '../api/api-context.ts';
import { endOldReads, readAgain, readLater } from '../api/cache.ts';
import { useChange } from '../api/calls.ts';
import { useIdempotencyKey } from '../api/idempotency-key.ts';
import { cacheCase } from '../cases/mutations.ts';
import { calendarKeys } from './keys.ts';
import type { EventsQuery } from './queries.ts';

export interface Destination {
  date: string;
  time: string;
}

export const withMoved = (answer: CalendarEvents, { location, kind }: EventsQuery, moved: CalendarEvent) => {
  const isShown = moved.date >= answer.from && moved.date <= answer.to && (!kind || moved.kind === kind);
  const isHere = !location || moved.funeral_home_id === location;
  const unmoved = (all: readonly CalendarEvent[]) => all.filter(({ id }) => id !== moved.id);
  const events = inOrderOfTime([...unmoved(answer.events), ...(isShown && isHere ? [moved] : [])]);
  const others = [...unmoved(answer.others), ...(isShown && !isHere ? [moved] : [])];
  return { ...answer, events, others, clashes: findSchedulingConflicts(events, others) };
};

/** Updates the cache before the calendar's projection follows. */
const showMoved = (client: QueryClient, moved: CalendarEvent): void => {
  endOldReads(client, calendarKeys.all);
  for (const [key, answer] of client.getQueriesData<CalendarEvents>({ queryKey: calendarKeys.allEvents }))
    if (answer) client.setQueryData(key, withMoved(answer, key.at(-1) as EventsQuery, moved));
  client.setQueriesData<Calendar>({ queryKey: calendarKeys.overviews }, (day) => {
    if (!day || moved.kind !== 'service') return day;
    const cases = day.undated.cases.filter(({ id }) => id !== moved.case_id);
    const count = day.undated.count - (day.undated.cases.length - cases.length);
    return { ...day, undated: { ...day.undated, count, cases } };
  });
  readLater(client, [calendarKeys.all]);
};

interface Move {
  event: CalendarEvent;
  to: Destination;
  /** Ids of other events of the case that move by the same time. */
  along?: readonly string[];
  /** Why something may be needed twice. */
  reason?: string;
}

/** Changes fields in the latest version of a case's section, so that concurrent edits of other fields remain. */
export const changeFields = async (call: Call, id: string, section: keyof Case['sections'], values: object) => {
  const before = await call(caseEndpoints.get, { params: { id } });
  const version = before.sections[section]?.version ?? 0;
  const body = { sections: { [section]: { version, values } } } as CasePatch;
  return { before, after: await call(caseEndpoints.update, { params: { id }, body }) };
};

export const useMoveEvent = () => {
  const call = useApi();
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ event, to, along = [], reason }: Move) => {
      const params = { id: event.case_id };
      const { section, date, time } = fieldsOfEvent[event.kind];
      if (along.length === 0) return changeFields(call, params.id, section, { [date]: to.date, [time]: to.time });
      const before = await call(caseEndpoints.get, { params });
      const body = { ...to, move_also: [...along], ...(reason && { conflict_reason: reason }) };
      await call(caseEventEndpoints.update, { params: { ...params, event_id: event.id }, body });
      return { before, after: await call(caseEndpoints.get, { params }) };
    },
    onSuccess: ({ before, after }, { event, to, along = [] }) => {
      cacheCase(client, after, before);
      if (along.length > 0) void readAgain(client, 'day.changed', event.case_id);
      showMoved(client, { ...event, ...to, case_number: after.case_number, status: after.status });
    },
    onError: () => client.invalidateQueries({ queryKey: calendarKeys.all }),
  });
};

/** Returns a call that changes events, resources or shifts, and then reads again what it changed. */
export const useSendDay = (caseId: string | null = null) => {
  const keyFor = useIdempotencyKey();
  const { mutateAsync } = useChange(
    (call, send: (call: Call) => Promise<unknown>) => send(call),
    (_answer, _send, client) => readAgain(client, 'day.changed', caseId ?? ''),
  );
  return <E extends Endpoint>(endpoint: E, input: CallInput<E>) =>
    mutateAsync((call) =>
      call(endpoint, input, endpoint.idempotent ? { idempotencyKey: keyFor(input) } : {}),
    ) as Promise<CallOutput<E>>;
};

/** Returns what changes an event of a case or of none, and answers how many others moved along. */
export const useChangeEvent = (caseId: string | null) => {
  const send = useSendDay(caseId);
  type Changes = DayEventPatch & { repeats?: Repeats | null };
  return async ({ id, case: ofCase, version }: DayEvent, { repeats, ...changes }: Changes): Promise<number> => {
    const body = { ...changes, version };
    if (ofCase === null) {
      const repetition = repeats === undefined ? {} : { repeats };
      await send(dayEndpoints.updateOffice, { params: { event_id: id }, body: { ...body, ...repetition } });
      return 0;
    }
    const { moved } = await send(caseEventEndpoints.update, { params: { id: ofCase, event_id: id }, body });
    return moved.length;
  };
};
