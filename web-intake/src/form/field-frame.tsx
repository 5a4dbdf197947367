import { memo } from 'react';
import { isRequired } from '#domain/intake/intake.rules.ts';
import { fieldWording } from '#domain/intake/intake-wording.ts';
import { isQuestionShown } from '#domain/intake/question-visibility.ts';
import { ErrorIcon, MissingIcon } from '../icons.tsx';
import { t, translateMessage, useLanguage } from '../language.ts';
import { AgeNote } from './age-note.tsx';
import { CemeteryControl } from './cemetery-control.tsx';
import {
  CheckboxControl,
  type ControlProps,
  CountryControl,
  MultiselectControl,
  RadioControl,
  SelectControl,
  SsnControl,
  TextAreaControl,
  TextControl,
} from './controls.tsx';
import { DateControl } from './date-control.tsx';
import { type FormFieldData, fieldNotKnown, mayBeUnknown } from './field-data.ts';
import { fieldId } from './focus-field.ts';
import { errorOf, isMissing, useFormSnapshot } from './form-store.ts';
import { UnknownChip } from './unknown-chip.tsx';

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

const controlOf = ({ name, kind }: FormFieldData) => (name === 'cemetery_choice' ? CemeteryControl : controls[kind]);

/** One field of the section data: its label, message, control and help, or nothing while it is not asked. */
export const FieldFrame = memo(function FieldFrame({ field }: { field: FormFieldData }) {
  useLanguage();
  const shown = useFormSnapshot(({ report, today, left }) => isQuestionShown(field, report, today, left));
  const required = useFormSnapshot(({ report, today }) => isRequired(field, report, today));
  const about = useFormSnapshot((snapshot) => snapshot.about);
  const error = useFormSnapshot((snapshot) => errorOf(field, snapshot));
  const chip = useFormSnapshot((snapshot) => mayBeUnknown(field, snapshot));
  const notKnown = useFormSnapshot((snapshot) => fieldNotKnown(field, snapshot));
  if (!shown) return null;

  const id = fieldId(field.name);
  const words = fieldWording(field.name, about);
  const label = t(words.label ?? field.label);
  const help = words.help ?? field.help;
  const state = error === undefined ? '' : isMissing(field, error) ? ' field-missing' : ' field-wrong';
  const describedBy = [error && `${id}-error`, help && `${id}-help`].filter(Boolean).join(' ') || undefined;
  const Control = controlOf(field);
  const control = <Control field={field} required={required} invalid={error !== undefined} describedBy={describedBy} />;
  const message = error && <Message field={field} text={error} />;
  if (field.kind === 'checkbox') {
    return (
      <div className={`field field-tick field-${field.width ?? 'full'}${state}`}>
        <div>{message}</div>
        {control}
        <div />
      </div>
    );
  }
  return (
    <div className={`field field-${field.width ?? 'full'}${isNarrow(field) ? ' field-narrow' : ''}${state}`}>
      <div className="field-head">
        <div className="labels">
          <Label field={field} label={label} required={required} isLabel={!notKnown} />
          {chip && <UnknownChip field={field} label={label} />}
        </div>
        {message}
      </div>
      {notKnown ? <p className="not-known">{t(notKnownWords(field))}</p> : control}
      <div>
        {field.name === 'date_of_death' && <AgeNote />}
        {help && !notKnown && (
          <p className="help" id={`${id}-help`}>
            {translateMessage(help)}
          </p>
        )}
      </div>
    </div>
  );
});

const notKnownWords = ({ name }: FormFieldData): string =>
  name === 'deceased_first_name' ? 'We will use the family name.' : 'Not known yet. We will find out together.';

/** Amber and an open ring for what is missing, red and a full disc for what is wrong; both in words. */
function Message({ field, text }: { field: FormFieldData; text: string }) {
  const gap = isMissing(field, text);
  return (
    <p className="message" id={`${fieldId(field.name)}-error`}>
      {gap ? <MissingIcon /> : <ErrorIcon />}
      {gap && field.requiredMessage === undefined ? t('Still needed') : translateMessage(text)}
    </p>
  );
}

/** Two of these stand in a row on a phone, where there is room. */
const isNarrow = ({ kind, name, unknown }: FormFieldData): boolean =>
  unknown === undefined && (kind === 'state' || kind === 'zip' || kind === 'country' || name.endsWith('_city'));

interface LabelProps {
  field: FormFieldData;
  label: string;
  required: boolean;
  /** There is one control for it to name. */
  isLabel: boolean;
}

/** The question; of several controls it names their group, which carries its id as label. */
function Label({ field, label, required, isLabel }: LabelProps) {
  const id = fieldId(field.name);
  // A field that starts with an answer is never empty.
  const optional = !required && String(field.defaultValue) === '';
  const text = (
    <>
      {label}
      {optional && <span className="optional"> {t('(optional)')}</span>}
    </>
  );
  if (hasParts(field) || !isLabel) {
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

const hasParts = ({ kind, name }: FormFieldData): boolean =>
  kind === 'radio' || kind === 'multiselect' || kind === 'date' || name === 'cemetery_choice';
