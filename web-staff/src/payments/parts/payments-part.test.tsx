// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import type { Ledger } from '#domain/payments/payment.schema.ts';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
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

const besides = {
  'GET /api/customers/funeral-homes/': () => ({ results: [], count: 0 }),
  'GET /api/services/cases/{id}/money-to-come/': () => ({
    ...{ family_owes: '0.00', insurer_owes: '0.00', assignments: [], instalments: [] },
  }),
};
const drawWith = (call: Call) =>
  renderPage(
    <>
      <Toasts />
      <PaymentsPart caseRecord={presentCase(exampleCore, {})} />
    </>,
    { call },
  );
const draw = (answer: () => unknown) => drawWith(answering({ [byCase]: answer, ...besides }));

const recordInCash = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Record Payment' }));
  const form = within(await screen.findByRole('form', { name: 'Record Payment' }));
  const enter = (label: RegExp, value: string) => fireEvent.change(form.getByLabelText(label), { target: { value } });
  fireEvent.click(form.getByText('Cash'));
  enter(/^Payment amount/, '100');
  enter(/^Received from/, 'Nadia Haddad');
  enter(/^Payment for/, 'Deposit');
  const button = form.getByRole('button', { name: 'Record Payment' });
  await waitFor(() => expect(button).toHaveProperty('disabled', false));
  fireEvent.click(button);
};
const isClosed = () => waitFor(() => expect(screen.queryByRole('form')).toBeNull());

describe('PaymentsPart (D3 §2 and §8)', () => {
  it('separates the method from the masked check number', async () => {
    const check = { ...payment, payment_method: 'check', check_number_masked: '****11' };
    draw(() => ledger('500.00', '100.00', '400.00', [check]));
    expect((await screen.findByRole('row', { name: /WA-R-2026-0007/ })).textContent).toContain('Check ****11');
  });

  it('proposes the informant as payer', async () => {
    const informant = { version: 1, values: { informant_name: 'Iris Quill' } };
    renderPage(<PaymentsPart caseRecord={presentCase(exampleCore, { informant })} />, {
      call: answering({ [byCase]: () => ledger('1000.00', '0.00', '1000.00'), ...besides }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Record Payment' }));
    expect((screen.getByLabelText(/^Received from/) as HTMLInputElement).value).toBe('Iris Quill');
  });

  it('names the case and proposes the balance, but no method', async () => {
    draw(() => ledger('1000.00', '200.00', '800.00', [payment]));
    fireEvent.click(await screen.findByRole('button', { name: 'Record Payment' }));
    expect(await screen.findByText(exampleCore.case_number)).toBeTruthy();
    expect(screen.queryByRole('radio', { checked: true })).toBeNull();
    expect((screen.getByLabelText(/^Payment for/) as HTMLInputElement).value).toBe('Balance');
  });

  it('shows that the history could not be loaded', async () => {
    draw(() => Promise.reject(new ApiError(404, 'Gone', { detail: 'Not found.' })));
    expect(await screen.findByText('Failed to load payment history')).toBeTruthy();
  });

  it('shows whether the refresh succeeded', async () => {
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

  it('shows money before a contract total as a deposit, not as an overpayment', async () => {
    draw(() => ledger('0.00', '100.00', '-100.00', [payment]));
    expect(await screen.findByText('Deposit received')).toBeTruthy();
    expect(screen.queryByText(/overpa/i)).toBeNull();
    expect(screen.queryByText(/-\$/)).toBeNull();
  });

  it('shows the overpayment and proposes it as refund', async () => {
    const sent: unknown[] = [];
    const one = { ...payment, payment_method: 'insurance', amount: '8000.00', refund_of: null };
    const answers = {
      ...besides,
      [byCase]: () => ledger('12548.03', '13000.00', '-451.97', [one]),
      'GET /api/services/cases/{id}/money-to-come/': () => ({
        ...{ family_owes: '-451.97', insurer_owes: '0.00', assignments: [], instalments: [] },
      }),
      'POST /api/services/payments/{id}/refund/': (input: unknown) => void sent.push((input as { body: object }).body),
    };
    drawWith(answering(answers));
    expect(await screen.findByText('Overpaid by')).toBeTruthy();
    expect(await screen.findByText('Family overpaid by')).toBeTruthy();
    expect(screen.queryByText(/-\$451\.97/)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Actions for WA-R-2026-0007' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Refund…/ }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByLabelText(/^Amount/)).toHaveProperty('value', '451.97');
    expect(dialog.getByLabelText(/^Paid to/)).toHaveProperty('value', 'Nadia Haddad');
    fireEvent.change(dialog.getByLabelText(/^Refund check number/), { target: { value: '2207' } });
    fireEvent.change(dialog.getByLabelText(/^Reason/), { target: { value: 'Overpaid' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Refund' }));
    await waitFor(() =>
      expect(sent).toMatchObject([
        { amount: '451.97', payee: 'Nadia Haddad', payment_method: 'check', check_number: '2207', version: 1 },
      ]),
    );
  });

  it('labels a returned check, and explains when to choose each action', async () => {
    const check = { ...payment, payment_method: 'check', payment_method_display: 'Check', amount_returned: '100.00' };
    const back = { ...check, id: 'r', kind: 'reversal', refund_of: 'p', receipt_number: 'WA-R-2026-0008' };
    const other = { ...check, id: 'q', receipt_number: 'WA-R-2026-0009', amount_returned: '0.00' };
    const byCard = { ...payment, id: 'c', payment_method: 'other', other_method_description: 'Credit card' };
    draw(() => ledger('100.00', '0.00', '100.00', [check, back, other, byCard]));
    const history = within(await screen.findByRole('table', { name: 'Payment history' }));
    expect(history.getAllByText('Returned by the bank')).toHaveLength(1);
    expect(history.getAllByText('Returned check')).toHaveLength(1);
    expect(history.getByText('Credit card')).toBeTruthy();
    const items = async (receipt: string) => {
      fireEvent.click(history.getByRole('button', { name: `Actions for ${receipt}` }));
      const found = await screen.findAllByRole('menuitem');
      return found.map(({ textContent }) => textContent);
    };
    expect(await items('WA-R-2026-0009')).toEqual([
      'Receipt',
      'Correct…Something was typed wrong; the money was received.',
      'Refund…You pay money back.',
      'Returned check…The bank returned it unpaid.',
      'Void…It was entered by mistake and never happened.',
    ]);
  });

  it('formats days, and shows 40 characters of the purpose', async () => {
    draw(() => ledger('100.00', '100.00', '0.00', [payment]));
    const history = within(await screen.findByRole('table', { name: 'Payment history' }));
    expect(history.getByText('Mar 5, 2026')).toBeTruthy();
    expect(history.getByText('Everything that was agreed on at the arr…')).toBeTruthy();
  });

  it('shows that a payment was recorded but the ledger not refreshed', async () => {
    let answer: () => unknown = () => ledger('100.00', '0.00', '100.00');
    drawWith(
      answering({
        ...besides,
        [byCase]: () => answer(),
        'POST /api/services/payments/': () => {
          answer = () => Promise.reject(new ApiError(404, 'Gone', { detail: 'Not found.' }));
          return payment;
        },
      }),
    );
    await recordInCash();
    // Both messages stay.
    expect(await screen.findByText('Failed to refresh data')).toBeTruthy();
    expect(screen.getByText('Payment recorded successfully!')).toBeTruthy();
  });

  it('shows that a payment may be recorded after a lost response, and records it once', async () => {
    const keys: (string | undefined)[] = [];
    let entries: object[] = [];
    const answers: Readonly<Record<string, () => unknown>> = {
      ...besides,
      [byCase]: () => ledger('100.00', entries.length ? '100.00' : '0.00', entries.length ? '0.00' : '100.00', entries),
    };
    const call = async (
      { method, path }: { method: string; path: string },
      _input: unknown,
      options: { idempotencyKey?: string } = {},
    ) => {
      if (method === 'GET') return answers[`${method} ${path}`]?.();
      keys.push(options.idempotencyKey);
      entries = [payment];
      if (keys.length === 1) throw new ApiError(0, 'Network error');
      return payment;
    };
    drawWith(call as unknown as Call);
    await recordInCash();
    expect(await screen.findByText('This payment may already be recorded')).toBeTruthy();
    expect(await screen.findByRole('table', { name: 'Payment history' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close Record Payment' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Close' }));
    await isClosed();
    await recordInCash();
    expect(await screen.findByText(/^This payment was already recorded/)).toBeTruthy();
    await isClosed();
    // The first payment is known to be stored, so an equal one is a new payment.
    await recordInCash();
    await isClosed();
    expect(keys).toEqual([keys[0], keys[0], expect.stringMatching(/^[\da-f-]{36}$/)]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
