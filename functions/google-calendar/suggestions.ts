import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { calendarCases } from '#functions/calendar/repository.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { googleCalendar } from './google-calendar.ts';

/** What was changed at Google and nobody has decided about, the latest first; of cases that are still there. */
export const listSuggestions = handler(
  googleCalendarEndpoints.suggestions,
  { googleCalendar, calendarCases },
  async (_, { db }) => {
    const settings = await db.googleCalendar.settings();
    if (!settings) return { results: [] };
    const events = await db.googleCalendar.suggested(settings.connection);
    const cases = await db.calendarCases.of(events.map(({ case_id }) => case_id));
    const results = events.flatMap(({ id, case_id, kind, duty, date, time, suggestion }) => {
      const row = cases.get(case_id);
      if (!row || !suggestion) return [];
      const { case_number, deceased_full_name } = row;
      const { date: suggested_date, time: suggested_time, seen_at } = suggestion;
      return [
        {
          ...{ id, case_id, case_number, deceased_full_name, kind, duty, date, time },
          suggested_date,
          suggested_time,
          seen_at,
        },
      ];
    });
    return { results: results.sort((a, b) => b.seen_at.localeCompare(a.seen_at)) };
  },
);

/** Whatever was decided, Google is to show what the case says: it is put there again. */
export const decideSuggestion = handler(
  googleCalendarEndpoints.decide,
  { googleCalendar },
  ({ params }, { db, work }) =>
    work.attempt(
      async () => {
        const settings = await db.googleCalendar.settings();
        return { settings, event: settings && (await db.googleCalendar.event(settings.connection, params.event)) };
      },
      async ({ settings, event }) => {
        if (!settings || !event) throw notFound();
        // The calendar has followed the case already, as it does within a second where a suggestion is accepted, or
        // a colleague was quicker.
        if (!event.suggestion) return { success: true as const };
        const next = { ...event, digest: '', suggestion: null };
        return work
          .add(db.googleCalendar.changeEvent(settings.connection, event, next))
          .announce('google-calendar.case-wanted', event.case_id, { case_id: event.case_id })
          .finish({ success: true as const });
      },
    ),
);
