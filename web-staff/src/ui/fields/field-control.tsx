import type { ReactNode } from 'react';
import { type Control, Controller } from 'react-hook-form';
import type { FieldValue, FormField } from '#domain/shared/forms/field.ts';
import { afterPointerUp } from './after-pointer-up.ts';
import { FieldInput } from './field-input.tsx';
import type { FieldInputProps } from './field-shape.ts';

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
