import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type Control, useController } from 'react-hook-form';
import { type Address, addressesIn, zipBeforeCity } from '#domain/shared/forms/addresses.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { filledByZip, type ZipPlace } from '#domain/shared/forms/zip-fill.ts';
import { FieldCells } from './field-cells.tsx';
import { type DrawField, FieldControl, type FieldControlProps, type FormValues } from './field-control.tsx';
import { placeOfZip } from './place-of-zip.ts';
import { SameAddress } from './same-address.tsx';

/** The ZIP code of an address: once it is typed, it fills the city, county and state that are blank. */
const ZipField = ({ address, ...props }: FieldControlProps & { address: Address }) => {
  const { control, field } = props;
  const [typed, setTyped] = useState<unknown>();
  const before = useRef<ZipPlace>(undefined);
  const parts = [
    useController({ control, name: address.city ?? field.name }).field,
    useController({ control, name: address.county ?? field.name }).field,
    useController({ control, name: address.state ?? field.name }).field,
    useController({ control, name: address.country ?? field.name }).field,
  ];
  const fill = useEffectEvent((place: ZipPlace) => {
    const values = Object.fromEntries(parts.map(({ name, value }) => [name, value]));
    const filled = filledByZip(address, values, place, before.current);
    for (const { name, onChange } of parts) if (name in filled) onChange(filled[name]);
    before.current = place;
  });
  useEffect(() => {
    let isLatest = true;
    void placeOfZip(typed).then((place) => {
      if (isLatest && place) fill(place);
    });
    return () => {
      isLatest = false;
    };
  }, [typed]);
  return <FieldControl {...props} onTyped={setTyped} />;
};

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
