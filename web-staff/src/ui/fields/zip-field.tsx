import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useController } from 'react-hook-form';
import type { Address } from '#domain/shared/forms/addresses.ts';
import { filledByZip, type ZipPlace } from '#domain/shared/forms/zip-fill.ts';
import { FieldControl, type FieldControlProps } from './field-control.tsx';
import { placeOfZip } from './place-of-zip.ts';

/** The ZIP code of an address: once it is typed, it fills the city, county and state that are blank. */
export const ZipField = ({ address, ...props }: FieldControlProps & { address: Address }) => {
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
