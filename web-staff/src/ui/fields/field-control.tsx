import type { ReactNode } from 'react';
import { type Control, Controller } from 'react-hook-form';
import type { FieldValue, FormField } from '#domain/forms/field.ts';
import { afterPress } from './after-press.ts';
import { FieldCells } from './field-cells.tsx';
import { FieldInput } from './field-input.tsx';
import type { FieldInputProps } from './field-shape.ts';

export type FormValues = Record<string, FieldValue>;

/** Draws the control of a field that has one of its own. */
export type DrawField = (props: FieldInputProps) => ReactNode;

interface FieldControlProps {
  control: Control<FormValues>;
  field: FormField;
  required?: boolean;
  latest?: string;
  draw?: DrawField;
}

/** A field of the domain's data, bound to the form by its wire name; only it renders when it changes. */
export const FieldControl = ({ control, field, required, latest, draw }: FieldControlProps) => (
  <Controller
    control={control}
    name={field.name}
    render={({ field: bound, fieldState }) => {
      const props: FieldInputProps = {
        field,
        value: bound.value,
        onChange: bound.onChange,
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
  <FieldCells fields={fields}>
    {(field) => (
      <FieldControl
        control={control}
        field={field}
        required={required.has(field.name)}
        latest={latest}
        draw={special[field.name]}
      />
    )}
  </FieldCells>
);
