// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import type { ReactElement } from 'react';
import { expect, it, vi } from 'vitest';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { EntryDialog } from './entry-dialogs.tsx';
import { CorrectPaymentForm } from './payments-part.tsx';
import { AssignmentForm, PlanForm } from './receivables-part.tsx';

const today = '2026-03-10';
const entry = {
  ...{ id: 'p', case: 'c', version: 3, receipt_number: 'WA-R-2026-0007', amount: '250.00', amount_returned: '0.00' },
  ...{ payment_date: '2026-03-01', payment_method: 'cash', check_number: '', check_number_masked: '' },
  ...{ kind: 'payment', status: 'recorded', refund_of: null },
  ...{ received_from: 'Nadia Haddad', payment_for: 'Deposit', notes: '', other_method_description: '' },
} as Payment;

const enter = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const why = () => enter(/^Reason/, 'Read wrong');

it.each([
  ['void', 'cash', /^Reason/],
  ['reversal', 'check', /^Reason/],
  ['refund', 'cash', /^Amount/],
  ['refund', 'check', /^Refund check number/],
  ['refund', 'insurance', /^Refund check number/],
] as const)('focuses the first required field of a %s after a payment by %s', async (action, method, label) => {
  const paid = { ...entry, payment_method: method } as Payment;
  renderPage(<EntryDialog {...{ caseId: 'c', entry: paid, action, today, balance: 0 }} onClose={vi.fn()} />);
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
});

const writes: [what: string, form: (onDone: () => void) => ReactElement, fill: () => void, button: string][] = [
  ...(['void', 'refund', 'reversal'] as const).map((action): (typeof writes)[number] => [
    action,
    (onDone) => <EntryDialog {...{ caseId: 'c', entry, action, today, balance: 0 }} onClose={onDone} />,
    why,
    { void: 'Void this entry', refund: 'Refund', reversal: 'Record returned payment' }[action],
  ]),
  [
    'correction',
    (onDone) => <CorrectPaymentForm {...{ entry, today, wasReturned: false, onDone }} />,
    () => {
      enter(/^Payment amount/, '205');
      why();
    },
    'Correct',
  ],
  [
    'plan',
    (onDone) => <PlanForm caseId="c" today={today} owed={300_00} instalments={[]} onDone={onDone} />,
    () => press('Suggest'),
    'Save installments',
  ],
  [
    'assignment',
    (onDone) => <AssignmentForm caseId="c" onDone={onDone} />,
    () => {
      enter(/^Insurance company/, 'Homesteaders Life');
      enter(/^Policy number/, 'POL-2231-9087');
      enter(/^Amount assigned/, '200');
    },
    'Assign',
  ],
];

it.each(writes)('sends a %s again under the same key after a lost response', async (_, form, fill, button) => {
  const keys: (string | undefined)[] = [];
  const call = (async (_row: unknown, _input: unknown, options: { idempotencyKey?: string } = {}) => {
    keys.push(options.idempotencyKey);
    if (keys.length === 1) throw new ApiError(0, 'Network error');
    return {};
  }) as unknown as Call;
  const onDone = vi.fn();
  renderPage(form(onDone), { call });
  fill();
  press(button);
  await waitFor(() => expect(keys).toHaveLength(1));
  await waitFor(() => expect(screen.getByRole('button', { name: button })).toHaveProperty('disabled', false));
  press(button);
  await waitFor(() => expect(onDone).toHaveBeenCalled());
  expect(keys).toEqual([keys[0], keys[0]]);
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/);
});
