import { googleMessages } from '#domain/google-calendar/google-messages.ts';
import { CalendarGone, type GoogleAccount } from '#functions/google-calendar/client/google-calendar.ts';
import type { GoogleAccounts } from '#functions/google-calendar/client/google-connector.ts';
import {
  createGoogleCalendarRepository,
  type GoogleSettingsRecord,
} from '#functions/google-calendar/google-calendar.ts';
import type { PartnerDecryptor } from '#functions/platform/adapters/partner-cipher.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { CircuitBreaker } from '#functions/platform/store/partners/circuit.ts';
import { ReauthorizationError } from '#functions/platform/store/partners/partner-error.ts';
import type { Table } from '#functions/platform/store/table.ts';

export const partner = 'google-calendar';

export interface GoogleDependencies {
  table: Table;
  opener: PartnerDecryptor;
  accounts: GoogleAccounts;
  siteUrl: string;
  now: () => Date;
}

/** What a worker has of an organization that is connected. */
export interface OpenConnection {
  organizationId: string;
  keys: Keys;
  settings: GoogleSettingsRecord;
  /** Where Google announces what changed. */
  webhookUrl: string;
  records: ReturnType<typeof createGoogleCalendarRepository>;
  /** Asks Google through the organization's circuit. */
  ask: <T>(ask: (account: GoogleAccount) => Promise<T>) => Promise<T>;
}

/** Asks through the circuit of one organization. That somebody has to connect anew is no failure of Google's: it is well. */
export const askingOf = (
  { table, now }: Pick<GoogleDependencies, 'table' | 'now'>,
  organizationId: string,
  account: GoogleAccount,
): OpenConnection['ask'] => {
  const circuit = new CircuitBreaker(table, { organizationId, partner }, now);
  return async (ask) => {
    const answer = await circuit.run(async () => {
      try {
        return { given: await ask(account) };
      } catch (error) {
        if (error instanceof ReauthorizationError) return { over: error };
        throw error;
      }
    });
    if ('over' in answer) throw answer.over;
    return answer.given;
  };
};

/**
 * Runs with an organization's connection, and does nothing where there is none, where syncing is off, or where somebody has
 * to connect anew: whoever does has everything compared. That Google lets us in no more, or has our calendar no more, is noted
 * for people to see, and the message is done: it need not come again.
 */
export const withConnection = async (
  dependencies: GoogleDependencies,
  organizationId: string,
  run: (connection: OpenConnection) => Promise<void>,
): Promise<void> => {
  const { table, opener, accounts, siteUrl } = dependencies;
  const keys = keysOf(organizationId);
  const records = createGoogleCalendarRepository(table, keys);
  const [settings, connection] = await Promise.all([
    records.settings(),
    createConnectionRepository(table, keys).find(partner),
  ]);
  if (!settings?.sync_enabled || !connection) return;
  const refreshToken = await opener.open({ organizationId, partner, part: 'access' }, connection.sealed.access);
  const ask = askingOf(dependencies, organizationId, await accounts(refreshToken));
  const webhookUrl = `${siteUrl}/api/webhooks/google-calendar/${connection.webhook_token}`;
  try {
    await run({ organizationId, keys, settings, webhookUrl, records, ask });
  } catch (error) {
    if (!(error instanceof ReauthorizationError)) throw error;
    const last_error = error instanceof CalendarGone ? googleMessages.calendarGone : googleMessages.reconnect;
    const set = { needs_reconnect: true, last_error };
    await table.transact([records.changeSync(settings.connection, set)]);
  }
};
