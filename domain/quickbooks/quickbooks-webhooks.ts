import * as z from 'zod';
import { type BookedType, bookedTypes } from './postings.ts';

/** A record that QuickBooks says has changed: which one of which company, and when; never what. */
export interface NotifiedChange {
  realm: string;
  type: BookedType;
  id: string;
  /** An instant in ISO 8601, UTC. */
  at: string;
}

/** Ids of companies (realms) and of their records. */
export const quickBooksNumber = z.string().regex(/^\d{1,30}$/);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** Mandatory since the summer of 2026: events of any companies, one beside the other. */
const CloudEvent = z.object({
  type: z.string(),
  time: instant,
  intuitentityid: quickBooksNumber,
  intuitaccountid: quickBooksNumber,
});
/** As it was before, and still is where nobody has changed over: by company. */
const Notification = z.object({
  realmId: quickBooksNumber,
  dataChangeEvent: z.object({
    entities: z.array(z.object({ name: z.string(), id: quickBooksNumber, lastUpdated: instant })),
  }),
});

const typeNamed = (name: string): BookedType | undefined =>
  bookedTypes.find((type) => type.toLowerCase() === name.toLowerCase());

const fromCloud = (given: unknown): NotifiedChange[] => {
  const parsed = CloudEvent.safeParse(given);
  if (!parsed.success) return [];
  const { type: name, time, intuitentityid, intuitaccountid } = parsed.data;
  const type = typeNamed(/^qbo\.(\w+)\./.exec(name)?.[1] ?? '');
  return type ? [{ realm: intuitaccountid, type, id: intuitentityid, at: time }] : [];
};

const fromNotification = (given: unknown): NotifiedChange[] => {
  const parsed = Notification.safeParse(given);
  if (!parsed.success) return [];
  const { realmId, dataChangeEvent } = parsed.data;
  return dataChangeEvent.entities.flatMap(({ name, id, lastUpdated }) => {
    const type = typeNamed(name);
    return type ? [{ realm: realmId, type, id, at: lastUpdated }] : [];
  });
};

/**
 * The records that a webhook notification of QuickBooks names, in either of its formats: of types that we create, each
 * once with its latest instant, in a steady order. What cannot be read, or is of other types, is left out; a body that is
 * no notification names nothing.
 */
export function notifiedChanges(body: unknown): NotifiedChange[] {
  const notifications = z.object({ eventNotifications: z.array(z.unknown()) }).safeParse(body);
  const all = Array.isArray(body)
    ? body.flatMap(fromCloud)
    : notifications.success
      ? notifications.data.eventNotifications.flatMap(fromNotification)
      : [];
  const byRecord = new Map<string, NotifiedChange>();
  for (const one of all) {
    const name = `${one.realm} ${one.type} ${one.id}`;
    const before = byRecord.get(name);
    if (!before || before.at < one.at) byRecord.set(name, one);
  }
  return [...byRecord].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
