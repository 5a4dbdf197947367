import type { ComponentType } from 'react';
import type { FieldKind } from '#domain/shared/forms/field.ts';
import { CheckboxControl, ChoicesControl, RadioControl } from './choice-controls.tsx';
import type { FieldInputProps } from './field-shape.ts';
import {
  DateControl,
  DateTimeControl,
  EmailControl,
  IntegerControl,
  MoneyControl,
  PercentControl,
  PhoneControl,
  SelectControl,
  SsnControl,
  TextareaControl,
  TextControl,
  TimeControl,
} from './line-controls.tsx';

type FieldControl = ComponentType<FieldInputProps>;

/**
 * The one control for each kind of field; a kind without one does not compile. Lists of entries and references to records
 * have screens of their own.
 */
const controls = {
  text: TextControl,
  zip: TextControl,
  textarea: TextareaControl,
  email: EmailControl,
  phone: PhoneControl,
  date: DateControl,
  time: TimeControl,
  datetime: DateTimeControl,
  ssn: SsnControl,
  money: MoneyControl,
  integer: IntegerControl,
  percent: PercentControl,
  select: SelectControl,
  state: SelectControl,
  country: SelectControl,
  radio: RadioControl,
  checkbox: CheckboxControl,
  multiselect: ChoicesControl,
} satisfies Record<Exclude<FieldKind, 'entries' | 'reference'>, FieldControl> & Record<string, FieldControl>;

const controlOf = new Map<string, FieldControl>(Object.entries(controls));

/** The control of the field's kind. */
export const FieldInput = (props: FieldInputProps) => {
  const Control = controlOf.get(props.field.kind) ?? TextControl;
  return <Control {...props} />;
};
