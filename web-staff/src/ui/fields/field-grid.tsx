import type { Control } from 'react-hook-form';
import { addressesIn, zipBeforeCity } from '#domain/shared/forms/addresses.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { FieldCells } from './field-cells.tsx';
import { type DrawField, FieldControl, type FieldControlProps, type FormValues } from './field-control.tsx';
import { SameAddress } from './same-address.tsx';
import { ZipField } from './zip-field.tsx';

interface FieldGridProps {
  control: Control<FormValues>;
  fields: readonly FormField[];
  /** Names of the fields that must be filled now. */
  required: ReadonlySet<string>;
  latest?: string;
  /** The fields with a control of their own, by name. */
  special?: Readonly<Record<string, DrawField>>;
}

/** Fields of a form, each bound to it, in their cells. */
export const FieldGrid = ({ control, fields, required, latest, special = {} }: FieldGridProps) => (
  <FieldCells fields={zipBeforeCity(fields)}>
    {(field) => {
      const address = addressesIn(fields).find(({ zip, street }) => zip === field.name || street === field.name);
      const props: FieldControlProps = {
        control,
        field,
        required: required.has(field.name),
        latest,
        draw: special[field.name],
      };
      if (address?.zip === field.name) return <ZipField {...props} address={address} />;
      return (
        <>
          <FieldControl {...props} />
          {address && <SameAddress control={control} address={address} street={field.name} />}
        </>
      );
    }}
  </FieldCells>
);
