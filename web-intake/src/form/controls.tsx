import { type ChangeEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { UseFormReturn } from 'react-hook-form';
import type { IntakeFieldName } from '#domain/intake/intake.sections.ts';
import type { IntakeFormValues } from '#domain/intake/intake-answers.ts';
import type { IntakeField } from '#domain/intake/intake-field.ts';
import { fallbackCountries } from '#domain/reference-data/countries.ts';
import { fieldId } from './focus-field.ts';
import { useFormSnapshot } from './form-store.ts';
import { groupings, regroup } from './typing.ts';

export type FormFieldData = IntakeField<IntakeFieldName>;
export type IntakeFormApi = Pick<
  UseFormReturn<IntakeFormValues>,
  'register' | 'setValue' | 'getValues' | 'reset' | 'subscribe'
>;

/** What every control is told by the frame around it. */
export interface ControlProps {
  field: FormFieldData;
  form: IntakeFormApi;
  required: boolean;
  invalid: boolean;
  /** Ids of the help and error texts. */
  describedBy: string | undefined;
  onVisited: () => void;
}

const inputTypes: Partial<Record<IntakeField['kind'], string>> = {
  email: 'email',
  phone: 'tel',
  date: 'date',
  time: 'time',
};

const autocapitalizeOf = ({ kind, name }: IntakeField): string => {
  if (kind === 'zip') return 'characters';
  return kind === 'text' && name !== 'weight' ? 'words' : 'off';
};

const aria = ({ required, invalid, describedBy }: ControlProps) => ({
  'aria-required': required || undefined,
  'aria-invalid': invalid || undefined,
  'aria-describedby': describedBy,
});

export function TextControl(props: ControlProps) {
  const { field, form, onVisited } = props;
  const today = useFormSnapshot((snapshot) => snapshot.today);
  const { onChange, ...registered } = form.register(field.name, { onBlur: onVisited });
  const group = groupings[field.kind];
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    if (group) regroup(event.target, group);
    return onChange(event);
  };
  return (
    <input
      {...registered}
      {...aria(props)}
      onChange={change}
      id={fieldId(field.name)}
      type={inputTypes[field.kind] ?? 'text'}
      inputMode={field.inputmode}
      autoComplete={field.autocomplete}
      autoCapitalize={autocapitalizeOf(field)}
      spellCheck={field.kind === 'text' ? undefined : false}
      maxLength={field.maxLength}
      max={field.kind === 'date' && today ? today : undefined}
      enterKeyHint="next"
    />
  );
}

/** A number that stays covered unless the family asks to see it. */
export function SsnControl(props: ControlProps) {
  const { field, form, onVisited } = props;
  const [uncovered, setUncovered] = useState(false);
  const { onChange, ...registered } = form.register(field.name, { onBlur: onVisited });
  const change = (event: ChangeEvent<HTMLInputElement>) => {
    regroup(event.target, (typed) => groupings.ssn?.(typed) ?? typed);
    return onChange(event);
  };
  return (
    <div className="with-button">
      <input
        {...registered}
        {...aria(props)}
        onChange={change}
        id={fieldId(field.name)}
        className={uncovered ? undefined : 'covered'}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        spellCheck={false}
        maxLength={field.maxLength}
        placeholder="123-45-6789"
        enterKeyHint="next"
      />
      <button
        type="button"
        className="button-secondary"
        aria-pressed={uncovered}
        onClick={() => setUncovered(!uncovered)}
      >
        {uncovered ? 'Hide' : 'Show'} <span className="hidden-text">{field.label}</span>
      </button>
    </div>
  );
}

export function TextAreaControl(props: ControlProps) {
  const { field, form, onVisited } = props;
  return (
    <textarea
      {...form.register(field.name, { onBlur: onVisited })}
      {...aria(props)}
      id={fieldId(field.name)}
      rows={4}
      maxLength={field.maxLength}
      autoComplete={field.autocomplete}
    />
  );
}

export function SelectControl(props: ControlProps) {
  const { field, form, onVisited } = props;
  return (
    <select
      {...form.register(field.name, { onBlur: onVisited })}
      {...aria(props)}
      id={fieldId(field.name)}
      autoComplete={field.autocomplete}
    >
      {field.defaultValue === '' && <option value="">Please select</option>}
      <Options options={field.options ?? []} />
    </select>
  );
}

const firstCountries = new Set(fallbackCountries.map(({ code3 }) => code3));

/** Holds the usual countries and the chosen one until it is reached for: some 250 options in each address are slow. */
export function CountryControl(props: ControlProps) {
  const { field, form, onVisited } = props;
  const [opened, setOpened] = useState(false);
  const value = String(useFormSnapshot(({ values }) => values[field.name] ?? ''));
  const { ref, name, onBlur, onChange } = form.register(field.name, { onBlur: onVisited });
  const open = () => {
    // The browser opens its list right after this event: the options must stand there by then.
    if (!opened) flushSync(() => setOpened(true));
  };
  const options = field.options ?? [];
  const shown = opened
    ? options
    : options.filter((option) => firstCountries.has(option.value) || option.value === value);
  return (
    <select
      {...aria(props)}
      ref={ref}
      name={name}
      value={value}
      onChange={onChange}
      onBlur={onBlur}
      onPointerDown={open}
      onFocus={open}
      id={fieldId(field.name)}
      autoComplete={field.autocomplete}
    >
      <Options options={shown} />
    </select>
  );
}

function Options({ options }: { options: NonNullable<IntakeField['options']> }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ));
}

export function CheckboxControl(props: ControlProps) {
  const { field, form, onVisited } = props;
  return (
    <label className="choice">
      <input
        {...form.register(field.name, { onBlur: onVisited })}
        {...aria(props)}
        id={fieldId(field.name)}
        type="checkbox"
      />
      <span>{field.label}</span>
    </label>
  );
}

export function RadioControl(props: ControlProps) {
  const id = fieldId(props.field.name);
  return (
    <div className="choices" role="radiogroup" aria-labelledby={`${id}-label`} {...aria(props)}>
      <Choices {...props} type="radio" />
    </div>
  );
}

/** Check boxes: several answers may be true. Their group has no ARIA state for "required" or "invalid"; the boxes have. */
export function MultiselectControl(props: ControlProps) {
  const id = fieldId(props.field.name);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset takes no part in the subgrid that aligns the fields of a row
    <div
      className="choices choices-many"
      role="group"
      aria-labelledby={`${id}-label`}
      aria-describedby={props.describedBy}
    >
      <Choices {...props} type="checkbox" />
    </div>
  );
}

function Choices({ field, form, onVisited, invalid, type }: ControlProps & { type: 'radio' | 'checkbox' }) {
  const registered = form.register(field.name, { onBlur: onVisited });
  const id = fieldId(field.name);
  return (field.options ?? []).map(({ value, label }, index) => (
    <label key={value} className="choice">
      <input
        {...registered}
        type={type}
        id={index === 0 ? id : `${id}-${value}`}
        value={value}
        aria-invalid={(type === 'checkbox' && invalid) || undefined}
      />
      <span>{label}</span>
    </label>
  ));
}
