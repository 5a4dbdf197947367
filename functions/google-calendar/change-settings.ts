import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { googleCalendar } from './google-calendar.ts';
import { requireSettings } from './require-settings.ts';

const said = (value: unknown): string | null => (value === null || value === undefined ? null : String(value));

/** Everything that stands at Google follows in the background. */
export const changeSettings = handler(
  googleCalendarEndpoints.settings,
  { googleCalendar },
  ({ body }, { db, work, actor }) =>
    work.attempt(
      () => requireSettings(db),
      async (before) => {
        const given = Object.entries(body).filter(([, value]) => value !== undefined);
        const next = { ...before, ...(Object.fromEntries(given) as Partial<typeof before>) };
        const changes = given
          .map(([name, to]) => ({
            field: `calendar.${name}`,
            from: said(before[name as keyof typeof before]),
            to: said(to),
          }))
          .filter(({ from, to }) => from !== to);
        if (changes.length === 0) return before;
        const organization_id = actor.organizationId;
        return work
          .add(db.googleCalendar.putSettings(before, next))
          .audit('calendar.settings_changed', organization_id, changes)
          .announce('google-calendar.sync-wanted', organization_id, { organization_id, from: null })
          .finish(next);
      },
    ),
);
