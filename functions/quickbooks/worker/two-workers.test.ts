import { beforeEach, describe, expect, it } from 'vitest';
import { areas } from '#domain/registry/endpoints.ts';
import { EffectPendingError } from '#functions/platform/store/partners/effects.ts';
import type { Key } from '#functions/platform/store/table.ts';
import type { Harness } from '#tests/support/harness.ts';
import { openHarness } from '#tests/support/harness-with-tenant.ts';
import { keepBooks, proposedSettings } from '#tests/support/partners/quickbooks.ts';
import { quickBooksWorker } from '#tests/support/partners/quickbooks-worker.ts';
import { casesOf, wholeCase } from '#tests/support/records/cases.ts';
import { recordPayment } from '#tests/support/records/payments.ts';
import { exampleFees, finalizeStatement } from '#tests/support/records/price-lists.ts';
import { succeeded } from '#tests/support/records/reports.ts';
import type { Tenant } from '#tests/support/tenants.ts';

const harness = await openHarness();
const sandbox = await harness.quickbooks();

describe('two workers on one case', { timeout: 60_000 }, () => {
  let tenant: Tenant;
  let realm: string;
  let n = 0;
  const now = () => new Date();
  beforeEach(async () => {
    tenant = await harness.addTenant(`two-${n++}`, 'UTC');
    realm = await keepBooks(harness, tenant);
  });

  const owner = () => tenant.profiles.super_admin;
  const books = (of = harness) => quickBooksWorker(of, tenant, now);
  const there = (type: 'Invoice' | 'Payment') =>
    sandbox.store.entities(realm, type).map((one) => one as unknown as Record<string, unknown>);
  const totals = (type: 'Invoice' | 'Payment') => there(type).map(({ TotalAmt }) => TotalAmt);

  /** A table that pauses once, before its first write of an entry, until `meanwhile` is over. */
  const stalled = (meanwhile: () => Promise<unknown>) => {
    let isOver = false;
    return new Proxy(harness.table, {
      get: (table, name) => {
        const member = Reflect.get(table, name);
        if (typeof member !== 'function') return member;
        return async (...given: unknown[]) => {
          if (name === 'get' && !isOver && (given[0] as Key).sk.includes('ENTRY#')) {
            isOver = true;
            await meanwhile();
          }
          return member.apply(table, given);
        };
      },
    });
  };
  /** Handles a message as its queue does, including retries. */
  const delivered = async (worker: ReturnType<typeof books>, case_id: string): Promise<void> => {
    for (let tries = 0; tries < 5; tries += 1)
      try {
        return await worker.work('payment.recorded', { case_id });
      } catch (error) {
        if (!(error instanceof EffectPendingError)) throw error;
      }
  };

  const corrected = async (_: string, id: string) => {
    const body = { amount: '120.00', reason: 'The slip says 120' };
    succeeded(await harness.call(areas.payments.update, { as: owner(), params: { id }, body }));
  };
  const storedAgain = async (caseId: string) => {
    const cases = casesOf(harness, tenant);
    const { version } = await cases.get(caseId);
    const fees = exampleFees({ hearse_fee: '400.00', contract_total: '400.00' });
    succeeded(await cases.patch(caseId, { ...fees, version }));
    await finalizeStatement(harness, tenant, caseId, { reason: 'The hearse goes further' });
  };
  const toTheBank = async () => {
    const accounts = sandbox.store.entities(realm, 'Account') as unknown as { Id: string; AccountType: string }[];
    const deposit = accounts.find(({ AccountType }) => AccountType === 'Bank')?.Id;
    const body = { ...(await proposedSettings(harness, tenant)), deposit };
    succeeded(await harness.call(areas.accounting.saveSettings, { as: owner(), body }));
    return { DepositToAccountRef: { value: deposit } };
  };
  it.each([
    ['a payment is corrected', corrected, { Payment: [120], Invoice: [375] }],
    ['another Statement is finalized', storedAgain, { Payment: [100], Invoice: [400] }],
  ])('ends with the current values in QuickBooks after a delayed worker: %s', async (_, happens, end) => {
    const { id: caseId } = await casesOf(harness, tenant).opened({ ...wholeCase, ...exampleFees() });
    const { id } = await recordPayment(harness, tenant, caseId, { amount: '100.00' });
    await finalizeStatement(harness, tenant, caseId);
    await delivered(books(), caseId);
    expect([totals('Payment'), totals('Invoice')]).toEqual([[100], [375]]);
    const late = stalled(async () => {
      await happens(caseId, id);
      await delivered(books(), caseId);
      expect([totals('Payment'), totals('Invoice')]).toEqual([end.Payment, end.Invoice]);
    });
    await delivered(books({ ...harness, table: late } as Harness), caseId);
    expect([totals('Payment'), totals('Invoice')]).toEqual([end.Payment, end.Invoice]);
  });

  it('ends with the account that was chosen last', async () => {
    const { id: caseId } = await casesOf(harness, tenant).opened(wholeCase);
    await recordPayment(harness, tenant, caseId, { amount: '100.00' });
    let chosen: object | undefined;
    const late = stalled(async () => {
      chosen = await toTheBank();
      await delivered(books(), caseId);
      expect(there('Payment')).toMatchObject([chosen]);
    });
    await delivered(books({ ...harness, table: late } as Harness), caseId);
    expect(there('Payment')).toMatchObject([chosen ?? expect.fail()]);
  });
});
