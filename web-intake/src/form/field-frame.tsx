import { Fragment, memo } from 'react';
import { isRequired } from '#domain/intake/intake.rules.ts';
import { fieldWording } from '#domain/intake/intake-wording.ts';
import { isQuestionShown } from '#domain/intake/question-visibility.ts';
import { type OwnCemetery, ownChoice } from '#domain/managed-forms/form-options.ts';
import {
  type Cemetery,
  cemeteries,
  otherCemetery,
  undecidedCemetery,
} from '#domain/shared/reference-data/cemeteries.ts';
import { addDays, ageOn, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { t, translateMessage, useLanguage } from '../language.ts';
import { Check, ErrorIcon, MissingIcon } from '../site-header.tsx';
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
import { fieldId } from './focus-field.ts';
import {
  buttonsBelow,
  errorOf,
  type FormSnapshot,
  isMissing,
  lastNameOf,
  useFormSnapshot,
  useFormStore,
} from './form-store.ts';
import { type FormFieldData, fieldNotKnown, mayBeUnknown } from './funeral-home-form.ts';

interface FieldProps {
  field: FormFieldData;
}

const recentDays = [
  { label: 'Today', daysAgo: 0 },
  { label: 'Yesterday', daysAgo: 1 },
] as const;

/** Answers of one tap below a field, where most families would type what they enter. */
function Suggestions({ field }: FieldProps) {
  if (field.name === 'date_of_death') return <RecentDays field={field} />;
  if (field.kind === 'email') return <EmailDomains field={field} />;
  return buttonsBelow(field.name).map((shortcut) => <ShortcutButton key={shortcut.label} shortcut={shortcut} />);
}

interface ChipProps {
  label: string;
  pressed?: boolean;
  onPress: () => void;
}

function Chip({ label, pressed, onPress }: ChipProps) {
  return (
    <button
      type="button"
      className="chip"
      aria-pressed={pressed}
      // The field keeps the focus, so that no message moves the button away while it is pressed.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onPress}
    >
      {label}
    </button>
  );
}

function RecentDays({ field: { name } }: FieldProps) {
  const store = useFormStore();
  const value = useFormSnapshot(({ values }) => values[name]);
  const today = useFormSnapshot((snapshot) => snapshot.today);
  if (today === '') return null;
  return (
    <p className="suggestions">
      {recentDays.map(({ label, daysAgo }) => {
        const day = addDays(today, -daysAgo);
        return <Chip key={label} label={t(label)} pressed={value === day} onPress={() => store.enter(name, day)} />;
      })}
    </p>
  );
}

/** The domains of most private addresses in the United States. */
const emailDomains = ['gmail.com', 'yahoo.com', 'icloud.com', 'outlook.com', 'aol.com'];

/** Returns the domains that complete a typed address; none once it has one of its own. */
const domainsFor = (typed: string): string[] => {
  const [local, domain = '', ...others] = typed.trim().toLowerCase().split('@');
  if (!local || others.length > 0) return [];
  return emailDomains.filter((offered) => offered.startsWith(domain) && offered !== domain);
};

function EmailDomains({ field: { name } }: FieldProps) {
  const store = useFormStore();
  const typed = useFormSnapshot(({ values }) => String(values[name] ?? ''));
  const isFollowing = useFormSnapshot(({ ticked }) => [...ticked].some(({ copies = {} }) => name in copies));
  const domains = isFollowing ? [] : domainsFor(typed);
  if (domains.length === 0) return null;
  const complete = (domain: string) => {
    store.enter(name, `${typed.trim().split('@')[0]}@${domain}`);
    // The pressed button goes.
    document.getElementById(fieldId(name))?.focus();
  };
  return (
    <p className="suggestions">
      {domains.map((domain) => (
        <Chip key={domain} label={`@${domain}`} onPress={() => complete(domain)} />
      ))}
    </p>
  );
}

function ShortcutButton({ shortcut }: { shortcut: ReturnType<typeof buttonsBelow>[number] }) {
  const store = useFormStore();
  const pressed = useFormSnapshot(({ ticked }) => ticked.has(shortcut));
  const lastName = useFormSnapshot((snapshot) => lastNameOf(shortcut, snapshot));
  if (lastName === '') return null;
  return (
    <p className="suggestions">
      <Chip
        label={[t(shortcut.label), lastName].filter(Boolean).join(': ')}
        pressed={pressed}
        onPress={() => store.tick(shortcut, !pressed)}
      />
    </p>
  );
}

const explained: Readonly<Record<string, string>> = {
  [undecidedCemetery]: 'For example, cremation, or you want to talk with us first',
  [otherCemetery]: 'A cemetery not on this list',
};

/** The home's own cemeteries, between the most frequent choices and “other”. */
const withOwn = (own: readonly OwnCemetery[]): readonly Cemetery[] => {
  const usual = (value: string) => cemeteries.filter((cemetery) => cemetery.value === value);
  const listed = own.map(({ name, cost, note, ...address }, index) => ({
    value: ownChoice(own[index] as OwnCemetery),
    name,
    address,
    approximateCost: cost === null ? null : parseMoney(cost),
    ...(note ? { note } : {}),
  }));
  return [...usual(undecidedCemetery), ...listed, ...usual(otherCemetery)];
};

/** The choices of most families in the first night come first. */
function CemeteryControl({ field, required, invalid, describedBy }: ControlProps) {
  const store = useFormStore();
  const value = useFormSnapshot(({ values }) => values[field.name]);
  const own = useFormSnapshot(({ form }) => form?.shape.cemeteries);
  const offered = own ? withOwn(own) : cemeteries;
  return (
    <div
      className="costs"
      role="radiogroup"
      aria-labelledby={`${fieldId(field.name)}-label`}
      aria-describedby={describedBy}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
    >
      {offered.map((cemetery, index) => (
        <Fragment key={cemetery.value}>
          {index === 1 && !own && (
            <p className="label costs-town">{t('In and around {0}', cemetery.address?.city ?? '')}</p>
          )}
          <label className="choice">
            <input
              type="radio"
              name={field.name}
              id={index === 0 ? fieldId(field.name) : `${fieldId(field.name)}-${cemetery.value}`}
              value={cemetery.value}
              checked={value === cemetery.value}
              onChange={() => store.enter(field.name, cemetery.value)}
              onBlur={() => store.visit(field.name)}
            />
            <span className="costs-what">
              {t(cemetery.name)}
              <small>{t(explained[cemetery.value] ?? cemetery.address?.city ?? '')}</small>
            </span>
            <Cost cemetery={cemetery} />
          </label>
        </Fragment>
      ))}
    </div>
  );
}

function Cost({ cemetery: { approximateCost, note } }: { cemetery: Cemetery }) {
  if (note) return <small className="costs-note">{t(note)}</small>;
  if (approximateCost === null) return null;
  return (
    <span className="costs-cost">
      <small>{t('about')}</small> {formatMoney(approximateCost).replace('.00', '')}
    </span>
  );
}

/** "I don't know" locks the field and counts as an answer; it can be undone. */
function UnknownChip({ field, label }: { field: FormFieldData; label: string }) {
  const store = useFormStore();
  const pressed = useFormSnapshot((snapshot) => fieldNotKnown(field, snapshot));
  return (
    <button
      type="button"
      className="chip"
      id={`${fieldId(field.name)}-unknown`}
      aria-pressed={pressed}
      onClick={() => store.setUnknown(field.name, !pressed)}
    >
      {pressed && <Check />}
      {t(chipWords(field))}
      <span className="hidden-text">: {label}</span>
    </button>
  );
}

const chipWords = ({ name }: FormFieldData): string =>
  name === 'deceased_first_name' ? 'No name given' : 'I don’t know';

const ageText = ({ report, subject }: FormSnapshot): string => {
  const { date_of_birth: birth, date_of_death: death } = report;
  if (!isCalendarDate(birth) || !isCalendarDate(death) || death < birth || subject === 'baby') return '';
  const years = ageOn(birth, death);
  if (years === 0) return t('Age: under one year');
  return years === 1 ? t('Age: 1 year') : t('Age: {0} years', years);
};

/** The age shows a mistyped year. */
function AgeNote() {
  const text = useFormSnapshot(ageText);
  return (
    <p className="age-note" role="status">
      {text}
    </p>
  );
}

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

/** Renders nothing for a field that is not asked. */
export const FieldFrame = memo(function FieldFrame({ field }: { field: FormFieldData }) {
  useLanguage();
  const isShown = useFormSnapshot(({ report, today, omittedFields }) =>
    isQuestionShown(field, report, today, omittedFields),
  );
  const required = useFormSnapshot(({ report, today }) => isRequired(field, report, today));
  const subject = useFormSnapshot((snapshot) => snapshot.subject);
  const error = useFormSnapshot((snapshot) => errorOf(field, snapshot));
  const chip = useFormSnapshot((snapshot) => mayBeUnknown(field, snapshot));
  const notKnown = useFormSnapshot((snapshot) => fieldNotKnown(field, snapshot));
  if (!isShown) return null;

  const id = fieldId(field.name);
  const words = fieldWording(field.name, subject);
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
        {!notKnown && <Suggestions field={field} />}
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

/** Amber with an open ring for a missing answer, red with a full disc for a wrong one; both have words. */
function Message({ field, text }: { field: FormFieldData; text: string }) {
  const gap = isMissing(field, text);
  return (
    <p className="message" id={`${fieldId(field.name)}-error`}>
      {gap ? <MissingIcon /> : <ErrorIcon />}
      {gap && field.requiredMessage === undefined ? t('Required') : translateMessage(text)}
    </p>
  );
}

/** Two narrow fields share a row on a phone. */
const isNarrow = ({ kind, name, unknown }: FormFieldData): boolean =>
  unknown === undefined && (kind === 'state' || kind === 'zip' || kind === 'country' || name.endsWith('_city'));

interface LabelProps {
  field: FormFieldData;
  label: string;
  required: boolean;
  /** The field has one control, which it labels. */
  isLabel: boolean;
}

/** Labels one control, or the group of several. */
function Label({ field, label, required, isLabel }: LabelProps) {
  const id = fieldId(field.name);
  // A field with a default is never empty.
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
