import { createHash } from 'node:crypto';
import { fieldEventId } from '#domain/calendar/day-events.ts';
import type { FieldEventKind } from '#domain/calendar/day-names.ts';
import { caseConditions } from '#domain/cases/case-conditions.ts';
import { deceasedName } from '#domain/cases/present-case.ts';
import { factsOf } from '#domain/deadlines/deadline-facts.ts';
import { obligationsOf } from '#domain/deadlines/obligations.ts';
import { isDuty } from '#domain/deadlines/rule-builders.ts';
import {
  type CaseEvent,
  caseEvents,
  type EventIdentity,
  eventIdentities,
  googleEvent,
  googleMessages,
  nameOfEvent,
  type OpenDeadline,
  ownEvents,
  type ShownCase,
} from '#domain/google-calendar/google-event.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { createDayReads } from '#functions/calendar/repository/days.ts';
import { createCaseRepository, type StoredCase } from '#functions/cases/repository/cases.ts';
import { createDeadlineOverrideRepository } from '#functions/deadlines/repository/deadlines.ts';
import {
  createGoogleCalendarRepository,
  type GoogleEventRecord,
  type GoogleSettingsRecord,
} from '#functions/google-calendar/repository.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { createPermitRepository } from '#functions/permits/repository.ts';
import type { PartnerDecryptor } from '#functions/platform/adapters/kms.ts';
import { syncUntilStable } from '#functions/platform/api/sync-until-stable.ts';
import { createConnectionRepository } from '#functions/platform/partners/partner-connections.ts';
import { type Keys, keysOf } from '#functions/platform/store/keys.ts';
import { CircuitBreaker, ReauthorizationError } from '#functions/platform/store/partners/circuit.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { CalendarGoneError, type GoogleAccount, type GoogleAccounts } from '../client/google-connector.ts';

export const partner = 'google-calendar';

export interface GoogleDependencies {
  table: Table;
  opener: PartnerDecryptor;
  accounts: GoogleAccounts;
  siteUrl: string;
  now: () => Date;
}

export interface OpenConnection {
  organizationId: string;
  keys: Keys;
  settings: GoogleSettingsRecord;
  webhookUrl: string;
  records: ReturnType<typeof createGoogleCalendarRepository>;
  ask: <T>(ask: (account: GoogleAccount) => Promise<T>) => Promise<T>;
}

/** A rejected token does not count as a failure of the circuit: Google is up. */
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
 * Does nothing while a user must connect again, because connecting compares everything. A rejected token or deleted
 * calendar is recorded for users, and the message is done.
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
    const last_error = error instanceof CalendarGoneError ? googleMessages.calendarGone : googleMessages.reconnect;
    const set = { needs_reconnect: true, last_error };
    await table.transact([records.changeSync(settings.connection, set)]);
  }
};

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** Events that are records of their own begin alike, so that those that were deleted are found. */
const ownPrefix = (connection: string, caseId: string | null): string =>
  digestOf([connection, caseId ?? 'office'].join('\n')).slice(0, 16);

/** Stable, in the letters that Google allows (0–9, a–v). */
const googleEventId = (connection: string, caseId: string | null, event: EventIdentity): string =>
  event.event
    ? ownPrefix(connection, caseId) + digestOf(event.event).slice(0, 16)
    : digestOf([connection, caseId, nameOfEvent(event)].join('\n')).slice(0, 32);

interface Wanted {
  identity: EventIdentity;
  event: ReturnType<typeof googleEvent>;
  digest: string;
  date: string;
  time: string;
}

/** Returns what Google should have, by its ids. */
const wantedById = (
  { siteUrl }: GoogleDependencies,
  { settings }: OpenConnection,
  shownCase: ShownCase,
  events: readonly CaseEvent[],
): Map<string, Wanted> =>
  new Map(
    events.map((caseEvent) => {
      const event = googleEvent(shownCase, caseEvent, settings, siteUrl);
      const { date, time } = caseEvent;
      const wanted = { identity: caseEvent, event, digest: digestOf(JSON.stringify(event)), date, time };
      return [googleEventId(settings.connection, shownCase.id, caseEvent), wanted] as const;
    }),
  );

const dueOf = async (
  { table }: GoogleDependencies,
  { keys, settings }: OpenConnection,
  { core }: StoredCase,
  values: Parameters<typeof factsOf>[1],
): Promise<OpenDeadline[]> => {
  if (!settings.event_kinds.includes('deadline')) return [];
  const [{ entries: permits }, { entries: overrides }] = await Promise.all([
    createPermitRepository(table, keys).of(core.id),
    createDeadlineOverrideRepository(table, keys).of(core.id),
  ]);
  return obligationsOf(factsOf(core, values, permits), { owner: null, overrides }).flatMap((obligation) =>
    isDuty(obligation.kind) && !obligation.done ? [{ duty: obligation.kind, due: obligation.due }] : [],
  );
};

const wantedOf = async (
  dependencies: GoogleDependencies,
  connection: OpenConnection,
  caseId: string,
): Promise<Map<string, Wanted>> => {
  const { table } = dependencies;
  const { keys, settings } = connection;
  const [stored, own] = await Promise.all([
    createCaseRepository(table, keys).find(caseId),
    createDayReads(table, keys).ofCase(caseId),
  ]);
  if (!stored) return new Map();
  const { core, sections } = stored;
  const home = await createHomeRepository(table, keys).plainHome(core.funeral_home_id);
  const values = Object.fromEntries(Object.entries(sections).map(([id, section]) => [id, section.values]));
  const service = values.service ?? {};
  const shownCase: ShownCase = {
    id: caseId,
    case_number: core.case_number,
    status: core.status,
    deceased_full_name: deceasedName(values.deceased),
    service_type: stringAt(service, 'service_type'),
    funeral_home_id: core.funeral_home_id,
    disposition_method: stringAt(service, 'disposition_method'),
    funeral_home_name: home?.name ?? '',
    time_zone: home?.time_zone ?? 'UTC',
  };
  const lengthOf = (kind: FieldEventKind): number | null =>
    own.find(({ id }) => id === fieldEventId(caseId, kind))?.minutes ?? null;
  const about = {
    isBurial: caseConditions.isBurial(service),
    isCremation: caseConditions.isCremation(service),
    isOtherDisposition: caseConditions.dispositionHasDay(service),
    due: await dueOf(dependencies, connection, stored, values),
    own,
    lengths: { service: lengthOf('service'), cremation: lengthOf('cremation'), committal: lengthOf('committal') },
  };
  const events = caseEvents(shownCase, values, about, settings.event_kinds);
  return wantedById(dependencies, connection, shownCase, events);
};

/** Returns the events without a case of each home. */
const wantedOfOffice = async (
  dependencies: GoogleDependencies,
  connection: OpenConnection,
): Promise<Map<string, Wanted>> => {
  const { table } = dependencies;
  const { keys, settings } = connection;
  if (!settings.event_kinds.includes('office')) return new Map();
  const homes = createHomeRepository(table, keys);
  const [stored, zones, names] = await Promise.all([
    createDayReads(table, keys).office(),
    homes.homeZones(),
    homes.homeNames(),
  ]);
  const none = { id: null, case_number: '', status: 'active', deceased_full_name: '', service_type: '' } as const;
  return new Map(
    stored.flatMap((record) => {
      const home = record.funeral_home_id ?? '';
      const place = { funeral_home_id: home, funeral_home_name: names.get(home) ?? '', time_zone: zones.get(home) };
      const shown = { ...none, disposition_method: '', ...place, time_zone: place.time_zone ?? 'UTC' };
      return [...wantedById(dependencies, connection, shown, ownEvents('office', [record]))];
    }),
  );
};

/** Replaces the digest of a removed event. */
const gone = 'gone';

const newRecord = (
  id: string,
  case_id: string | null,
  { identity, event: sent, digest, date, time }: Wanted,
  etag: string,
): GoogleEventRecord => {
  const { kind, duty, event = null } = identity;
  return {
    id,
    case_id,
    kind,
    duty,
    event,
    digest,
    etag,
    date,
    time,
    suggestion: null,
    title: event ? sent.summary : '',
  };
};

/** Brings the events of a case, or those without one (null). Stable ids make repeated and reordered messages end alike. */
const bringAll = async (
  { table }: GoogleDependencies,
  { records, settings: { connection: of, calendar_id }, ask }: OpenConnection,
  caseId: string | null,
  read: () => Promise<Map<string, Wanted>>,
): Promise<void> => {
  const fixed = caseId === null ? [] : eventIdentities.map((identity) => googleEventId(of, caseId, identity));
  const [own, known] = await Promise.all([
    records.eventsLike(of, ownPrefix(of, caseId)),
    records.eventsById(of, fixed),
  ]);
  const before = new Map([...own.map((event) => [event.id, event] as const), ...known]);
  const put = new Map<string, string>();
  const bring = async (id: string, wanted: Wanted | undefined): Promise<void> => {
    const storedDigest = put.get(id) ?? before.get(id)?.digest ?? gone;
    if (!wanted) {
      if (storedDigest === gone) return;
      await ask((account) => account.remove(calendar_id, id));
      await table.transact(records.removeEvent(of, id));
      return void put.set(id, gone);
    }
    if (storedDigest === wanted.digest) return void put.set(id, wanted.digest);
    const etag = await ask((account) => account.put(calendar_id, id, wanted.event, storedDigest !== gone));
    await table.transact(records.putEvent(of, newRecord(id, caseId, wanted, etag)));
    put.set(id, wanted.digest);
  };
  await syncUntilStable({
    read,
    fingerprint: (wanted) => [...wanted].map(([id, { digest }]) => `${id} ${digest}`).join(),
    bring: async (wanted) => {
      for (const id of new Set([...before.keys(), ...put.keys(), ...wanted.keys()])) await bring(id, wanted.get(id));
    },
  });
};

export const syncCase = (dependencies: GoogleDependencies, connection: OpenConnection, caseId: string): Promise<void> =>
  bringAll(dependencies, connection, caseId, () => wantedOf(dependencies, connection, caseId));

export const syncOffice = (dependencies: GoogleDependencies, connection: OpenConnection): Promise<void> =>
  bringAll(dependencies, connection, null, () => wantedOfOffice(dependencies, connection));
