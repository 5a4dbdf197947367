// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { nextOfKinFields } from '#domain/cases/sections/informant-and-family.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FieldGrid, type FormValues, KnownAddresses } from './field-grid.tsx';

const parts = { street: '118 Marine Street', unit: '', city: 'St. Augustine', state: 'FL', zip: '32084' };
const names = ['address_street', 'address_apt', 'city', 'county', 'state', 'zip_code', 'address_country'];
const fields = nextOfKinFields.filter(({ name }) => names.includes(name));
const Kin = ({ known = [{ label: 'Home of the deceased', parts }] }) => {
  const { control } = useForm<FormValues>({ defaultValues: { address_country: 'USA', address_apt: 'Apt 4' } });
  return (
    <KnownAddresses value={() => known}>
      <FieldGrid control={control} fields={fields} required={new Set()} />
    </KnownAddresses>
  );
};
const value = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`)?.value;

it('SameAddress copies an address of the record and adds the county of its ZIP code', async () => {
  renderPage(<Kin />);
  fireEvent.click(screen.getByRole('button', { name: 'Same as…' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Home of the deceased: 118 Marine Street/ }));
  await waitFor(() => expect(value('county')).toBe('St. Johns'));
  const filled = ['address_street', 'address_apt', 'city', 'zip_code'].map(value);
  expect(filled).toEqual(['118 Marine Street', '', 'St. Augustine', '32084']);
  expect(screen.getByDisplayValue('Florida')).toBeTruthy();
  expect(screen.getByDisplayValue(/United States/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Same as…' })).toBeNull();
});
