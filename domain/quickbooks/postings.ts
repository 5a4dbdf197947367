import * as z from 'zod';
import type { Cents } from '#domain/shared/values/money.ts';
import type { PostedEntry } from './quickbooks-documents.ts';
import type { QuickBooksType } from './quickbooks-records.ts';

/** Each posting is one record in QuickBooks. */
export const postingKinds = ['customer', 'invoice', 'payment', 'money_back'] as const;
export type PostingKind = (typeof postingKinds)[number];

export const quickBooksTypes = {
  customer: 'Customer',
  invoice: 'Invoice',
  payment: 'Payment',
  money_back: 'Purchase',
} as const satisfies Record<PostingKind, QuickBooksType>;
export type PostedType = (typeof quickBooksTypes)[PostingKind];
export const postedTypes = Object.values(quickBooksTypes);

/** The field of a record's name or number, by which it is found. */
export const numberFields = {
  Customer: 'DisplayName',
  Invoice: 'DocNumber',
  Payment: 'PaymentRefNum',
  Purchase: 'DocNumber',
} as const satisfies Record<PostedType, string>;

/** `by_hand`: a user entered it in QuickBooks; it is not sent. */
export const postingStates = ['failed', 'waiting', 'sent', 'by_hand'] as const;
export type PostingState = (typeof postingStates)[number];

export const ledgerPostingKind = ({ kind }: Pick<PostedEntry, 'kind'>): 'payment' | 'money_back' =>
  kind === 'payment' ? 'payment' : 'money_back';

/** `returned` cents of a payment were refunded or reversed. */
export interface LedgerEntry extends PostedEntry {
  isVoided: boolean;
  returned_cents: Cents;
}

/**
 * Returns the postings of a ledger in its order. Without an invoice (`invoiced`), payments are the customer's credit.
 */
export function planLedgerPostings(
  entries: readonly LedgerEntry[],
  invoiced: Cents | undefined,
): { payments: { entry: LedgerEntry; applied: Cents }[]; refunds: LedgerEntry[] } {
  const received = entries.filter(({ kind }) => kind === 'payment');
  const applied = allocatePayments(
    invoiced ?? 0,
    received.map(({ id, amount_cents, isVoided, returned_cents }) => ({
      id,
      amount: isVoided ? 0 : amount_cents,
      returned: returned_cents,
    })),
  );
  return {
    payments: received.map((entry) => ({ entry, applied: applied.get(entry.id) ?? 0 })),
    refunds: entries.filter(({ kind }) => kind !== 'payment'),
  };
}

/** Sorts payments that release the invoice before others. `appliedThere`: what each pays in QuickBooks now. */
export function sortDecreasesFirst<P extends { id: string; applied_cents: Cents }>(
  payments: readonly P[],
  appliedThere: ReadonlyMap<string, Cents>,
): P[] {
  const rises = ({ id, applied_cents }: P): boolean => applied_cents > (appliedThere.get(id) ?? 0);
  return [...payments.filter((payment) => !rises(payment)), ...payments.filter(rises)];
}

export interface NotifiedChange {
  realm: string;
  type: PostedType;
  id: string;
  /** ISO 8601, UTC. */
  at: string;
}

export const quickBooksNumber = z.string().regex(/^\d{1,30}$/);
const instant = z.iso.datetime({ offset: true }).transform((text) => new Date(text).toISOString());

/** Mandatory since the summer of 2026; one list has events of several companies. */
const CloudEvent = z.object({
  type: z.string(),
  time: instant,
  intuitentityid: quickBooksNumber,
  intuitaccountid: quickBooksNumber,
});
/** The former format, grouped by company; some apps still receive it. */
const Notification = z.object({
  realmId: quickBooksNumber,
  dataChangeEvent: z.object({
    entities: z.array(z.object({ name: z.string(), id: quickBooksNumber, lastUpdated: instant })),
  }),
});

const typeNamed = (name: string): PostedType | undefined =>
  postedTypes.find((type) => type.toLowerCase() === name.toLowerCase());

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
 * Returns the changed records of a notification in either format, of types that Stillwater creates, each once, sorted.
 */
export function notifiedChanges(body: unknown): NotifiedChange[] {
  const notifications = z.object({ eventNotifications: z.array(z.unknown()) }).safeParse(body);
  const all = Array.isArray(body)
    ? body.flatMap(fromCloud)
    : notifications.success
      ? notifications.data.eventNotifications.flatMap(fromNotification)
      : [];
  const byRecord = new Map<string, NotifiedChange>();
  for (const change of all) {
    const name = `${change.realm} ${change.type} ${change.id}`;
    const before = byRecord.get(name);
    if (!before || before.at < change.at) byRecord.set(name, change);
  }
  return [...byRecord].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, change]) => change);
}

interface Received {
  id: string;
  /** Received less refunded. */
  amount: Cents;
  returned: Cents;
}

/**
 * Returns the cents of each payment that pay the invoice of `total` cents, by id, the first payment first. If more than
 * a payment was returned (a refunded check that bounced), the others pay less by the difference.
 */
export function allocatePayments(total: Cents, payments: readonly Received[]): Map<string, Cents> {
  const kept = payments.reduce((sum, { amount, returned }) => sum + amount - returned, 0);
  let open = Math.max(0, Math.min(total, kept));
  const applied = new Map<string, Cents>();
  for (const { id, amount, returned } of payments) {
    const pays = Math.min(open, Math.max(0, amount - returned));
    applied.set(id, pays);
    open -= pays;
  }
  return applied;
}
