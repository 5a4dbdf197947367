import { missingChoices } from '#domain/accounting/account-choices.ts';
import { accountingEndpoints } from '#domain/accounting/accounting.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { accounting, isOf } from '#functions/records/accounting.ts';
import { accountingEntries } from '#functions/records/accounting-entries.ts';
import { connections } from '#functions/records/partner-connections.ts';

/** Without asking QuickBooks: screens look at it often. */
export const readStatus = handler(
  accountingEndpoints.status,
  { accounting, accountingEntries, connections },
  async (_, { db, now }) => {
    const partner = 'quickbooks';
    const [connection, settings, pausedUntil, waiting, failed] = await Promise.all([
      db.connections.find(partner),
      db.accounting.settings(),
      db.connections.pausedUntil(partner),
      db.accountingEntries.count('waiting'),
      db.accountingEntries.count('failed'),
    ]);
    const realm = connection?.oauth?.subject;
    const isPaused = pausedUntil !== undefined && pausedUntil * 1000 > now.getTime();
    return {
      connected: connection !== undefined,
      company_name: connection?.account ?? null,
      realm_id: realm ?? null,
      environment: connection?.service ?? null,
      connected_at: connection?.connected_at ?? null,
      connected_by_name: connection?.connected_by_name ?? null,
      refresh_expires_at: connection?.oauth?.refresh_expires_at ?? null,
      needs_reconnect: Boolean(connection?.oauth?.ended_at),
      is_mapped: settings !== undefined && (!realm || isOf(settings, realm)) && missingChoices(settings).length === 0,
      ...{ waiting_count: waiting, failed_count: failed },
      paused_until: isPaused ? new Date(pausedUntil * 1000).toISOString() : null,
    };
  },
);
