import * as z from 'zod';

/** Kinds of records that we have made there. */
export const heardTypes = ['Customer', 'Invoice', 'Payment', 'Purchase'] as const;
export type HeardType = (typeof heardTypes)[number];

/** A record that QuickBooks says has changed: which one of which company, and when; never what. */
export interface HeardChange {
  realm: string;
  type: HeardType;
  id: string;
  /** An instant in ISO 8601, UTC. */
  at: string;
}

/** How QuickBooks numbers companies and their records. */
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

const typeNamed = (name: string): HeardType | undefined =>
  heardTypes.find((type) => type.toLowerCase() === name.toLowerCase());

const fromCloud = (given: unknown): HeardChange[] => {
  const parsed = CloudEvent.safeParse(given);
  if (!parsed.success) return [];
  const { type: name, time, intuitentityid, intuitaccountid } = parsed.data;
  const type = typeNamed(/^qbo\.(\w+)\./.exec(name)?.[1] ?? '');
  return type ? [{ realm: intuitaccountid, type, id: intuitentityid, at: time }] : [];
};

const fromNotification = (given: unknown): HeardChange[] => {
  const parsed = Notification.safeParse(given);
  if (!parsed.success) return [];
  const { realmId, dataChangeEvent } = parsed.data;
  return dataChangeEvent.entities.flatMap(({ name, id, lastUpdated }) => {
    const type = typeNamed(name);
    return type ? [{ realm: realmId, type, id, at: lastUpdated }] : [];
  });
};

/**
 * What an announcement of QuickBooks tells of, in either of its formats: records of kinds that we make, each once with its
 * latest instant, in a steady order. What cannot be read, or is of other kinds, is left out; a body that is no announcement
 * tells of nothing.
 */
export function heardChanges(body: unknown): HeardChange[] {
  const notifications = z.object({ eventNotifications: z.array(z.unknown()) }).safeParse(body);
  const all = Array.isArray(body)
    ? body.flatMap(fromCloud)
    : notifications.success
      ? notifications.data.eventNotifications.flatMap(fromNotification)
      : [];
  const byRecord = new Map<string, HeardChange>();
  for (const one of all) {
    const name = `${one.realm} ${one.type} ${one.id}`;
    const before = byRecord.get(name);
    if (!before || before.at < one.at) byRecord.set(name, one);
  }
  return [...byRecord].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, one]) => one);
}
