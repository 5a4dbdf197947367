import { caseEndpoints } from '#domain/cases/case.endpoints.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { paymentEndpoints } from '#domain/payments/payment.endpoints.ts';
import type { Operation, Request } from './operations.ts';
import type { Population, RunningProduct } from './running-product.ts';

/** More than are ever asked at once: no two clients pay on one case. */
const wanted = 500;

/** Cases that take money, from here and there in the list. */
const payable = async ({ send }: RunningProduct, count: number): Promise<string[]> => {
  const ids: string[] = [];
  const pages = Math.max(1, Math.floor(count / 100));
  for (let page = 1; page <= pages && ids.length < wanted; page++) {
    const { results } = await send({ row: caseEndpoints.list, query: { page: String(page), page_size: '100' } });
    ids.push(...(results as CaseRow[]).filter(({ status }) => status !== 'cancelled').map(({ id }) => id));
  }
  return ids;
};

/** A payment of a case on a day. */
export const paymentOf = (id: string, payment_date: string): Request => ({
  row: paymentEndpoints.record,
  body: {
    ...{ case: id, payment_date, amount: '12.50', payment_method: 'cash' },
    ...{ received_from: 'Loretta Tyndall', payment_for: 'Deposit' },
  },
});

/** Recording payments on distinct cases, to be compared with its floor. */
export const recordedPayments = async (product: RunningProduct, { count }: Population): Promise<Operation[]> => {
  const ids = await payable(product, count);
  const payment_date = new Date().toISOString().slice(0, 10);
  return [
    {
      name: 'record payment',
      writes: true,
      goal: { alone: { perSecond: 200, p50: 5, p95: 9 }, together: { perSecond: 500, p95: 45 } },
      request: (n) => paymentOf(ids[(n * 7919) % ids.length] ?? '', payment_date),
    },
  ];
};
