import type { PaymentMethod } from '#domain/payments/ledger-entry.ts';
import { receiptNumber } from '#domain/payments/payment.rules.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { addDays } from '#domain/shared/values/calendar-date.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { pageOfList, pageOfSearch, type SortRange, walkList } from '#functions/platform/store/lists/list-page.ts';
import { searchFor } from '#functions/platform/store/lists/search-tokens.ts';
import { ifUnchanged, nextInSequence, type Repository, recordReads } from '#functions/platform/store/repository.ts';
import { prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { type PaymentListRow, type PaymentRecord, paymentSchema, paymentsList } from './payment-record.ts';

export type { PaymentRecord } from './payment-record.ts';

/** Both days are included. */
export interface PaymentFilters {
  home?: string | undefined;
  method?: PaymentMethod | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

interface ListQuery extends PaymentFilters {
  search?: string | undefined;
  ascending: boolean;
  page: number;
  pageSize: number;
}

/** Throws 400 if the days end before they begin. */
const rangeOf = ({ from, to }: PaymentFilters): SortRange => {
  if (from && to && to < from) throw invalid({ date_to: ['End date cannot be before start date'] });
  return { from, to: to && addDays(to, 1) };
};

export const createPaymentRepository = (table: Table, keys: Keys) => {
  const findAll = async (ids: readonly string[]): Promise<PaymentRecord[]> => {
    const items = await table.getAll(ids.map((id) => keys.payment(id)));
    const byId = new Map(items.map((item) => [item.id, paymentSchema.parse(item)]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  };
  const put = (record: PaymentRecord) => paymentSchema.item(keys.payment(record.id), record);
  return {
    ...recordReads(table, paymentSchema.parse, keys.payment),
    findAll,
    /** Reads consistently: recent entries are included. */
    async ofCase(caseId: string): Promise<PaymentRecord[]> {
      const entries = await table.query({ pk: keys.ledger(caseId), between: ['PAYMENT#', prefixEnd('PAYMENT#')] });
      return findAll(entries.map(({ sk }) => String(sk).slice('PAYMENT#'.length)));
    },
    /** Returns a page of whole, current entries. */
    async list({ search, home, method, ascending, page, pageSize, ...days }: ListQuery) {
      const range = rangeOf(days);
      const request = { filters: { home, method }, page, pageSize };
      const within = ({ payment_date }: PaymentListRow): boolean =>
        (!days.from || payment_date >= days.from) && (!days.to || payment_date <= days.to);
      const found = await (search
        ? pageOfSearch(table, keys, paymentsList, {
            ...request,
            ...searchFor(search),
            ...(days.from || days.to ? { matches: within } : {}),
            ...(ascending ? { sorted: (rows: PaymentListRow[]) => rows.toReversed() } : {}),
          })
        : pageOfList(table, keys, paymentsList, { ...request, sort: 'date', ascending, ranges: [range] }));
      return { ...found, rows: await findAll(found.rows.map(({ id }) => id)) };
    },
    /** Returns at most `limit` rows, the earliest first, and whether these are all. */
    async rows(
      { home, ...days }: PaymentFilters,
      limit: number,
    ): Promise<{ rows: PaymentListRow[]; isExact: boolean }> {
      const rows: PaymentListRow[] = [];
      let cursor: string | undefined;
      do {
        const walk = { sort: 'date', filters: { home }, range: rangeOf(days), cursor, limit: Math.min(1000, limit) };
        const step = await walkList(table, keys, paymentsList, walk);
        rows.push(...step.rows);
        cursor = step.end;
      } while (cursor !== undefined && rows.length < limit);
      return { rows, isExact: cursor === undefined };
    },
    async nextReceipt(
      { id: homeId, case_numbering: { prefix } }: Pick<PlainHome, 'id' | 'case_numbering'>,
      year: number,
    ): Promise<{ receipt_number: string; counted: Write }> {
      const { sequence, counted } = await nextInSequence(table, keys.receipts(homeId, year));
      return { receipt_number: receiptNumber(prefix, year, sequence), counted };
    },
    create: (record: PaymentRecord): Write[] => [
      { put: put(record), when: 'absent' },
      { put: { ...keys.ledgerEntry(record.case_id, record.id) }, when: 'absent' },
    ],
    change: (before: PaymentRecord, next: PaymentRecord, now: Date): Write => ({
      put: put({ ...next, version: before.version + 1, updated_at: now.toISOString() }),
      ...ifUnchanged(before),
    }),
  };
};

export type Payments = ReturnType<typeof createPaymentRepository>;
export const payments = {
  grants: ['table:payments', 'table:lists'],
  in: createPaymentRepository,
} as const satisfies Repository;
export const paymentsReadOnly = {
  grants: ['table:payments-read', 'table:lists'],
  in: (table, keys): Pick<Payments, 'rows' | 'findAll'> => createPaymentRepository(table, keys),
} as const satisfies Repository;
