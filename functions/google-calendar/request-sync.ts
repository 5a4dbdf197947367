import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { googleMessages } from '#domain/google-calendar/google-messages.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { googleDoor } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections } from '#functions/platform/partners/partner-connections.ts';
import { googleCalendar } from './google-calendar.ts';
import { requireSettings } from './require-settings.ts';
import { partner } from './start-sign-in.ts';

const queued = { status: 'queued' } as const;

/** Everything is compared in the background. */
export const requestSync = handler(
  googleCalendarEndpoints.sync,
  { googleCalendar },
  async (_, { db, work, actor, countAccepted }) => {
    await requireSettings(db);
    const refused = await countAccepted('organization', actor.organizationId);
    if (refused) throw refused;
    const organization_id = actor.organizationId;
    return work
      .announce('google-calendar.sync-wanted', organization_id, { organization_id, from: null })
      .finish(queued);
  },
);

/** Has announcements set up. Where they come is known: whoever names another address would learn of an organization's changes. */
export const setupWatch = handler(
  googleCalendarEndpoints.setupWatch,
  { googleCalendar, connections, googleDoor },
  async ({ body }, { db, work, actor, now, googleDoor: { siteUrl } }) => {
    const [settings, connection] = await Promise.all([requireSettings(db), db.connections.find(partner)]);
    const own = `${siteUrl}/api/webhooks/google-calendar/`;
    // The rest of the address is a secret that no browser is told.
    if (!connection || body.webhook_url.replace(/\/$/, '') !== own.slice(0, -1))
      throw invalid({ webhook_url: [googleMessages.foreignAddress] });
    const { channel } = await db.googleCalendar.sync(settings.connection);
    const isActive = channel !== null && channel.expires > now.getTime();
    const organization_id = actor.organizationId;
    return work.announce('google-calendar.sync-wanted', organization_id, { organization_id, from: null }).finish({
      ...queued,
      watch_active: isActive,
      expires_at: isActive ? new Date(channel.expires).toISOString() : null,
    });
  },
);
