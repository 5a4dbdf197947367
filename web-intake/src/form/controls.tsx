import { type ChangeEvent, type FocusEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { IntakeField } from '#domain/intake/intake-field.ts';
import { fieldWording } from '#domain/intake/intake-wording.ts';
import { notesReservedChars } from '#domain/intake/question-visibility.ts';
import type { FieldValue } from '#domain/shared/forms/field.ts';
import { fallbackCountries } from '#domain/shared/reference-data/countries-and-states.ts';
import { unreadTime } from '#domain/shared/values/date-time.ts';
import { firstLetter } from '#domain/shared/values/person-name.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { formatSsn } from '#domain/shared/values/ssn.ts';
import { t } from '../language.ts';
import { fieldId } from './focus-field.ts';
import { useFormSnapshot, useFormStore } from './form-store.ts';
import { shownText } from './format-answer.ts';
import type { FormFieldData } from './funeral-home-form.ts';

/** Groups digits while a user types. */
const groupings: Partial<Record<string, (typed: string) => string>> = { ssn: formatSsn, phone: formatPhone };

const digitsIn = (text: string): number => text.replace(/\D/g, '').length;

/** Rewrites an input's text as `format` groups it, with the caret after the same digit. */
export const regroup = (input: HTMLInputElement, format: (typed: string) => string): void => {
  const typed = input.value;
  const grouped = format(typed);
  if (grouped === typed) return;
  const before = digitsIn(typed.slice(0, input.selectionStart ?? typed.length));
  input.value = grouped;
  let caret = 0;
  for (let digits = 0; digits < before && caret < grouped.length; caret++) {
    if (/\d/.test(grouped.charAt(caret))) digits++;
  }
  input.setSelectionRange(caret, caret);
};

export interface ControlProps {
  field: FormFieldData;
  required: boolean;
  invalid: boolean;
  describedBy: string | undefined;
}

const inputTypes: Partial<Record<IntakeField['kind'], string>> = {
  email: 'email',
  phone: 'tel',
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

/** Only this control renders with its value. */
const useAnswer = ({ name }: FormFieldData) => {
  const store = useFormStore();
  const value = useFormSnapshot(({ values }) => values[name]);
  const enter = (entered: FieldValue) => store.enter(name, entered);
  return { value, enter, onBlur: () => store.visit(name) };
};

/** `group` rewrites the text while typing. */
const useText = (field: FormFieldData) => {
  const { value, enter, onBlur } = useAnswer(field);
  const group = groupings[field.kind];
  const onChange = ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => {
    if (group && target instanceof HTMLInputElement) regroup(target, group);
    enter(target.value);
  };
  const text = typeof value === 'string' ? shownText(value) : '';
  return { name: field.name, id: fieldId(field.name), value: text, onChange, onBlur };
};

export function TextControl(props: ControlProps) {
  const { field } = props;
  const store = useFormStore();
  const text = useText(field);
  const isUnread = text.value === unreadTime;
  // A browser's time input has no value until AM or PM is chosen.
  const leave = ({ target }: FocusEvent<HTMLInputElement>) => {
    // Cut here and not while typing, so that a letter of several keys can be composed.
    const typed = field.isInitial ? firstLetter(target.value) : target.value;
    if (target.validity.badInput) store.enter(field.name, unreadTime);
    else if (isUnread || typed !== target.value) store.enter(field.name, typed);
    text.onBlur();
  };
  return (
    <input
      {...text}
      {...aria(props)}
      value={isUnread ? '' : text.value}
      onBlur={leave}
      type={inputTypes[field.kind] ?? 'text'}
      inputMode={field.inputmode}
      autoComplete={field.autocomplete}
      autoCapitalize={autocapitalizeOf(field)}
      spellCheck={field.kind === 'text' ? undefined : false}
      maxLength={field.maxLength}
      enterKeyHint="next"
    />
  );
}

/** Hidden unless the family asks to see it. */
export function SsnControl(props: ControlProps) {
  const { field } = props;
  const [uncovered, setUncovered] = useState(false);
  return (
    <div className="with-button">
      <input
        {...useText(field)}
        {...aria(props)}
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
        className="button button-secondary"
        aria-pressed={uncovered}
        onClick={() => setUncovered(!uncovered)}
      >
        {t(uncovered ? 'Hide' : 'Show')} <span className="hidden-text">{t(field.label)}</span>
      </button>
    </div>
  );
}

export function TextAreaControl(props: ControlProps) {
  const { field } = props;
  return (
    <textarea
      {...useText(field)}
      {...aria(props)}
      rows={4}
      maxLength={roomIn(field)}
      autoComplete={field.autocomplete}
    />
  );
}

/** The notes to the staff share the field's length. */
const roomIn = ({ name, maxLength }: FormFieldData): number | undefined =>
  name === 'special_requests' && maxLength ? maxLength - notesReservedChars : maxLength;

export function SelectControl(props: ControlProps) {
  const { field } = props;
  return (
    <select {...useText(field)} {...aria(props)} autoComplete={field.autocomplete}>
      {field.defaultValue === '' && <option value="">{t('Please select')}</option>}
      <Options options={offered(field)} />
    </select>
  );
}

const firstCountries = new Set(fallbackCountries.map(({ code3 }) => code3));

/** Renders only the usual countries until it is focused, because some 250 options in each address are slow. */
export function CountryControl(props: ControlProps) {
  const { field } = props;
  const [opened, setOpened] = useState(false);
  const text = useText(field);
  const open = () => {
    // The browser opens its list right after this event, so the options must exist then.
    if (!opened) flushSync(() => setOpened(true));
  };
  const options = offered(field);
  const shown = opened
    ? options
    : options.filter((option) => firstCountries.has(option.value) || option.value === text.value);
  return (
    <select {...text} {...aria(props)} onPointerDown={open} onFocus={open} autoComplete={field.autocomplete}>
      <Options options={shown} />
    </select>
  );
}

/** "I don't know" has its own button. */
const offered = ({ options = [], unknown }: FormFieldData) => options.filter(({ value }) => value !== unknown);

function Options({ options }: { options: NonNullable<IntakeField['options']> }) {
  return options.map(({ value, label }) => (
    <option key={value} value={value}>
      {t(label)}
    </option>
  ));
}

export function CheckboxControl(props: ControlProps) {
  const { field } = props;
  const { value, enter, onBlur } = useAnswer(field);
  return (
    <label className="choice choice-wide">
      <input
        {...aria(props)}
        name={field.name}
        id={fieldId(field.name)}
        type="checkbox"
        checked={value === true}
        onChange={({ target }) => enter(target.checked)}
        onBlur={onBlur}
      />
      <span>
        {t(field.label)}
        {field.help && field.kind === 'checkbox' && field.name !== 'consent' && (
          <small className="help" id={`${fieldId(field.name)}-help`}>
            {t(field.help)}
          </small>
        )}
      </span>
    </label>
  );
}

/** A longer choice would be narrow in two columns. */
const longLabel = 24;

export function RadioControl(props: ControlProps) {
  const { field } = props;
  const { value, enter, onBlur } = useAnswer(field);
  const subject = useFormSnapshot((snapshot) => snapshot.subject);
  const options = fieldWording(field.name, subject).options ?? offered(field);
  const isLong = options.some(({ label }) => label.length > longLabel);
  return (
    <div
      className={isLong ? 'choices choices-long' : 'choices'}
      role="radiogroup"
      aria-labelledby={`${fieldId(field.name)}-label`}
      {...aria(props)}
    >
      {choicesOf(field.name, options).map((choice) => (
        <label key={choice.value} className="choice">
          <input
            type="radio"
            name={field.name}
            id={choice.id}
            value={choice.value}
            checked={value === choice.value}
            onChange={() => enter(choice.value)}
            onBlur={onBlur}
          />
          <span>{t(choice.label)}</span>
        </label>
      ))}
    </div>
  );
}

/** A group has no ARIA state for "required" or "invalid", but its checkboxes have. */
export function MultiselectControl({ field, invalid, describedBy }: ControlProps) {
  const { value, enter, onBlur } = useAnswer(field);
  const ticked = Array.isArray(value) ? value : [];
  const choices = choicesOf(field.name, field.options);
  const toggle = (toggled: string) =>
    // In the form's order.
    enter(
      choices
        .map((choice) => choice.value)
        .filter((choiceValue) => ticked.includes(choiceValue) !== (choiceValue === toggled)),
    );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset takes no part in the subgrid that aligns the fields of a row
    <div
      className="choices choices-many"
      role="group"
      aria-labelledby={`${fieldId(field.name)}-label`}
      aria-describedby={describedBy}
    >
      {choices.map((choice) => (
        <label key={choice.value} className="choice">
          <input
            type="checkbox"
            name={field.name}
            id={choice.id}
            value={choice.value}
            checked={ticked.includes(choice.value)}
            onChange={() => toggle(choice.value)}
            onBlur={onBlur}
            aria-invalid={invalid || undefined}
          />
          <span>{t(choice.label)}</span>
        </label>
      ))}
    </div>
  );
}

const choicesOf = (name: string, options: FormFieldData['options'] = []) =>
  options.map(({ value, label }, index) => ({
    value,
    label,
    id: index === 0 ? fieldId(name) : `${fieldId(name)}-${value}`,
  }));
