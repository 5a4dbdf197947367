// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { addMonths, todayIn } from '#domain/shared/values/calendar-date.ts';
import { exampleCustomer } from '../../testing/example-customer.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import { hasUnsavedChanges } from '../../ui/record-form/use-record-form.tsx';
import { CreateCasePage } from './create-case-page.tsx';

const create = vi.fn<(body: Record<string, unknown>, key: string) => Promise<unknown>>();
const alike = vi.fn<(query: unknown) => unknown[]>();
const customer = exampleCustomer();
const opened = { ...presentCase({ ...exampleCore, status: 'draft' }, {}), possible_duplicates: [] };
const like = {
  ...{ id: '0190a000-0000-7000-8000-00000000000a', case_number: 'WA-2026-0003', status: 'active' },
  ...{ deceased_full_name: 'Walter Pruitt', date_of_death: '2026-03-01' },
};

interface Input {
  body: Record<string, unknown>;
  query: unknown;
  params?: { id: string };
}
const call = (async (
  row: { method: string; path: string },
  { body, query, params }: Input,
  options: { idempotencyKey: string },
) => {
  if (row.method === 'POST') return create(body, options.idempotencyKey);
  if (row.path.endsWith('duplicates/')) return alike(query);
  if (row.path.endsWith('check-number/')) return { exists: false };
  if (row.path.endsWith('preview-next-number/')) return { case_number: 'WA-2026-0008' };
  if (row.path.startsWith('/api/customers/customers/')) {
    if (params?.id !== customer.id) throw new ApiError(404, 'Not found.');
    return customer;
  }
  if (row.path.endsWith('funeral-homes/')) return { results: [] };
  return [{ code: 'FL', name: 'Florida' }];
}) as unknown as Call;

beforeEach(() => {
  create.mockReset().mockResolvedValue(opened);
  alike.mockReset().mockReturnValue([]);
});

const draw = (at = '/') =>
  renderPage(
    <>
      <Toasts />
      <CreateCasePage />
    </>,
    { call, at, pages: { '/cases/:id': <p>The new case</p> } },
  );
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

describe('CreateCasePage', () => {
  it('D2 §4 saves no empty draft, but one with a single name', async () => {
    draw();
    press('Save draft');
    expect(await screen.findByText('Enter at least one detail before saving')).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
    type('Last name', 'Pruitt');
    await waitFor(() => expect(hasUnsavedChanges()).toBe(true));
    press('Save draft');
    expect(await screen.findByText('The new case')).toBeTruthy();
    expect(create.mock.lastCall?.[0]).toMatchObject({ status: 'draft', deceased_last_name: 'Pruitt' });
    expect(hasUnsavedChanges()).toBe(false);
  });

  it('D2 §5 limits the service date from death to six months from today', async () => {
    draw();
    const service = () => screen.getByLabelText('Service date');
    expect(service().getAttribute('max')).toBe(addMonths(todayIn('America/New_York', new Date()), 6));
    expect(service().hasAttribute('min')).toBe(false);
    type('Date of death', '2026-03-01');
    await waitFor(() => expect(service().getAttribute('min')).toBe('2026-03-01'));
  });

  it('shows a possible duplicate, and opens another case after confirmation', async () => {
    alike.mockReturnValue([like]);
    draw();
    type('Last name', 'Pruitt');
    type('Date of death', '2026-03-01');
    const link = await screen.findByText('Walter Pruitt, WA-2026-0003');
    expect(link.getAttribute('href')).toBe(`/cases/${like.id}`);
    expect(alike).toHaveBeenLastCalledWith(
      expect.objectContaining({ last_name: 'Pruitt', date_of_death: '2026-03-01' }),
    );
    press('Save draft');
    expect(await screen.findByText('Check the case above, or check this box to continue')).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
    fireEvent.click(screen.getByLabelText('This is a different person, or a second case is intended'));
    press('Save draft');
    expect(await screen.findByText('The new case')).toBeTruthy();
  });

  it('R-23 repeats a lost call and finds the case it opened', async () => {
    create.mockRejectedValueOnce(new ApiError(0, 'Network error: Unable to connect to server.'));
    draw();
    type('Last name', 'Pruitt');
    type('Date of death', '2026-03-01');
    await waitFor(() => expect(alike).toHaveBeenCalledTimes(1));
    press('Save draft');
    // In the toast and in the panel (D2 §2).
    expect(await screen.findAllByText('Network error: Unable to connect to server.')).toHaveLength(2);
    expect(screen.getByText('The case was not saved')).toBeTruthy();
    await waitFor(() => expect(alike).toHaveBeenCalledTimes(2));
    press('Save draft');
    expect(await screen.findByText('The new case')).toBeTruthy();
    const keys = create.mock.calls.map(([, key]) => key);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
  });

  it('D2 §5 removes an unknown customer and reports it', async () => {
    draw('/?customer=nobody');
    expect(
      await screen.findByText('Invalid customer selection. Please select a valid customer from the dropdown.'),
    ).toBeTruthy();
    expect(screen.getByLabelText('Customer')).toBeTruthy();
  });

  it('checks whether a manual number is available', async () => {
    draw();
    type('Last name', 'Pruitt');
    fireEvent.click(screen.getByLabelText('Enter a number'));
    press('Save draft');
    expect(await screen.findByText('Case number is required')).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
    type('Manual case number', 'HAND 7');
    expect(await screen.findByText('This number is available.')).toBeTruthy();
    expect(screen.queryByText('Case number is required')).toBeNull();
  });

  it('shows at the field that a number was taken in the meantime', async () => {
    const message = 'This case number is already in use';
    create.mockRejectedValueOnce(new ApiError(409, message, { case_number_manual_override: [message] }));
    draw();
    type('Last name', 'Pruitt');
    fireEvent.click(screen.getByLabelText('Enter a number'));
    type('Manual case number', 'HAND 7');
    press('Save draft');
    await waitFor(() => expect(screen.getByLabelText('Manual case number').getAttribute('aria-invalid')).toBe('true'));
    expect(create.mock.lastCall?.[0]).toMatchObject({ case_number_manual_override: 'HAND 7' });
  });
});
