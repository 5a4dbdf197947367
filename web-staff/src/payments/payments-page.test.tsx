// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { PaymentsPage } from './payments-page.tsx';

const check = {
  ...{ id: 'p', case: 'c', version: 1, kind: 'payment', status: 'recorded', receipt_number: 'WA-R-2026-0007' },
  ...{ payment_date: '2026-03-05', received_from: 'Nadia Haddad', amount: '100.00', amount_returned: '0.00' },
  ...{ payment_method: 'check', payment_method_display: 'Check', check_number_masked: '****0934' },
  ...{ payment_for: 'Deposit', deceased_name: 'Elias Haddad', case_number: 'WA-2026-0001' },
};

const noMoney = { by_method: [], count: 0, total: '0.00', returned: '0.00', is_exact: true };
const owing = (id: string, value: string, of: number) => ({
  ...{ id, title: id, unit: 'money', value, before: null, of },
  behind: { figure: 'owing.total', from: '2000-01-01', to: '2100-01-01' },
});
const empty = {
  'GET /api/services/payments/': () => ({ count: 0, next: null, previous: null, results: [] }),
  'GET /api/services/payments/summary/': () => ({ date_from: '2026-03-05', date_to: '2026-03-05', ...noMoney }),
  'GET /api/customers/funeral-homes/': () => ({ results: [], count: 0 }),
  'GET /api/services/dashboard/': () => ({ figures: [owing('outstanding', '23045.00', 6)], tables: [] }),
  'GET /api/services/reports/records/': () => ({ unit: 'money', sum: '0.00', count: 0, rows: [], next_cursor: null }),
};
const record = presentCase(exampleCore, {});
const row = { id: record.id, case_number: 'WA-2026-0001', deceased_full_name: 'Elias Haddad' };
const ofCase = {
  'GET /api/services/cases/': () => ({ count: 1, next: null, previous: null, results: [row] }),
  'GET /api/services/cases/{id}/': () => record,
  'GET /api/services/payments/by_case/': () => ({
    ...{ contract_total: '1000.00', total_paid: '250.00', balance_due: '750.00', payments: [] },
  }),
};

const chooseCase = async () => {
  fireEvent.click(await screen.findByRole('button', { name: 'Record Payment' }));
  const picker = await screen.findByLabelText('Case');
  expect(document.activeElement).toBe(picker);
  fireEvent.change(picker, { target: { value: 'haddad' } });
  fireEvent.click(await screen.findByRole('option', { name: /Elias Haddad/ }));
};

it('shows what is owed above what was received, with its cases', async () => {
  renderPage(<PaymentsPage />, { call: answering(empty) });
  const owed = await screen.findByRole('region', { name: 'Owed to us' });
  expect(owed.textContent).toContain('$23,045.00');
  expect(screen.getByRole('link', { name: 'See 6 cases: Owed to us' }).getAttribute('href')).toContain('owing.total');
  const received = await screen.findByText(/^Received/);
  expect(owed.compareDocumentPosition(received) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

it('records a payment for a case that is chosen first', async () => {
  const sent = vi.fn((_: unknown) => ({ id: 'p' }));
  renderPage(<PaymentsPage />, { call: answering({ ...empty, ...ofCase, 'POST /api/services/payments/': sent }) });
  await chooseCase();
  const form = within(await screen.findByRole('form', { name: 'Record Payment' }));
  expect(form.getByLabelText(/^Payment amount/)).toHaveProperty('value', '750.00');
  fireEvent.click(form.getByText('Cash'));
  fireEvent.change(form.getByLabelText(/^Received from/), { target: { value: 'Nadia Haddad' } });
  fireEvent.change(form.getByLabelText(/^Payment for/), { target: { value: 'Deposit' } });
  fireEvent.click(form.getByRole('button', { name: 'Record Payment' }));
  await waitFor(() => expect(screen.queryByRole('form')).toBeNull());
  expect(sent.mock.calls[0]?.[0]).toMatchObject({ body: { case: record.id, amount: '750.00' } });
});

it('offers the newest cases with a balance, to whose roles money is shown', async () => {
  const owed = (at: number) => ({
    ...{ date: `2026-03-0${at}`, case: `c${at}`, submission: null, title: `Person ${at}`, location: 'h' },
    ...{ detail: `WA-2026-000${at}`, value: `${at}00.00` },
  });
  const asked = vi.fn((_: unknown) => ({
    ...{ unit: 'money', sum: '2100.00', count: 6, rows: [1, 2, 3, 4, 5, 6].map(owed), next_cursor: null },
  }));
  const call = answering({ ...empty, ...ofCase, 'GET /api/services/reports/records/': asked });
  renderPage(<PaymentsPage />, { at: '/?record', role: 'office_staff', call });
  const cases = within(await screen.findByRole('region', { name: 'Cases with a balance' }));
  const names = (await cases.findAllByRole('button')).map(({ textContent }) => textContent);
  expect(names).toEqual([6, 5, 4, 3, 2].map((at) => `Person ${at}WA-2026-000${at}$${at}00.00`));
  expect(asked.mock.lastCall?.[0]).toMatchObject({ query: { figure: 'owing.total' } });
  fireEvent.click(cases.getByRole('button', { name: /^Person 6/ }));
  expect(await screen.findByRole('form', { name: 'Record Payment' })).toBeTruthy();
  cleanup();
  renderPage(<PaymentsPage />, { at: '/?record', role: 'funeral_director', call });
  await screen.findByLabelText('Case');
  expect(screen.queryByRole('region', { name: 'Cases with a balance' })).toBeNull();
});

it('says that no recent case has a balance, or that the cases could not be loaded', async () => {
  renderPage(<PaymentsPage />, { at: '/?record', role: 'office_staff', call: answering(empty) });
  expect(await screen.findByText(/^No case of the last 60 days has a balance/)).toBeTruthy();
  cleanup();
  const failing = () => {
    throw new ApiError(400, 'Bad request', {});
  };
  const call = answering({ ...empty, 'GET /api/services/reports/records/': failing });
  renderPage(<PaymentsPage />, { at: '/?record', role: 'office_staff', call });
  expect(await screen.findByText('Failed to load cases')).toBeTruthy();
});

it('explains that a cancelled case takes no payment, and offers another', async () => {
  const cancelled = { 'GET /api/services/cases/{id}/': () => ({ ...record, status: 'cancelled' }) };
  renderPage(<PaymentsPage />, { at: '/?record', call: answering({ ...empty, ...ofCase, ...cancelled }) });
  await chooseCase();
  expect(await screen.findByText(/^This case is cancelled/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Other case' }));
  expect(screen.getByLabelText('Case')).toBeTruthy();
});

it('reveals a check number for the deposit slip by the audited call, and hides it', async () => {
  const reveal = vi.fn(() => ({ check_number: 'ZQX-77120934' }));
  const call = answering({
    'GET /api/services/payments/': () => ({ count: 1, next: null, previous: null, results: [check] }),
    'GET /api/services/payments/summary/': () => ({
      ...{ date_from: '2026-03-05', date_to: '2026-03-05', by_method: [] },
      ...{ count: 1, total: '100.00', returned: '0.00', is_exact: true },
    }),
    'GET /api/customers/funeral-homes/': () => ({ results: [], count: 0 }),
    'GET /api/services/dashboard/': () => ({ figures: [], tables: [] }),
    'POST /api/services/payments/{id}/log_check_number_access/': reveal,
  });
  renderPage(<PaymentsPage />, { call, role: 'office_staff' });
  fireEvent.click(await screen.findByRole('button', { name: 'Show check number of WA-R-2026-0007' }));
  expect(await screen.findByText(/ZQX-77120934/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Hide check number of WA-R-2026-0007' }));
  expect(await screen.findByText(/\*\*\*\*0934/)).toBeTruthy();
  expect(reveal).toHaveBeenCalledTimes(1);
});
