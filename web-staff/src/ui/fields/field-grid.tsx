import { zips } from 'virtual:zip-codes';
import { Button, Menu } from '@mantine/core';
import {
  createContext,
  Fragment,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react';
import { type Control, Controller, type UseFormReturn, useController } from 'react-hook-form';
import {
  type Address,
  type AddressPart,
  addressChoices,
  addressesIn,
  addressParts,
  filledByZip,
  type KnownAddress,
  placeInLines,
  wholeZipOf,
  type ZipPlace,
  zipBeforeCity,
} from '#domain/shared/forms/addresses.ts';
import type { FieldValue, FormField } from '#domain/shared/forms/field.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import classes from './field-control.module.css';
import { FieldInput } from './field-input.tsx';
import { afterPointerUp, type FieldInputProps } from './use-values-form.ts';

export type FormValues = Record<string, FieldValue>;

/**
 * Computes a value from the answers of a form and renders again only when that value changes. It replaces the `compute` of
 * `useWatch` where `compute` closes over props, because `useWatch` runs it again only when an answer changes.
 */
export function useComputed<T extends object | string>(
  { subscribe, getValues }: Pick<UseFormReturn<FormValues>, 'subscribe' | 'getValues'>,
  compute: (values: FormValues) => T,
): T {
  const latest = useRef<T>(undefined);
  return useSyncExternalStore(
    useCallback((callback) => subscribe({ formState: { values: true }, callback }), [subscribe]),
    () => {
      const computed = compute(getValues());
      if (latest.current === undefined || JSON.stringify(computed) !== JSON.stringify(latest.current))
        latest.current = computed;
      return latest.current;
    },
  );
}

export type DrawField = (props: FieldInputProps) => ReactNode;

interface FieldControlProps {
  control: Control<FormValues>;
  field: FormField;
  required?: boolean;
  latest?: string;
  draw?: DrawField;
  onTyped?: (value: FieldValue) => void;
}

/** Only this field re-renders when it changes. */
export const FieldControl = ({ control, field, required, latest, draw, onTyped }: FieldControlProps) => (
  <Controller
    control={control}
    name={field.name}
    render={({ field: bound, fieldState }) => {
      const props: FieldInputProps = {
        field,
        value: bound.value,
        onChange: (value: FieldValue) => {
          bound.onChange(value);
          onTyped?.(value);
        },
        onBlur: () => afterPointerUp(bound.onBlur),
        inputRef: bound.ref,
        error: fieldState.error?.message,
        required,
        latest,
      };
      return <>{draw ? draw(props) : <FieldInput {...props} />}</>;
    }}
  />
);

/** Returns the place of a complete ZIP code; null if it is not listed, undefined offline. */
const placeOfZip = async (typed: unknown): Promise<ZipPlace | null | undefined> => {
  const zip = wholeZipOf(typed);
  if (!zip) return undefined;
  const part = await zips[Number(zip[0])]?.().catch(() => undefined);
  return part && (placeInLines(zip, part.default) ?? null);
};

/** Addresses of the record on the page, for forms in it; read when an address is rendered. */
export const KnownAddresses = createContext<() => readonly KnownAddress[]>(() => []);

interface SameAddressProps {
  control: Control<FormValues>;
  address: Address;
  street: string;
}

/** "Same as …": copies an address of the record; the copy is independent. */
const SameAddress = ({ control, address, street }: SameAddressProps) => {
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
  const presentParts = addressParts.filter((part) => address[part] !== undefined);
  const current = Object.fromEntries(presentParts.map((part) => [part, asString(fields[part].value)]));
  const choices = addressChoices(useContext(KnownAddresses)(), current);
  if (choices.length === 0) return null;
  const fill = async ({ parts }: KnownAddress) => {
    const county = parts.county || (address.county && (await placeOfZip(parts.zip))?.county);
    for (const part of presentParts) {
      const value = part === 'county' ? county : parts[part];
      // A record without a country is in the United States: keep the form's default.
      if (value !== undefined || part !== 'country') fields[part].onChange(value ?? '');
    }
  };
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button variant="subtle">Same as…</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {choices.map((choice) => (
          <Menu.Item key={choice.label + choice.parts.street} onClick={() => void fill(choice)}>
            {choice.label}: {[choice.parts.street, choice.parts.city].join(', ')}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

interface FieldCellsProps {
  fields: readonly FormField[];
  children: (field: FormField) => ReactNode;
}

export const FieldCells = ({ fields, children }: FieldCellsProps) => (
  <div className={classes.grid}>
    {fields.map((field, index) => (
      <Fragment key={field.name}>
        {field.group && field.group !== fields[index - 1]?.group && <h3 className={classes.group}>{field.group}</h3>}
        <div data-width={field.width ?? 'full'}>{children(field)}</div>
      </Fragment>
    ))}
  </div>
);

/** Once typed, the ZIP code fills blank city, county and state. */
const ZipField = ({ address, ...props }: FieldControlProps & { address: Address }) => {
  const { control, field } = props;
  const [typed, setTyped] = useState<unknown>();
  const before = useRef<ZipPlace | null>(null);
  const parts = [
    useController({ control, name: address.city ?? field.name }).field,
    useController({ control, name: address.county ?? field.name }).field,
    useController({ control, name: address.state ?? field.name }).field,
    useController({ control, name: address.country ?? field.name }).field,
  ];
  const fill = useEffectEvent((place: ZipPlace | null) => {
    const values = Object.fromEntries(parts.map(({ name, value }) => [name, value]));
    const filled = filledByZip(address, values, place, before.current);
    for (const { name, onChange } of parts) if (name in filled) onChange(filled[name]);
    before.current = place;
  });
  useEffect(() => {
    let isLatest = true;
    void placeOfZip(typed).then((place) => {
      if (isLatest && place !== undefined) fill(place);
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
  required: ReadonlySet<string>;
  latest?: string;
  special?: Readonly<Record<string, DrawField>>;
}

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
