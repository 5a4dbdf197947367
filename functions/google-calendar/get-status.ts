import { googleCalendarEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { defaultSettings } from '#domain/google-calendar/google.schema.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections } from '#functions/platform/partners/partner-connections.ts';
import { googleCalendar } from './google-calendar.ts';
import { partner } from './start-sign-in.ts';

/** What is known here of the connection; Google is not asked. */
export const getStatus = handler(
  googleCalendarEndpoints.status,
  { connections, googleCalendar },
  async (_, { db, now }) => {
    const [connection, settings, pausedUntil] = await Promise.all([
      db.connections.find(partner),
      db.googleCalendar.settings(),
      db.connections.pausedUntil(partner),
    ]);
    const sync = settings && (await db.googleCalendar.sync(settings.connection));
    const channel = sync?.channel && sync.channel.expires > now.getTime() ? sync.channel : undefined;
    const isPaused = pausedUntil !== undefined && pausedUntil * 1000 > now.getTime();
    return {
      connected: connection !== undefined,
      email: connection?.account ?? null,
      calendar_id: settings?.calendar_id ?? null,
      calendar_name: settings?.calendar_name ?? null,
      sync_enabled: settings?.sync_enabled ?? false,
      last_sync_at: sync?.last_sync_at ?? null,
      last_error: sync?.last_error ?? null,
      needs_reconnect: sync?.needs_reconnect ?? false,
      watch_active: channel !== undefined,
      watch_expires_at: channel ? new Date(channel.expires).toISOString() : null,
      connected_at: connection?.connected_at ?? null,
      connected_by_name: connection?.connected_by_name ?? null,
      paused_until: isPaused ? new Date(pausedUntil * 1000).toISOString() : null,
      settings: settings ?? defaultSettings,
    };
  },
);
