import { Fragment } from 'react';
import { type Control, Controller } from 'react-hook-form';
import type { FieldValue, FormField } from '#domain/values/form-field.ts';
import classes from './field-control.module.css';
import { FieldInput } from './field-input.tsx';

export type FormValues = Record<string, FieldValue>;

interface FieldControlProps {
  control: Control<FormValues>;
  field: FormField;
  required?: boolean;
  latest?: string;
}

/** A field of the domain's data, bound to the form by its wire name; only it renders when it changes. */
export const FieldControl = ({ control, field, required, latest }: FieldControlProps) => (
  <Controller
    control={control}
    name={field.name}
    render={({ field: bound, fieldState }) => (
      <FieldInput
        field={field}
        value={bound.value}
        onChange={bound.onChange}
        onBlur={bound.onBlur}
        inputRef={bound.ref}
        error={fieldState.error?.message}
        required={required}
        latest={latest}
      />
    )}
  />
);

interface FieldGridProps {
  control: Control<FormValues>;
  fields: readonly FormField[];
  /** Names of the fields that must be filled now. */
  required: ReadonlySet<string>;
  latest?: string;
}

/** Fields side by side in the widths they ask for, one under the other on a phone, with a heading per group. */
export const FieldGrid = ({ control, fields, required, latest }: FieldGridProps) => (
  <div className={classes.grid}>
    {fields.map((field, index) => (
      <Fragment key={field.name}>
        {field.group && field.group !== fields[index - 1]?.group && <h3 className={classes.group}>{field.group}</h3>}
        <div data-width={field.width ?? 'full'}>
          <FieldControl control={control} field={field} required={required.has(field.name)} latest={latest} />
        </div>
      </Fragment>
    ))}
  </div>
);
