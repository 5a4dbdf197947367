// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answering, renderPage } from '../testing/render-page.tsx';
import { PaymentsPage } from './payments-page.tsx';

const check = {
  ...{ id: 'p', case: 'c', version: 1, kind: 'payment', status: 'recorded', receipt_number: 'WA-R-2026-0007' },
  ...{ payment_date: '2026-03-05', received_from: 'Nadia Haddad', amount: '100.00', amount_returned: '0.00' },
  ...{ payment_method: 'check', payment_method_display: 'Check', check_number_masked: '****0934' },
  ...{ payment_for: 'Deposit', deceased_name: 'Elias Haddad', case_number: 'WA-2026-0001' },
};

it('reveals a check number for the deposit slip by the audited call, and hides it', async () => {
  const reveal = vi.fn(() => ({ check_number: 'ZQX-77120934' }));
  const call = answering({
    'GET /api/services/payments/': () => ({ count: 1, next: null, previous: null, results: [check] }),
    'GET /api/services/payments/summary/': () => ({
      ...{ date_from: '2026-03-05', date_to: '2026-03-05', by_method: [] },
      ...{ count: 1, total: '100.00', returned: '0.00', is_exact: true },
    }),
    'GET /api/customers/funeral-homes/': () => ({ results: [], count: 0 }),
    'POST /api/services/payments/{id}/log_check_number_access/': reveal,
  });
  renderPage(<PaymentsPage />, { call, role: 'office_staff' });
  fireEvent.click(await screen.findByRole('button', { name: 'Show check number of WA-R-2026-0007' }));
  expect(await screen.findByText(/ZQX-77120934/)).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Hide check number of WA-R-2026-0007' }));
  expect(await screen.findByText(/\*\*\*\*0934/)).toBeTruthy();
  expect(reveal).toHaveBeenCalledTimes(1);
});
