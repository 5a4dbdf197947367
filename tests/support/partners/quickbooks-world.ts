import { areas } from '#domain/registry/endpoints.ts';
import { Table } from '#functions/platform/store/table.ts';
import { createWorker } from '#functions/platform/workers/worker.ts';
import { quickBooksHandlers } from '#functions/quickbooks/worker/handlers.ts';
import { maxReceiveCount, queues } from '#infra/queues.ts';
import { type Death, dying } from '#tests/support/crash-injection.ts';
import { queueInVirtualTime } from '#tests/support/engines/queue-in-virtual-time.ts';
import { recordingLogger } from '#tests/support/engines/recording-logger.ts';
import { startHarness } from '#tests/support/harness.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { exampleFees, finalizeStatement } from '#tests/support/records/price-lists.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import { keepBooks } from './quickbooks.ts';
import { relayInto } from './unsent-outbox.ts';

const minutes = 60_000;

/**
 * One organization's accounting in this process: calls, outbox, queue in virtual time with its worker, and local
 * QuickBooks.
 */
export const startQuickBooksWorld = async () => {
  const harness = await startHarness();
  const quickbooks = await harness.quickbooks();
  const tenant = await harness.addTenant('books-world', 'UTC');
  const clock = { now: Date.now() };
  const now = () => new Date(clock.now);
  harness.state.now = now;
  const realm = await keepBooks(harness, tenant);
  const state = { death: undefined as Death | undefined };
  const dependencies = {
    table: dying(new Table(harness.client, harness.tableName), () => state.death),
    companies: {
      ...harness.quickBooksCompanies,
      of: async (organizationId: string, number?: string) => {
        const company = await harness.quickBooksCompanies.of(organizationId, number);
        return company && dying(company, () => state.death);
      },
    },
    now,
  };
  const queue = queueInVirtualTime(clock, { maxReceiveCount, visibilitySeconds: 60 });
  const { logger } = recordingLogger();
  queue.workedBy(createWorker(quickBooksHandlers(dependencies), { logger, queue: queue.queue, now }));

  const relay = relayInto(queue, { table: harness.calmTable, clock, names: queues.quickbooks.events });
  const settle = async ({ within = 10 * minutes, times = 1 } = {}): Promise<void> => {
    const until = clock.now + within;
    await relay(times);
    do await queue.runUntil(Math.min(until, clock.now + 5_000));
    while (((await relay(times)) > 0 || queue.waiting > 0) && clock.now < until);
  };

  /** Creates a case with a Statement of $375.00, two payments and a refund; returns the receipt numbers. */
  const happens = async (): Promise<{ received: string[]; givenBack: string[] }> => {
    const { id } = await casesOf(harness, tenant).opened({ ...wholeCase, ...exampleFees() });
    const payment_date = now().toISOString().slice(0, 10);
    const first = await recordPayment(harness, tenant, id, { payment_date, amount: '100.00' });
    await finalizeStatement(harness, tenant, id);
    const second = await recordPayment(harness, tenant, id, { payment_date, amount: '50.00' });
    const options = { as: tenant.profiles.super_admin, params: { id: first.id } };
    const body = { amount: '40.00', reason: 'Paid too much' };
    const refund = succeeded(await harness.call(areas.payments.refund, { ...options, body })).body;
    return {
      received: [first.receipt_number, second.receipt_number],
      givenBack: [String(refund.receipt_number)],
    };
  };
  const there = () => {
    const of = (type: 'Customer' | 'Invoice' | 'Payment' | 'Purchase') =>
      quickbooks.store.entities(realm, type) as unknown as Record<string, unknown>[];
    return {
      customers: of('Customer').length,
      invoices: of('Invoice').map(({ TotalAmt }) => TotalAmt),
      received: of('Payment').map(({ PaymentRefNum, TotalAmt }) => `${PaymentRefNum} ${TotalAmt}`),
      givenBack: of('Purchase').map(({ DocNumber, TotalAmt }) => `${DocNumber} ${TotalAmt}`),
    };
  };
  return {
    ...{ harness, quickbooks, tenant, realm, clock, state, queue, relay, settle, happens, there },
    close: () => harness.close(),
  };
};
export type QuickBooksWorld = Awaited<ReturnType<typeof startQuickBooksWorld>>;
