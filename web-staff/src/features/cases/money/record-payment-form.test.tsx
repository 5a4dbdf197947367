// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#domain/contract/client.ts';
import { answering, renderPage } from '../../../testing/render-page.tsx';
import { Toasts } from '../../../ui/feedback/toasts.tsx';
import { RecordPaymentForm } from './record-payment-form.tsx';

const caseId = '0193a000-0000-7000-8000-000000000301';
const payment = '0193a000-0000-7000-8000-000000000401';

/** The form with a contract of $1,000 of which nothing was paid; `answer` is what recording comes to. */
const draw = (answer: () => Promise<unknown>) => {
  const onDone = vi.fn();
  renderPage(
    <>
      <Toasts />
      <RecordPaymentForm
        {...{ caseId, today: '2026-03-04', contractTotal: 1000_00, paid: 0, receivedFrom: 'Nadia Haddad', onDone }}
      />
    </>,
    { call: answering({ 'POST /api/services/payments/': answer }) },
  );
  return onDone;
};
const button = () => screen.getByRole('button', { name: 'Record Payment' });
const recordInCash = async () => {
  fireEvent.click(screen.getByText('Cash'));
  fireEvent.change(screen.getByLabelText(/^Payment for/), { target: { value: 'Deposit' } });
  await waitFor(() => expect(button()).toHaveProperty('disabled', false));
  fireEvent.click(button());
};

it('D3 §8 says that it is recording, and then that it has', async () => {
  let answered = (_: unknown): void => undefined;
  const onDone = draw(() => new Promise((resolve) => (answered = resolve)));
  expect(button()).toHaveProperty('disabled', true);
  await recordInCash();
  expect(await screen.findByText('Recording payment...')).toBeTruthy();
  answered({ id: payment });
  expect(await screen.findByText('Payment recorded successfully!')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Recording payment...')).toBeNull());
  expect(onDone).toHaveBeenCalledTimes(1);
});

it('D3 §8 says that it could not, and keeps what was entered', async () => {
  const onDone = draw(() => Promise.reject(new ApiError(500, 'no')));
  await recordInCash();
  expect(await screen.findByText('Failed to record payment. Please try again.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Recording payment...')).toBeNull());
  expect(screen.getByLabelText(/^Payment for/)).toHaveProperty('value', 'Deposit');
  expect(onDone).not.toHaveBeenCalled();
});

it('names what its button waits for', async () => {
  draw(() => Promise.resolve({ id: payment }));
  expect(screen.getByText('Still to enter: Payment method, Payment for')).toBeTruthy();
  fireEvent.click(screen.getByText('Check'));
  expect(await screen.findByText(/^Still to enter: .*Check number/)).toBeTruthy();
  fireEvent.click(screen.getByText('Cash'));
  fireEvent.change(screen.getByLabelText(/^Payment for/), { target: { value: 'Deposit' } });
  await waitFor(() => expect(screen.queryByText(/^Still to enter/)).toBeNull());
  expect(button()).toHaveProperty('disabled', false);
});
