import { memo } from 'react';
import { isRequired, isShown } from '#domain/intake/intake.rules.ts';
import {
  CheckboxControl,
  type ControlProps,
  CountryControl,
  DateControl,
  type FormFieldData,
  MultiselectControl,
  RadioControl,
  SelectControl,
  SsnControl,
  TextAreaControl,
  TextControl,
} from './controls.tsx';
import { fieldId } from './focus-field.ts';
import { errorOf, useFormSnapshot } from './form-store.ts';

const controls: Record<FormFieldData['kind'], (props: ControlProps) => React.ReactNode> = {
  text: TextControl,
  email: TextControl,
  phone: TextControl,
  date: DateControl,
  time: TextControl,
  zip: TextControl,
  ssn: SsnControl,
  textarea: TextAreaControl,
  select: SelectControl,
  state: SelectControl,
  country: CountryControl,
  checkbox: CheckboxControl,
  radio: RadioControl,
  multiselect: MultiselectControl,
};

/** One field of the section data: its label, help, control and message, or nothing while its condition does not hold. */
export const FieldFrame = memo(function FieldFrame({ field }: { field: FormFieldData }) {
  const shown = useFormSnapshot(({ values, today }) => isShown(field, values, today));
  const required = useFormSnapshot(({ values, today }) => isRequired(field, values, today));
  const error = useFormSnapshot((snapshot) => errorOf(field.name, snapshot));
  if (!shown) return null;

  const id = fieldId(field.name);
  const describedBy = [field.help && `${id}-help`, error && `${id}-error`].filter(Boolean).join(' ') || undefined;
  const Control = controls[field.kind];
  const control = <Control field={field} required={required} invalid={error !== undefined} describedBy={describedBy} />;
  const help = field.help && (
    <p className="help" id={`${id}-help`}>
      {field.help}
    </p>
  );
  const message = error && (
    <p className="error" id={`${id}-error`}>
      {error}
    </p>
  );
  const ticked = field.kind === 'checkbox';
  return (
    <div className={`field field-${field.width ?? 'full'}${error ? ' field-invalid' : ''}`}>
      {ticked ? <div className="before-tick">{help}</div> : <Label field={field} required={required} />}
      {control}
      <div>
        {!ticked && help}
        {message}
      </div>
    </div>
  );
});

/** The question; of several buttons it names their group, which carries its id as label. */
function Label({ field, required }: { field: FormFieldData; required: boolean }) {
  const id = fieldId(field.name);
  // A field that starts with an answer is never empty, and the Social Security Number's own help says when it is needed.
  const optional = !required && String(field.defaultValue) === '' && field.kind !== 'ssn';
  const text = (
    <>
      {field.label}
      {optional && <span className="optional"> (optional)</span>}
    </>
  );
  if (hasChoices(field)) {
    return (
      <p className="label" id={`${id}-label`}>
        {text}
      </p>
    );
  }
  return (
    <label className="label" htmlFor={id}>
      {text}
    </label>
  );
}

const hasChoices = ({ kind }: FormFieldData): boolean => kind === 'radio' || kind === 'multiselect';
