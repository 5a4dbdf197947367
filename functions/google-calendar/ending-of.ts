import type { PartnerConnection } from '#functions/platform/partners/partner-connections.ts';
import type { GoogleSettingsRecord, PendingDisconnect } from './google-calendar.ts';

/** What a connection that ends leaves behind, for the worker that cleans up at Google. */
export const pendingDisconnect = (
  connection: PartnerConnection,
  settings: GoogleSettingsRecord,
  now: Date,
): PendingDisconnect => ({
  ...{ connection: settings.connection, account: connection.account, calendar_id: settings.calendar_id },
  ...{ sealed: connection.sealed.access, removes_events: settings.removes_on_disconnect },
  ended_at: now.toISOString(),
});
