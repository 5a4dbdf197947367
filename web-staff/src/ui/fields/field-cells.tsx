import { Fragment, type ReactNode } from 'react';
import type { FormField } from '#domain/shared/forms/field.ts';
import classes from './field-control.module.css';

interface FieldCellsProps {
  fields: readonly FormField[];
  /** Draws the control of a field. */
  children: (field: FormField) => ReactNode;
}

/** Fields side by side in the widths they ask for, one under the other on a phone, with a heading per group. */
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
