import * as z from 'zod';
import { nameFormats } from '#domain/calendar/calendar-events.ts';
import { duties } from '#domain/deadlines/rule-builders.ts';
import { googleKinds } from '#domain/google-calendar/google.schema.ts';
import { exclusiveStart } from '#functions/platform/store/key-format.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Key, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

const Channel = z.object({ id: z.string(), resource_id: z.string(), expires: z.number() });

/** The settings of one connection, which has its own id. */
export const googleSettingsSchema = storedSchema({
  kind: 'google calendar settings',
  shape: 2,
  // Dispositions other than cremations became a separate kind: settings with cremations include them.
  upcasters: {
    1: ({ event_kinds, ...rest }) => ({
      ...rest,
      event_kinds: (event_kinds as string[]).flatMap((kind) => (kind === 'cremation' ? [kind, 'disposition'] : [kind])),
    }),
  },
  schema: z.object({
    organization_id: z.string(),
    connection: z.string(),
    version: z.number(),
    calendar_id: z.string(),
    calendar_name: z.string(),
    sync_enabled: z.boolean(),
    event_kinds: z.array(z.enum(googleKinds)),
    naming: z.enum(nameFormats),
    default_duration_minutes: z.number(),
    time_zone: z.string().nullable(),
    removes_on_disconnect: z.boolean(),
  }),
});
export type GoogleSettingsRecord = z.output<typeof googleSettingsSchema.schema>;

/** State of a connection, written only by its worker. */
export const googleSyncSchema = storedSchema({
  kind: 'google calendar sync',
  shape: 1,
  schema: z.object({
    sync_token: z.string().nullable().default(null),
    last_sync_at: z.string().nullable().default(null),
    last_error: z.string().nullable().default(null),
    needs_reconnect: z.boolean().default(false),
    /** Whether suggestions stored before they had their own items were found. */
    suggestions_found: z.boolean().default(false),
    channel: Channel.nullable().default(null),
    /** The channel being requested: if the worker dies, it is stopped later. */
    asked_channel: z.string().nullable().default(null),
  }),
});
export type GoogleSync = z.output<typeof googleSyncSchema.schema>;

/** A case's event as last written to Google. */
export const googleEventSchema = storedSchema({
  kind: 'google calendar event',
  shape: 1,
  schema: z.object({
    id: z.string(),
    /** Null for an event without a case. */
    case_id: z.string().nullable(),
    /** The id of an event that is a record of its own. */
    event: z.string().nullable().default(null),
    title: z.string().default(''),
    kind: z.enum(googleKinds),
    duty: z.enum(duties).nullable().default(null),
    digest: z.string(),
    etag: z.string(),
    /** In the time zone of the home. */
    date: z.string(),
    time: z.string(),
    /** A user's change at Google, waiting for a decision; '' if deleted there. */
    suggestion: z.object({ date: z.string(), time: z.string(), seen_at: z.string() }).nullable().default(null),
  }),
});
export type GoogleEventRecord = z.output<typeof googleEventSchema.schema>;

/** An ended connection, until its data at Google is removed. */
export const googleEndingSchema = storedSchema({
  kind: 'google calendar ending',
  shape: 1,
  schema: z.object({
    connection: z.string(),
    account: z.string(),
    calendar_id: z.string(),
    sealed: z.string(),
    removes_events: z.boolean(),
    ended_at: z.string(),
  }),
});
export type PendingDisconnect = z.output<typeof googleEndingSchema.schema>;

const maxSuggested = 500;

/** The item that makes an event with a suggestion findable. */
const besideEvent = (key: Key, { suggestion }: GoogleEventRecord): Write =>
  suggestion ? { put: { ...key } } : { delete: key };

const nothingYet: GoogleSync = googleSyncSchema.schema.parse({});

export const createGoogleCalendarRepository = (table: Table, keys: Keys) => ({
  settings: () => googleSettingsSchema.find(table, keys.googleSettings()),
  putSettings: (before: GoogleSettingsRecord | undefined, next: GoogleSettingsRecord): Write => ({
    put: googleSettingsSchema.item(keys.googleSettings(), { ...next, version: (before?.version ?? 0) + 1 }),
    when: before ? { equals: { version: before.version } } : 'absent',
    refused: () => new WriteConflictError(),
  }),
  removeSettings: ({ version }: GoogleSettingsRecord): Write => ({
    delete: keys.googleSettings(),
    when: { equals: { version } },
    refused: () => new WriteConflictError(),
  }),
  async sync(connection: string): Promise<GoogleSync> {
    const item = await table.get(keys.googleSync(connection));
    return item ? googleSyncSchema.parse(item) : nothingYet;
  },
  changeSync: (connection: string, set: Partial<GoogleSync>): Write =>
    googleSyncSchema.update(keys.googleSync(connection), { set }),
  removeSync: (connection: string): Write => ({ delete: keys.googleSync(connection) }),
  event: (connection: string, id: string) => googleEventSchema.find(table, keys.googleEvent(connection, id)),
  async eventsById(connection: string, ids: readonly string[]): Promise<Map<string, GoogleEventRecord>> {
    const items = await table.getAll(ids.map((id) => keys.googleEvent(connection, id)));
    return new Map(items.map((item) => googleEventSchema.parse(item)).map((event) => [event.id, event]));
  },
  /** Returns at most `limit` events of the connection, in id order after `behind`: they accumulate for years. */
  async events(connection: string, limit: number, behind = ''): Promise<GoogleEventRecord[]> {
    const all = keys.googleEvent(connection, '').sk;
    const from = behind ? exclusiveStart(keys.googleEvent(connection, behind).sk) : all;
    const items = await table.query({ pk: keys.googleCalendar(), between: [from, prefixEnd(all)], limit });
    return items.map((item) => googleEventSchema.parse(item));
  },
  /** Returns the events whose ids begin alike: those of one case that are records of their own, or those without one. */
  async eventsLike(connection: string, prefix: string): Promise<GoogleEventRecord[]> {
    const from = keys.googleEvent(connection, prefix).sk;
    const items = await table.query({ pk: keys.googleCalendar(), between: [from, prefixEnd(from)] });
    return items.map((item) => googleEventSchema.parse(item));
  },
  /** Returns events with an undecided change at Google, without reading the others. */
  async suggested(connection: string): Promise<GoogleEventRecord[]> {
    const from = keys.googleSuggestion(connection, '').sk;
    const between = [from, prefixEnd(from)] as const;
    const items = await table.query({ pk: keys.googleCalendar(), between, limit: maxSuggested });
    const events = await this.eventsById(
      connection,
      items.map(({ sk }) => String(sk).slice(from.length)),
    );
    return [...events.values()].filter(({ suggestion }) => suggestion);
  },
  putEvent: (connection: string, event: GoogleEventRecord): Write[] => [
    { put: googleEventSchema.item(keys.googleEvent(connection, event.id), event) },
    besideEvent(keys.googleSuggestion(connection, event.id), event),
  ],
  /** Changes an event, unless a newer state was written since it was read. */
  changeEvent: (connection: string, { digest, etag }: GoogleEventRecord, event: GoogleEventRecord): Write[] => [
    {
      put: googleEventSchema.item(keys.googleEvent(connection, event.id), event),
      when: { equals: { digest, etag } },
      refused: () => new WriteConflictError(),
    },
    besideEvent(keys.googleSuggestion(connection, event.id), event),
  ],
  /** Adds the item for a suggestion that was stored only in its event. */
  findSuggestion: (connection: string, event: GoogleEventRecord): Write =>
    besideEvent(keys.googleSuggestion(connection, event.id), event),
  removeEvent: (connection: string, id: string): Write[] => [
    { delete: keys.googleEvent(connection, id) },
    { delete: keys.googleSuggestion(connection, id) },
  ],
  ending: (connection: string) => googleEndingSchema.find(table, keys.googleEnding(connection)),
  putEnding: (ending: PendingDisconnect): Write => ({
    put: googleEndingSchema.item(keys.googleEnding(ending.connection), ending),
  }),
  removeEnding: (connection: string): Write => ({ delete: keys.googleEnding(connection) }),
});

export const googleCalendar = {
  grants: ['table:google-calendar'],
  in: createGoogleCalendarRepository,
} as const satisfies Repository;
