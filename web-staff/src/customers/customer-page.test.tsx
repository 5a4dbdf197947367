// @vitest-environment happy-dom
import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { exampleCustomer } from '../testing/example-customer.ts';
import { renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { CustomerPage } from './customer-page.tsx';

const customer = exampleCustomer();
const get = vi.fn<() => Promise<unknown>>();
const update = vi.fn<(body: unknown) => Promise<unknown>>();
const call = (async (row: { method: string; path: string }, input: { body: unknown }) => {
  if (row.path.startsWith('/api/common')) return [];
  return row.method === 'PATCH' ? update(input.body) : get();
}) as unknown as Call;

beforeEach(() => {
  get.mockReset().mockResolvedValue(customer);
  update.mockReset().mockResolvedValue({ ...customer, version: 2 });
});
afterEach(() => act(() => notifications.clean()));

const draw = () => {
  const page = (
    <>
      <CustomerPage />
      <Toasts />
    </>
  );
  const list = (
    <>
      <p>The list</p>
      <Toasts />
    </>
  );
  const pages = { '/customers/:id': page, '/customers': list };
  return renderPage(<p />, { call, at: `/customers/${customer.id}`, pages });
};
const field = (label: string) => screen.getByRole('textbox', { name: label }) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const edit = async (...sections: string[]) => {
  await screen.findByRole('heading', { level: 1 });
  for (const section of sections) fireEvent.click(screen.getByRole('button', { name: `Edit ${section}` }));
};
const save = () => screen.getByRole('button', { name: 'Save Changes' }) as HTMLButtonElement;
const toasts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent);

describe('CustomerPage', () => {
  it('shows a missing customer, and the survivor of a merged one', async () => {
    get.mockRejectedValue(new ApiError(404, 'Customer not found', { merged_into: 'survivor' }));
    draw();
    await screen.findByText('Customer not found');
    expect(screen.getByText("The customer you're looking for doesn't exist.")).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Go to merged record' });
    expect(link.getAttribute('href')).toBe('/customers/survivor');
  });

  it('saves only what differs after trimming', async () => {
    draw();
    await edit('Basic Information', 'Contact & Address');
    expect(save().disabled).toBe(true);
    type('First Name', ' Kathleen ');
    expect(save().disabled).toBe(true);
    type('First Name', 'Kathy');
    type('Phone Number', '');
    expect(save().disabled).toBe(false);
    update.mockResolvedValue({ ...customer, first_name: 'Kathy', phone: null, version: 2 });
    fireEvent.click(save());
    await screen.findByText('Customer saved successfully');
    expect(update.mock.calls[0]?.[0]).toMatchObject({ version: 1, first_name: 'Kathy', phone: null, email: null });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull());
  });

  it('reads first, edits a section in place, and gives the focus back', async () => {
    draw();
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(screen.getAllByText('118 Marine Street, St. Augustine, FL 32084')).toHaveLength(2);
    expect(screen.queryByRole('button', { name: 'Save Changes' })).toBeNull();
    await edit('Contact & Address');
    expect(field('Apt, suite or unit')).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'First Name' })).toBeNull();
    await waitFor(() => expect(document.activeElement).toBe(field('Phone Number')));
    type('City', 'Palatka');
    fireEvent.click(screen.getByRole('button', { name: 'Discard changes' }));
    expect(screen.queryAllByRole('textbox')).toEqual([]);
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Edit Contact & Address' }));
    await edit('Contact & Address');
    expect(field('City').value).toBe('St. Augustine');
  });

  it('saves an imported customer with an unchanged initial', async () => {
    const brought = { ...customer, middle_name: 'B' };
    get.mockResolvedValue(brought);
    draw();
    await edit('Basic Information', 'Contact & Address');
    type('First Name', 'Kathy');
    update.mockResolvedValue({ ...brought, first_name: 'Kathy', version: 2 });
    fireEvent.click(save());
    await screen.findByText('Customer saved successfully');
    expect(update.mock.calls[0]?.[0]).toMatchObject({ first_name: 'Kathy', middle_name: 'B' });
  });

  it('names missing fields, then each invalid field in its own toast', async () => {
    draw();
    await edit('Basic Information', 'Contact & Address');
    type('City', '');
    type('Last Name', '');
    fireEvent.click(save());
    await waitFor(() => expect(toasts()).toEqual(['Please fill in required fields: Last Name, City']));
    act(() => notifications.clean());
    type('City', 'Palatka');
    type('Last Name', 'Briggs');
    type('Phone Number', '904');
    type('ZIP Code', '1');
    fireEvent.click(save());
    await waitFor(() =>
      expect(toasts()).toEqual([
        'Phone Number: Phone number must be 10 digits',
        'ZIP Code: ZIP code must be in format 12345 or 12345-6789',
      ]),
    );
    expect(update).not.toHaveBeenCalled();
  });

  it.each([
    [
      new ApiError(400, '', { email: ['Taken'], city: ['Unknown', 'Too short'] }),
      'Email Address: Taken, City: Unknown, Too short',
    ],
    [new ApiError(503, '', { detail: 'The service is busy.' }), 'The service is busy.'],
    [new ApiError(500, 'Server error. Please try again later.', {}), 'Failed to save changes'],
    [new ApiError(0, 'Server connection lost.', {}), 'Server connection lost.'],
    [new TypeError('x is undefined'), 'Failed to save changes'],
  ])('shows why the save failed: %s', async (error, message) => {
    update.mockRejectedValue(error);
    draw();
    await edit('Basic Information', 'Contact & Address');
    type('City', 'Palatka');
    fireEvent.click(save());
    await waitFor(() => expect(toasts()).toEqual([message]));
    expect(field('City').value).toBe('Palatka');
  });

  it('leads to completed and cancelled cases, after the active ones', async () => {
    const linked = (number: number, status: string) => ({
      ...{ id: `c${number}`, case_number: `WA-2026-000${number}`, deceased_full_name: `Harold ${number}`, status },
      relations: ['informant' as const],
    });
    get.mockResolvedValue(exampleCustomer({ earlier_cases: [linked(1, 'completed'), linked(2, 'cancelled')] }));
    draw();
    const earlier = await screen.findByRole('region', { name: 'Earlier cases' });
    expect(screen.getByText('No active cases.')).toBeTruthy();
    expect(within(earlier).getByRole('link', { name: 'Harold 1' }).getAttribute('href')).toBe('/cases/c1');
    expect([...earlier.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
      ...['Harold 1CompletedWA-2026-0001 · Informant', 'Harold 2CancelledWA-2026-0002 · Informant'],
    ]);
  });

  it('blocks deletion while there are active cases, and lists them', async () => {
    get.mockResolvedValue(exampleCustomer({ active_cases_count: 2 }));
    draw();
    const button = await screen.findByRole('button', { name: 'Delete' });
    expect(button.getAttribute('aria-disabled')).toBe('true');
    expect(button.getAttribute('aria-description')).toBe(
      'Cannot delete customers with active cases: Kathleen Briggs (2 active cases)',
    );
  });
});
