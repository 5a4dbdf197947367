import type { ReactNode } from 'react';
import { type Control, Controller } from 'react-hook-form';
import { addressesIn, zipBeforeCity } from '#domain/forms/addresses.ts';
import type { FieldValue, FormField } from '#domain/forms/field.ts';
import { afterPress } from './after-press.ts';
import { FieldCells } from './field-cells.tsx';
import { FieldInput } from './field-input.tsx';
import type { FieldInputProps } from './field-shape.ts';
import { SameAddress } from './same-address.tsx';
import { ZipField } from './zip-field.tsx';

export type FormValues = Record<string, FieldValue>;

/** Draws the control of a field that has one of its own. */
export type DrawField = (props: FieldInputProps) => ReactNode;

export interface FieldControlProps {
  control: Control<FormValues>;
  field: FormField;
  required?: boolean;
  latest?: string;
  draw?: DrawField;
  /** Hears what a person enters here. */
  onTyped?: (value: FieldValue) => void;
}

/** A field of the domain's data, bound to the form by its wire name; only it renders when it changes. */
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
        onBlur: () => afterPress(bound.onBlur),
        inputRef: bound.ref,
        error: fieldState.error?.message,
        required,
        latest,
      };
      return <>{draw ? draw(props) : <FieldInput {...props} />}</>;
    }}
  />
);

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
