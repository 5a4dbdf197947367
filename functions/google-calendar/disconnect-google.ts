import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections } from '#functions/platform/partners/partner-connections.ts';
import { pendingDisconnect } from './ending-of.ts';
import { googleCalendar } from './google-calendar.ts';
import { partner } from './start-sign-in.ts';

const done = { success: true } as const;

/** Over at once here. What it left at Google is cleaned up in the background, with the token that goes along for that. */
export const disconnectGoogle = handler(
  googleCalendarEndpoints.disconnect,
  { connections, googleCalendar },
  (_, { db, work, actor, now }) =>
    work.attempt(
      async () => ({ connection: await db.connections.find(partner), settings: await db.googleCalendar.settings() }),
      async ({ connection, settings }) => {
        if (!connection || !settings) return done;
        const organization_id = actor.organizationId;
        return work
          .add(
            db.connections.remove(connection),
            db.googleCalendar.removeSettings(settings),
            db.googleCalendar.putEnding(pendingDisconnect(connection, settings, now)),
          )
          .audit('calendar.disconnected', organization_id, [
            { field: 'calendar.account', from: connection.account, to: null },
          ])
          .announce('google-calendar.disconnected', organization_id, {
            organization_id,
            connection: settings.connection,
          })
          .finish(done);
      },
    ),
);
