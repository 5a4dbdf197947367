// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { customerRowOf } from '../../customers/mutations.ts';
import { exampleCustomer } from '../../testing/example-customer.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../../ui/feedback/toasts.tsx';
import type { KinEntry } from '../parts/kin-entries.ts';
import { KinEditor } from './kin-editor.tsx';

const kathleen = customerRowOf(exampleCustomer());
const search = vi.fn<(typed: string) => Promise<unknown>>();
const onChange = vi.fn<(next: readonly KinEntry[], also?: Record<string, unknown>) => void>();

const address = { address_street: '118 Marine Street', city: 'St. Augustine', state: 'FL', zip_code: '32084' };
const karin: KinEntry = {
  ...{ relationship: 'daughter', first_name: 'Karin', last_name: 'Lindqvist', ...address },
  ...{ phone: '9045550143', email: 'karin@example.com', existingCustomerId: '0193a000-0000-7000-8000-000000000201' },
};
const erik: KinEntry = { relationship: 'son', first_name: 'Erik', last_name: 'Lindqvist', phone: '6125550117' };
const ingrid: KinEntry = { relationship: 'sibling', first_name: 'Ingrid', last_name: 'Berg', notes: 'Night shifts' };

interface DrawOptions {
  sections?: Case['sections'];
  errors?: Record<string, string>;
}

const Page = ({ start, sections = {}, ...props }: DrawOptions & { start: readonly KinEntry[] }) => {
  const [value, setValue] = useState(start);
  return (
    <>
      <Toasts />
      <KinEditor
        {...props}
        value={value}
        caseRecord={{ sections }}
        onChange={(next, also) => {
          onChange(next, also);
          setValue(next);
        }}
      />
    </>
  );
};

const draw = (start: readonly KinEntry[] = [], options: DrawOptions = {}) => {
  const call = answering({
    'GET /api/customers/customers/search/': (input) => search((input as { query: { q: string } }).query.q),
  });
  return renderPage(<Page start={start} {...options} />, { call, pages: { '/away': <p>Elsewhere</p> } });
};

beforeEach(() => {
  vi.useFakeTimers();
  onChange.mockReset();
  search.mockReset().mockResolvedValue([kathleen]);
});
afterEach(() => vi.useRealTimers());

const wait = (milliseconds = 1) => act(() => vi.advanceTimersByTimeAsync(milliseconds));
const button = (name: string) => screen.getByRole('button', { name });
const click = async (name: string) => {
  fireEvent.click(button(name));
  await wait(50);
};
const named = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
const field = (name: string | RegExp) =>
  (typeof name === 'string' ? named(name) : (screen.getByLabelText(name) as HTMLInputElement)) as HTMLInputElement;
const fill = async (name: string | RegExp, value: string) => {
  fireEvent.change(field(name), { target: { value } });
  await wait();
};
const relationship = /^Relationship/;
const choose = (value: string) => fill(relationship, value);
const find = async (typed = 'kathl') => {
  fireEvent.change(screen.getByRole('combobox', { name: 'Existing customer' }), { target: { value: typed } });
  for (const turn of [300, 1, 1]) await wait(turn);
};
const pick = async () => {
  await find();
  fireEvent.click(screen.getByRole('option', { name: /Kathleen Briggs/ }));
  await wait();
};
const names = () => onChange.mock.lastCall?.[0].map(({ first_name }) => first_name);
const also = () => onChange.mock.lastCall?.[1];
const status = () => screen.getAllByRole('status').map(({ textContent }) => textContent);
/** A complete name and address. */
const whole = {
  ...{ first_name: 'Sven', last_name: 'Lindqvist', address_street: '9 Cove Road', city: 'Palatka' },
  ...{ state: 'FL', zip_code: '32177' },
};
const fillWhole = async () => {
  for (const [name, value] of Object.entries(whole)) await fill(name, value);
};

describe('empty next-of-kin card', () => {
  it('asks for the relationship before creating a person', async () => {
    draw();
    await click('Create New');
    expect(screen.getAllByText('Please select a relationship first').length).toBe(2);
    expect(document.activeElement).toBe(field(relationship));
    expect(named('first_name')).toBeNull();
    await choose('son');
    await click('Create New');
    expect(screen.getByRole('group', { name: 'New customer' })).toBeTruthy();
  });

  it('accepts an existing customer after confirmation', async () => {
    draw();
    await choose('sibling');
    await pick();
    expect(onChange).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(button('Confirm Selection'));
    await click('Confirm Selection');
    expect(onChange).toHaveBeenCalledTimes(1);
    const joined = '118 Marine Street, St. Augustine, FL, 32084';
    const named = { relationship: 'sibling', first_name: 'Kathleen', last_name: 'Briggs', phone: '9045550142' };
    expect(onChange.mock.lastCall?.[0]).toEqual([
      { ...named, ...address, address: joined, existingCustomerId: kathleen.id },
    ]);
    expect(also()).toEqual({
      ...{ informant: kathleen.id, informant_name: 'Kathleen Briggs', informant_relationship: 'sibling' },
      informant_address: joined,
    });
    expect(screen.getByText('Brother or sister · primary contact')).toBeTruthy();
  });
});

describe('new customer as next of kin', () => {
  const begin = async (as = 'son') => {
    draw();
    await choose(as);
    await click('Create New');
  };

  it('shows errors at the fields', async () => {
    await begin();
    await fillWhole();
    await fill('phone', '555');
    fireEvent.blur(field('phone'));
    await wait();
    expect(screen.getByText('Phone number must be 10 digits')).toBeTruthy();
    await click('Save Customer');
    expect(onChange).not.toHaveBeenCalled();
    expect(document.activeElement).toBe(field('phone'));
  });

  it('creates the customer with the case, also by Enter', async () => {
    await begin();
    await fillWhole();
    await fill('phone', '(904) 555-0188');
    await fill('email', ' Sven@Example.com ');
    await vi.waitFor(() => expect(field('county').value).toBe('Putnam'));
    fireEvent.keyDown(field('city'), { key: 'Enter' });
    await wait();
    expect(onChange.mock.lastCall?.[0]).toEqual([
      {
        ...{ ...whole, relationship: 'son', phone: '9045550188', email: 'sven@example.com', address_country: 'USA' },
        ...{ county: 'Putnam', address: '9 Cove Road, Palatka, FL, 32177', isCreatingNew: true },
      },
    ]);
    expect(screen.getByText('Son · primary contact')).toBeTruthy();
  });

  it('adds a person with a name and one contact before the address is known', async () => {
    await begin();
    await fill('first_name', 'Sven');
    await fill('last_name', 'Lindqvist');
    expect(['last_name', 'phone'].map((name) => field(name).getAttribute('aria-required'))).toEqual(['true', 'false']);
    expect(screen.getAllByText(/a phone, an email or an address are enough for the case/)).toHaveLength(1);
    await click('Add to Case');
    expect(screen.getByText('Enter a phone number, an email or an address')).toBeTruthy();
    await fill('email', 'sven@example.com');
    expect(screen.queryByText('Enter a phone number, an email or an address')).toBeNull();
    await click('Add to Case');
    const sven = { relationship: 'son', first_name: 'Sven', last_name: 'Lindqvist', email: 'sven@example.com' };
    expect(onChange.mock.lastCall?.[0]).toEqual([{ ...sven, address_country: 'USA' }]);
  });

  it('accepts a one-letter name after confirmation', async () => {
    await begin();
    for (const [name, value] of Object.entries({ first_name: 'Sven', last_name: 'O', phone: '9045550188' }))
      await fill(name, value);
    await click('Add to Case');
    expect(screen.getByText('Last name must be at least 2 characters long')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Yes, this is the whole name'));
    await wait();
    expect(screen.queryByText(/at least 2 characters/)).toBeNull();
    await click('Add to Case');
    expect(onChange.mock.lastCall?.[0]).toMatchObject([{ last_name: 'O', whole_name: true }]);
  });

  it('matches an international phone number only as a whole', async () => {
    const abroad = { ...kathleen, phone: '+525512345678' };
    search.mockResolvedValue([abroad, { ...kathleen, id: crypto.randomUUID(), phone: '+5255123456789' }]);
    await begin();
    await fill('phone', '+52 55 1234 5678');
    for (const turn of [300, 1, 1]) await wait(turn);
    expect(search.mock.lastCall).toEqual(['525512345678']);
    expect(screen.getAllByRole('button', { name: /^Kathleen Briggs/ })).toHaveLength(1);
  });

  it('rejects a second entry of the same person', async () => {
    search.mockResolvedValue([]);
    draw([erik]);
    await click('Add next of kin');
    fireEvent.change(screen.getAllByLabelText(relationship).at(-1) as Element, { target: { value: 'son' } });
    await click('Create New');
    await fillWhole();
    await fill('first_name', 'Erik');
    await fill('phone', '612-555-0117');
    expect(screen.getByText('Erik Lindqvist is already on this list with this phone number.')).toBeTruthy();
    await click('Save Customer');
    expect(screen.getByText('Erik Lindqvist is already on this list')).toBeTruthy();
    expect(onChange).not.toHaveBeenCalled();
  });
});

it('fills the marriage when a spouse is chosen as primary contact', async () => {
  draw();
  await choose('spouse');
  await pick();
  await click('Confirm Selection');
  expect(also()).toMatchObject({ marital_status: 'married', spouse_first_name: 'Kathleen' });
  expect(screen.getByText('Spouse information auto-filled based on informant selection')).toBeTruthy();
});

describe('saved next of kin', () => {
  it('links to phone, email and customer', () => {
    draw([karin]);
    const to = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(to('(904) 555-0143')).toBe('tel:9045550143');
    expect(to('Email karin@example.com')).toBe('mailto:karin@example.com');
    expect(to('Customer record')).toBe(`/customers/${String(karin.existingCustomerId)}`);
    expect(screen.getByText('118 Marine Street, St. Augustine, FL 32084')).toBeTruthy();
  });

  it('suggests Son or Daughter instead of Child for 4 seconds', async () => {
    const child = 'Please update from "Child" to either "Son" or "Daughter"';
    draw([{ ...karin, relationship: 'child' }]);
    expect(screen.getByText(child)).toBeTruthy();
    expect((field(relationship) as unknown as HTMLSelectElement).selectedOptions[0]?.textContent).toBe(
      'Child (please update to Son or Daughter)',
    );
    await wait(4000);
    await wait(500);
    expect(screen.queryByText(child)).toBeNull();
    await choose('daughter');
    expect(onChange.mock.lastCall?.[0]).toEqual([karin]);
    expect(screen.queryByRole('option', { name: /^Child/ })).toBeNull();
  });

  it('suggests it only for the primary contact', () => {
    draw([karin, { ...erik, relationship: 'child' }]);
    expect(screen.queryByText(/Please update from/)).toBeNull();
  });

  it('edits a person in place and keeps the link to the customer', async () => {
    draw([karin]);
    await click('Edit Karin Lindqvist');
    expect(screen.getByText(/apply to this case only/)).toBeTruthy();
    await fill('phone', '904 555 0199');
    await click('Save Changes');
    expect(onChange.mock.lastCall?.[0]).toMatchObject([
      { phone: '9045550199', existingCustomerId: karin.existingCustomerId, relationship: 'daughter' },
    ]);
    expect(onChange.mock.lastCall?.[0][0]).not.toHaveProperty('isCreatingNew');
    await wait(50);
    expect(document.activeElement).toBe(button('Edit Karin Lindqvist'));
  });

  it('edits a person who is no customer, or makes them one', async () => {
    draw([erik]);
    await click('Edit Erik Lindqvist');
    await fill('phone', '6125550118');
    await click('Save Changes');
    expect(onChange.mock.lastCall?.[0]).toMatchObject([{ first_name: 'Erik', phone: '6125550118' }]);
    expect(onChange.mock.lastCall?.[0][0]).not.toHaveProperty('isCreatingNew');
    await click('Edit Erik Lindqvist');
    await fillWhole();
    await click('Save Customer');
    expect(onChange.mock.lastCall?.[0]).toMatchObject([{ first_name: 'Sven', isCreatingNew: true }]);
  });

  it('shows server errors of the list, the card and the fields', async () => {
    const ofList = 'A case can have at most 10 customers';
    draw([karin, erik], { errors: { next_of_kins: ofList, 'next_of_kins.1.city': 'City is required' } });
    const alerts = screen.getAllByRole('alert').map(({ textContent }) => textContent);
    expect(alerts.toSorted()).toEqual([ofList, 'Erik Lindqvist could not be saved:City: City is required']);
    await click('Edit Erik Lindqvist');
    expect(field('city').getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field('city'));
  });
});

describe('next-of-kin list', () => {
  it("resets the informant's fields when the primary contact is cleared", async () => {
    draw([karin]);
    expect(screen.queryByRole('button', { name: 'Remove Karin Lindqvist' })).toBeNull();
    await click('Clear Karin Lindqvist');
    const reset = { informant: '', informant_name: '', informant_relationship: '', informant_address: '' };
    expect(onChange).toHaveBeenCalledWith([], reset);
    expect(screen.getByRole('combobox', { name: 'Existing customer' })).toBeTruthy();
    await click('Undo');
    expect(onChange.mock.lastCall?.[0]).toEqual([karin]);
    expect(also()).toMatchObject({ informant: karin.existingCustomerId, informant_name: 'Karin Lindqvist' });
  });

  const more = async (name: string, item: string) => {
    await click(`More for ${name}`);
    await wait(300);
    fireEvent.click(screen.getByRole('menuitem', { name: item }));
    await wait(300);
  };

  it('makes another entry the primary contact', async () => {
    draw([karin, erik, ingrid]);
    await more('Ingrid Berg', 'Make primary contact');
    expect(names()).toEqual(['Ingrid', 'Karin', 'Erik']);
    expect(also()).toMatchObject({ informant: '', informant_name: 'Ingrid Berg' });
    expect(status()).toContain('Ingrid Berg is now the primary contact.Undo');
    await click('Undo');
    expect(names()).toEqual(['Karin', 'Erik', 'Ingrid']);
  });

  it('limits the list to ten', async () => {
    const ten = Array.from({ length: 10 }, (_, nth) => ({ ...erik, first_name: `Erik${'x'.repeat(nth)}` }));
    draw(ten);
    const add = button('Add next of kin');
    expect(add.getAttribute('aria-disabled')).toBe('true');
    expect(add.getAttribute('aria-description')).toBe('A case can have at most 10 customers');
    await click('Add next of kin');
    expect(screen.queryByRole('combobox', { name: 'Existing customer' })).toBeNull();
  });
});
