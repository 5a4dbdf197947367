// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { useForm } from 'react-hook-form';
import { expect, it } from 'vitest';
import { nextOfKinFields } from '#domain/cases/sections/informant.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FieldGrid, type FormValues } from './field-grid.tsx';

const names = ['address_street', 'city', 'county', 'state', 'zip_code', 'address_country'];
const fields = nextOfKinFields.filter(({ name }) => names.includes(name));

const Kin = () => {
  const { control } = useForm<FormValues>({ defaultValues: { address_country: 'USA' } });
  return <FieldGrid control={control} fields={fields} required={new Set()} />;
};
const input = (name: string) => document.querySelector<HTMLInputElement>(`[name="${name}"]`);
const type = (name: string, value: string) => {
  const found = input(name);
  if (!found) throw new Error(`No field ${name}`);
  fireEvent.change(found, { target: { value } });
};

it('ZipField fills city, county and state, and keeps typed values', async () => {
  renderPage(<Kin />);
  type('zip_code', '32084');
  await waitFor(() => expect(input('county')?.value).toBe('St. Johns'));
  expect(input('city')?.value).toBe('Saint Augustine');
  expect(screen.getByDisplayValue('Florida')).toBeTruthy();
  type('city', 'Vilano Beach');
  type('zip_code', '31401');
  await waitFor(() => expect(input('county')?.value).toBe('Chatham'));
  expect(input('city')?.value).toBe('Vilano Beach');
});

it('ZipField fills nothing for an unlisted code', async () => {
  renderPage(<Kin />);
  type('zip_code', '00901');
  type('zip_code', '32084');
  await waitFor(() => expect(input('city')?.value).toBe('Saint Augustine'));
  type('city', '');
  type('zip_code', '00901');
  type('address_street', '1 Calle Sol');
  expect(input('city')?.value).toBe('');
});
