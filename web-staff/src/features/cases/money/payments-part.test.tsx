// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import { ApiError } from '#domain/contract/client.ts';
import type { Ledger } from '#domain/payments/payment.schema.ts';
import { answering, renderPage } from '../../../testing/render-page.tsx';
import { Toasts } from '../../../ui/toasts.tsx';
import { PaymentsPart } from './payments-part.tsx';

const byCase = 'GET /api/services/payments/by_case/';
const ledger = (contract_total: string, total_paid: string, balance_due: string, payments: object[] = []) =>
  ({ contract_total, total_paid, balance_due, payments }) as Ledger;
const payment = {
  ...{
    id: 'p',
    case: exampleCore.id,
    version: 1,
    kind: 'payment',
    status: 'recorded',
    receipt_number: 'WA-R-2026-0007',
  },
  ...{ payment_date: '2026-03-05', received_from: 'Nadia Haddad', amount: '100.00', amount_returned: '0.00' },
  ...{ payment_method: 'cash', payment_method_display: 'Cash', other_method_description: '', check_number_masked: '' },
  ...{ payment_for: 'Everything that was agreed on at the arrangement', paid_to_date: '100.00' },
};

const draw = (answer: () => unknown) =>
  renderPage(
    <>
      <Toasts />
      <PaymentsPart kase={presentCase(exampleCore, {})} />
    </>,
    {
      call: answering({
        [byCase]: answer,
        'GET /api/customers/funeral-homes/': () => ({ results: [], count: 0 }),
        'GET /api/services/cases/{id}/money-to-come/': () => ({
          ...{ family_owes: '0.00', insurer_owes: '0.00', assignments: [], instalments: [] },
        }),
      }),
    },
  );

describe('the payments of a case (D3 §2 and §8)', () => {
  it('says that its history could not be loaded', async () => {
    draw(() => Promise.reject(new ApiError(404, 'Gone', { detail: 'Not found.' })));
    expect(await screen.findByText('Failed to load payment history')).toBeTruthy();
  });

  it('says whether it could be refreshed', async () => {
    let answer: () => unknown = () => ledger('1000.00', '0.00', '1000.00');
    draw(() => answer());
    const refresh = await screen.findByRole('button', { name: 'Refresh' });
    fireEvent.click(refresh);
    expect(await screen.findByText('Data refreshed successfully')).toBeTruthy();
    answer = () => Promise.reject(new ApiError(404, 'Gone', { detail: 'Not found.' }));
    fireEvent.click(refresh);
    expect(await screen.findByText('Failed to refresh data')).toBeTruthy();
  });

  it.each([
    ['Paid in Full', ledger('100.00', '100.00', '0.00', [payment])],
    ['Overpayment', ledger('60.00', '100.00', '-40.00', [payment])],
    ['No Payments Recorded', ledger('60.00', '0.00', '60.00')],
  ])('%s', async (words, answer) => {
    draw(() => answer);
    expect(await screen.findByText(words)).toBeTruthy();
  });

  it('reads days in words, and the first 40 characters of what it was for', async () => {
    draw(() => ledger('100.00', '100.00', '0.00', [payment]));
    const history = within(await screen.findByRole('table', { name: 'Payment history' }));
    expect(history.getByText('Mar 5, 2026')).toBeTruthy();
    expect(history.getByText('Everything that was agreed on at the arr…')).toBeTruthy();
  });
});
