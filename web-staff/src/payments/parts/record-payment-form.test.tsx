// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Payment } from '#domain/payments/payment.schema.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { CorrectPaymentForm } from './payments-part.tsx';
import { RecordPaymentForm } from './record-payment-form.tsx';

type Sent = { body: Record<string, unknown> };
const today = '2026-03-10';

const draw = (record: (input: Sent) => unknown = () => ({}), [contractTotal, paid] = [1_000_00, 0]) => {
  const sent: Sent[] = [];
  const onDone = vi.fn();
  const call = answering({
    'POST /api/services/payments/': (input) => {
      sent.push(input as Sent);
      return record(input as Sent);
    },
  });
  renderPage(
    <>
      <Toasts />
      <RecordPaymentForm {...{ caseId: 'c', today, contractTotal, paid, receivedFrom: 'Nadia Haddad', onDone }} />
    </>,
    { call },
  );
  return { sent, onDone };
};
const field = (name: string): HTMLInputElement => {
  const found = document.querySelector<HTMLInputElement>(`input[name="${name}"], input[data-field="${name}"]`);
  if (!found) throw new Error(`no ${name}`);
  return found;
};
const type = (name: string, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  fireEvent.blur(field(name));
};
const choose = (method: string) => fireEvent.click(screen.getByRole('radio', { name: method }));
const button = (name = 'Record Payment') => screen.getByRole('button', { name }) as HTMLButtonElement;

describe('RecordPaymentForm', () => {
  it.each([
    [0, 0, 'Deposit'],
    [1_000_00, 0, ''],
    [1_000_00, 400_00, 'Balance'],
    [1_000_00, 1_000_00, ''],
  ])('proposes what a payment is for: of %d cents, with %d paid, “%s”', (contractTotal, paid, purpose) => {
    draw(undefined, [contractTotal, paid]);
    expect(field('payment_for').value).toBe(purpose);
  });

  it('starts with amount owed, today and payer, and waits for the rest', () => {
    draw();
    expect([field('amount').value, field('payment_date').value, field('received_from').value]).toEqual([
      ...['1,000.00', today, 'Nadia Haddad'],
    ]);
    expect(button().disabled).toBe(true);
    expect(screen.getByText('Still needed: Payment method, Payment for')).toBeTruthy();
    choose('Cash');
    type('payment_for', 'Deposit');
    expect(button().disabled).toBe(false);
    expect(screen.queryByText(/^Still needed/)).toBeNull();
  });

  it('drops unreadable commas when the user leaves the amount', () => {
    draw();
    fireEvent.change(field('amount'), { target: { value: '16,00.5' } });
    expect(field('amount').value).toBe('16,00.5');
    fireEvent.blur(field('amount'));
    expect(field('amount').value).toBe('1,600.50');
    expect(screen.queryByText('Payment amount must be a positive number')).toBeNull();
  });

  it('shows the fields of the method and clears those of another method', () => {
    draw();
    type('payment_for', 'Deposit');
    choose('Check');
    expect(button().disabled).toBe(true);
    expect(screen.getByText(/^Still needed: .*Check number/)).toBeTruthy();
    type('check_number', '1042');
    expect(button().disabled).toBe(false);
    choose('Other');
    const offered = [...document.querySelectorAll('datalist option')].map((one) => one.getAttribute('value'));
    expect(offered).toEqual(['ACH', 'Credit card', 'Money order', 'Pre-need draw']);
    expect(document.querySelector('[data-field="check_number"]')).toBeNull();
    expect(button().disabled).toBe(true);
    type('other_method_description', 'Money order');
    choose('Check');
    expect(field('check_number').value).toBe('');
  });

  it('shows errors at fields, and asks to confirm a very high amount', async () => {
    draw();
    choose('Check');
    type('check_number', '1042 ');
    expect(await screen.findByText('Check number cannot have leading or trailing spaces')).toBeTruthy();
    type('amount', '1500.01');
    expect(
      await screen.findByText('Payment amount seems unusually high compared to contract total. Please verify.'),
    ).toBeTruthy();
  });

  it('D3 §8 shows progress and success, once for a repeated payment', async () => {
    let answered = (_: unknown): void => undefined;
    const { sent, onDone } = draw(() => new Promise((resolve) => (answered = resolve)));
    choose('Cash');
    type('payment_for', 'Deposit');
    fireEvent.submit(screen.getByRole('form'));
    fireEvent.submit(screen.getByRole('form'));
    expect(await screen.findByText('Recording payment...')).toBeTruthy();
    answered({ id: 'p', case: 'c', receipt_number: 'WA-R-2026-0007' });
    expect(await screen.findByText('Payment recorded successfully!')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show payment' }).getAttribute('href')).toBe('/cases/c?section=financial');
    expect(screen.getByRole('button', { name: 'Receipt WA-R-2026-0007' })).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Recording payment...')).toBeNull());
    expect(onDone).toHaveBeenCalledTimes(1);
    expect(sent.map(({ body }) => body)).toEqual([
      {
        ...{ case: 'c', amount: '1000.00', payment_date: today, payment_method: 'cash' },
        ...{ received_from: 'Nadia Haddad', payment_for: 'Deposit' },
      },
    ]);
  });

  it('D3 §8 shows a failure and keeps the values', async () => {
    const { onDone } = draw(() => Promise.reject(new ApiError(500, 'no')));
    choose('Cash');
    type('payment_for', 'Deposit');
    fireEvent.submit(screen.getByRole('form'));
    expect(await screen.findByText('Failed to record payment. Please try again.')).toBeTruthy();
    await waitFor(() => expect(screen.queryByText('Recording payment...')).toBeNull());
    expect(field('payment_for').value).toBe('Deposit');
    expect(onDone).not.toHaveBeenCalled();
  });

  it('shows the server’s errors at fields and stays open', async () => {
    const { onDone } = draw(() => {
      throw new ApiError(400, 'Bad request', { payment_date: ['Payment date must be after January 1, 2000'] });
    });
    choose('Cash');
    type('payment_for', 'Deposit');
    fireEvent.submit(screen.getByRole('form'));
    expect(await screen.findByText('Payment date must be after January 1, 2000')).toBeTruthy();
    expect(onDone).not.toHaveBeenCalled();
  });
});

describe('CorrectPaymentForm', () => {
  const entry = {
    ...{
      id: 'p',
      case: 'c',
      version: 3,
      receipt_number: 'WA-R-2026-0007',
      amount: '250.00',
      payment_date: '2026-03-01',
    },
    ...{ payment_method: 'check', check_number: '****0934', check_number_masked: '****0934' },
    ...{ received_from: 'Nadia Haddad', payment_for: 'Deposit', notes: '', other_method_description: '' },
  } as Payment;

  it('sends changes with reason and version, and keeps the check number', async () => {
    const sent: Sent[] = [];
    const onDone = vi.fn();
    const call = answering({ 'PATCH /api/services/payments/{id}/': (input) => void sent.push(input as Sent) });
    renderPage(<CorrectPaymentForm {...{ entry, today, wasReturned: false, onDone }} />, { call });
    expect(button('Correct').disabled).toBe(true);
    expect(field('check_number').value).toBe('');
    expect(screen.getByText('Leave blank to keep ****0934.')).toBeTruthy();
    type('amount', '205');
    fireEvent.submit(screen.getByRole('form'));
    expect(await screen.findByText('Reason is required')).toBeTruthy();
    expect(sent).toEqual([]);
    type('reason', 'Read wrong');
    fireEvent.submit(screen.getByRole('form'));
    await waitFor(() => expect(onDone).toHaveBeenCalled());
    expect(sent.map(({ body }) => body)).toEqual([{ amount: '205.00', reason: 'Read wrong', version: 3 }]);
  });

  it('shows the errors of all fields on submit and focuses the first', async () => {
    renderPage(<CorrectPaymentForm {...{ entry, today, wasReturned: false }} onDone={vi.fn()} />);
    for (const name of ['amount', 'payment_for']) fireEvent.change(field(name), { target: { value: '' } });
    expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(0);
    fireEvent.submit(screen.getByRole('form'));
    await waitFor(() => expect(document.querySelectorAll('[aria-invalid="true"]')).toHaveLength(3));
    expect(document.activeElement).toBe(field('amount'));
  });
});
