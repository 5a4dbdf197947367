import { Button, Menu } from '@mantine/core';
import { createContext, useContext } from 'react';
import { type Control, useController } from 'react-hook-form';
import { type Address, type AddressPart, addressParts } from '#domain/shared/forms/addresses.ts';
import { addressChoices, type KnownAddress } from '#domain/shared/forms/known-addresses.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import type { FormValues } from './field-control.tsx';
import { placeOfZip } from './place-of-zip.ts';

/** The addresses that the record on the page has, for forms within it; asked when an address is drawn. */
export const KnownAddresses = createContext<() => readonly KnownAddress[]>(() => []);

interface SameAddressProps {
  control: Control<FormValues>;
  address: Address;
  street: string;
}

/** "Same as …": fills an address from one that the record has; from then on it is an address of its own. */
export const SameAddress = ({ control, address, street }: SameAddressProps) => {
  const bound = (part: AddressPart) => ({ control, name: address[part] ?? street });
  const fields = {
    street: useController(bound('street')).field,
    unit: useController(bound('unit')).field,
    city: useController(bound('city')).field,
    county: useController(bound('county')).field,
    state: useController(bound('state')).field,
    zip: useController(bound('zip')).field,
    country: useController(bound('country')).field,
  };
  const held = addressParts.filter((part) => address[part] !== undefined);
  const current = Object.fromEntries(held.map((part) => [part, asString(fields[part].value)]));
  const choices = addressChoices(useContext(KnownAddresses)(), current);
  if (choices.length === 0) return null;
  const fill = async ({ parts }: KnownAddress) => {
    const county = parts.county || (address.county && (await placeOfZip(parts.zip))?.county);
    for (const part of held) {
      const value = part === 'county' ? county : parts[part];
      // A record without a country is one of the United States: the form's own stays.
      if (value !== undefined || part !== 'country') fields[part].onChange(value ?? '');
    }
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="subtle">Same as…</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((known) => (
          <Menu.Item key={known.label + known.parts.street} onClick={() => void fill(known)}>
            {known.label}: {[known.parts.street, known.parts.city].join(', ')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
