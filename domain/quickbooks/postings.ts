import * as z from 'zod';
import type { Cents } from '#domain/shared/values/money.ts';
import type { BookedEntry } from './accounting-documents.ts';
import { allocatePayments } from './applied-payments.ts';
import type { QuickBooksType } from './quickbooks-records.ts';

/** What of a case stands in the books, each as one record over there. */
export const postingKinds = ['customer', 'invoice', 'payment', 'money_back'] as const;
export type PostingKind = (typeof postingKinds)[number];

/** The type of QuickBooks' records that each kind has there. */
export const quickBooksTypes = {
  customer: 'Customer',
  invoice: 'Invoice',
  payment: 'Payment',
  money_back: 'Purchase',
} as const satisfies Record<PostingKind, QuickBooksType>;
export type BookedType = (typeof quickBooksTypes)[PostingKind];
export const bookedTypes = Object.values(quickBooksTypes);

/** The field that holds the name or number of a record, by which it is found there. */
export const numberFields = {
  Customer: 'DisplayName',
  Invoice: 'DocNumber',
  Payment: 'PaymentRefNum',
  Purchase: 'DocNumber',
} as const satisfies Record<BookedType, string>;

/** `by_hand`: somebody has entered it over there and said so; it is not sent. */
export const postingStates = ['failed', 'waiting', 'sent', 'by_hand'] as const;
export type PostingState = (typeof postingStates)[number];

/** The kind of booking that an entry of a case's ledger becomes. */
export const ledgerPostingKind = ({ kind }: Pick<BookedEntry, 'kind'>): 'payment' | 'money_back' =>
  kind === 'payment' ? 'payment' : 'money_back';

/** An entry of a case's ledger with what of a payment was given back since, in cents. */
export interface LedgerEntry extends BookedEntry {
  isVoided: boolean;
  returned_cents: Cents;
}

/**
 * How much of each payment of a case pays its invoice, in cents and in ledger order, and what went back. `invoiced` is what the
 * invoice amounts to; undefined where there is none, so that what was received is the customer's credit.
 */
export function planLedgerPostings(
  entries: readonly LedgerEntry[],
  invoiced: Cents | undefined,
): { payments: { entry: LedgerEntry; applied: Cents }[]; moneyBack: LedgerEntry[] } {
  const received = entries.filter(({ kind }) => kind === 'payment');
  const applied = allocatePayments(
    invoiced ?? 0,
    received.map(({ id, amount_cents, isVoided, returned_cents }) => ({
      ...{ id, amount: isVoided ? 0 : amount_cents, returned: returned_cents },
    })),
  );
  return {
    payments: received.map((entry) => ({ entry, applied: applied.get(entry.id) ?? 0 })),
    moneyBack: entries.filter(({ kind }) => kind !== 'payment'),
  };
}

/**
 * The order in which payments are sent: those first that pay less of the invoice than they do there by now, so that the
 * invoice never has less open than the next one pays. `appliedThere` is what each pays there.
 */
export function sortDecreasesFirst<P extends { id: string; applied_cents: Cents }>(
  payments: readonly P[],
  appliedThere: ReadonlyMap<string, Cents>,
): P[] {
  const rises = ({ id, applied_cents }: P): boolean => applied_cents > (appliedThere.get(id) ?? 0);
  return [...payments.filter((one) => !rises(one)), ...payments.filter(rises)];
}

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
