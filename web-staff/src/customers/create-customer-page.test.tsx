// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError, type Call } from '#domain/shared/contract/client.ts';
import { exampleCustomer } from '../testing/example-customer.ts';
import { renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { hasUnsavedChanges } from '../ui/record-form/use-record-form.tsx';
import { CreateCustomerPage } from './create-customer-page.tsx';

const create = vi.fn<(body: unknown, key: string) => Promise<unknown>>();
const call = (async (
  row: { method: string; path: string },
  input: { body: unknown },
  options: { idempotencyKey: string },
) => {
  if (row.method === 'POST') return create(input.body, options.idempotencyKey);
  return row.path.endsWith('/search/') ? [exampleCustomer()] : [{ code: 'FL', name: 'Florida' }];
}) as unknown as Call;

const draw = () => {
  create.mockReset().mockResolvedValue(exampleCustomer());
  const page = (
    <>
      <CreateCustomerPage />
      <Toasts />
    </>
  );
  const created = (
    <>
      <p>The new customer</p>
      <Toasts />
    </>
  );
  return renderPage(page, { call, pages: { '/customers/:id': created } });
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const toggle = (title: string) => fireEvent.click(screen.getByRole('button', { name: new RegExp(title) }));
const submit = () => screen.getByRole('button', { name: 'Create Customer' }) as HTMLButtonElement;
const heading = (title: string) => screen.getByRole('button', { name: new RegExp(title) });

const fill = async (lastName = 'Briggs') => {
  type('First Name', 'Kathleen');
  type('Last Name', lastName);
  type('Street Address', '118 Marine Street');
  type('City', 'St. Augustine');
  fireEvent.change(screen.getByRole('combobox', { name: 'State' }), { target: { value: 'FL' } });
  type('ZIP Code', '32084');
  await waitFor(() => expect(submit().disabled).toBe(false));
};

describe('CreateCustomerPage', () => {
  it('opens all sections, then one at a time, with gaps and a check once complete', async () => {
    draw();
    expect(heading('Basic Information').textContent).toContain('Required');
    expect(heading('Additional Notes').textContent).toContain('Optional');
    expect(screen.queryByText('Missing Required Fields:')).toBeNull();
    expect(screen.getAllByRole('textbox').length).toBeGreaterThan(9);
    type('First Name', 'Kathleen');
    expect((await screen.findByText('Missing Required Fields:')).parentElement?.textContent).toContain('Last Name');
    type('Last Name', 'Briggs');
    await waitFor(() => expect(screen.queryByText('Missing Required Fields:')).toBeNull());
    expect(screen.getByRole('img', { name: 'Complete' })).toBeTruthy();
    toggle('Contact & Address');
    expect(heading('Basic Information').getAttribute('aria-expanded')).toBe('false');
    expect(screen.queryByRole('textbox', { name: 'First Name' })).toBeNull();
    type('Street Address', '118 Marine Street');
    expect((await screen.findByText('Missing Required Fields:')).parentElement?.textContent).toContain(
      'City, State, ZIP Code',
    );
  });

  it('shows while a number is typed who has it already', async () => {
    const { router } = draw();
    type('Phone Number', '(904) 555-0142');
    fireEvent.click(await screen.findByRole('button', { name: /^Kathleen/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe(`/customers/${exampleCustomer().id}`));
  });

  it('validates a field once it was edited or left, and asks before losing changes', async () => {
    draw();
    expect(screen.queryByText('First name is required')).toBeNull();
    fireEvent.blur(screen.getByRole('textbox', { name: 'First Name' }));
    await screen.findByText('First name is required');
    expect(screen.queryByText('Last name is required')).toBeNull();
    expect(hasUnsavedChanges()).toBe(false);
    type('Last Name', 'B');
    await screen.findByText('Last name must be at least 2 characters long');
    expect(hasUnsavedChanges()).toBe(true);
  });

  it('accepts a name of one letter once it is confirmed as the whole name', async () => {
    draw();
    type('Last Name', 'O');
    await screen.findByText('Last name must be at least 2 characters long');
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Yes, this is the whole name' }));
    await fill('O');
    expect(screen.queryByText('Last name must be at least 2 characters long')).toBeNull();
    fireEvent.click(submit());
    await waitFor(() => expect(create.mock.lastCall?.[0]).toMatchObject({ last_name: 'O', is_whole_name: true }));
  });

  it('submits only complete and valid data, and only once', async () => {
    draw();
    expect(submit().disabled).toBe(true);
    expect(screen.getByText('To complete: Basic Information, Contact & Address')).toBeTruthy();
    await fill();
    await waitFor(() => expect(screen.getByDisplayValue('St. Johns')).toBeTruthy());
    expect(screen.queryByText(/^To complete/)).toBeNull();
    type('Email Address', 'kath@');
    await waitFor(() => expect(submit().disabled).toBe(true));
    toggle('Additional Notes');
    expect(screen.getByText('To complete: Contact & Address')).toBeTruthy();
    toggle('Contact & Address');
    type('Email Address', '');
    await waitFor(() => expect(submit().disabled).toBe(false));
    create.mockReturnValue(new Promise(() => undefined));
    fireEvent.click(submit());
    await waitFor(() => expect(submit().disabled).toBe(true));
    expect(create.mock.calls[0]?.[0]).toEqual({
      first_name: 'Kathleen',
      last_name: 'Briggs',
      phone: null,
      email: null,
      address: '118 Marine Street',
      city: 'St. Augustine',
      state: 'FL',
      zip_code: '32084',
      county: 'St. Johns',
    });
  });

  it('retries as the same request, and as another one after a change', async () => {
    const { router } = draw();
    await fill();
    create.mockRejectedValueOnce(new ApiError(500, 'Server error. Please try again later.'));
    fireEvent.click(submit());
    await screen.findByText('Failed to save customer');
    create.mockRejectedValueOnce(new ApiError(400, '', { city: ['City is not known'] }));
    fireEvent.click(submit());
    await waitFor(() => expect(screen.getAllByText('City is not known')).toHaveLength(2));
    type('City', 'Palatka');
    await waitFor(() => expect(submit().disabled).toBe(false));
    fireEvent.click(submit());
    await screen.findByText('The new customer');
    expect(screen.getByText('Customer saved successfully')).toBeTruthy();
    expect(router.state.location.pathname).toBe(`/customers/${exampleCustomer().id}`);
    const keys = create.mock.calls.map(([, key]) => key);
    expect(keys[0]).toBe(keys[1]);
    expect(keys[2]).not.toBe(keys[0]);
  });
});
