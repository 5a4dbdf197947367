import {
  Button,
  Checkbox,
  Group,
  Input,
  NativeSelect,
  Radio,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import { type ComponentType, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { FieldKind } from '#domain/shared/forms/field.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { chooseHalf, halvesOf, spokenOf } from '#domain/shared/values/date-time.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { formatSsn, isMaskedSsn } from '#domain/shared/values/ssn.ts';
import { DateField } from './date-field.tsx';
import { halvesToAsk, timeTexts } from './half-of-day.ts';
import classes from './time-input.module.css';
import { cleanMoney, readMoney, TypedInput, withoutCommas, writeMoney } from './typed-controls.tsx';
import { afterPointerUp, chosenOf, type FieldInputProps, type FieldShape, type ValuesForm } from './use-values-form.ts';

const choiceProps = ({ field, onBlur, error }: FieldInputProps) => ({
  label: field.label,
  description: field.help,
  error,
  onBlur,
  'data-field': field.name,
});

const CheckboxControl = (props: FieldInputProps) => (
  <Checkbox
    {...choiceProps(props)}
    ref={props.inputRef}
    checked={props.value === true}
    onChange={(event) => props.onChange(event.currentTarget.checked)}
    mt="xs"
  />
);

export const RadioControl = (props: FieldInputProps) => (
  <Radio.Group
    {...choiceProps(props)}
    withAsterisk={props.required}
    value={asString(props.value)}
    onChange={props.onChange}
  >
    <Group gap="md" mt={4}>
      {props.field.options?.map(({ value, label }, index) => (
        <Radio key={value} ref={index === 0 ? props.inputRef : undefined} value={value} label={label} />
      ))}
    </Group>
  </Radio.Group>
);

const ChoicesControl = (props: FieldInputProps) => (
  <Checkbox.Group
    {...choiceProps(props)}
    withAsterisk={props.required}
    value={chosenOf(props.value)}
    onChange={props.onChange}
  >
    <div className={classes.choices}>
      {props.field.options?.map(({ value, label }, index) => (
        <Checkbox key={value} ref={index === 0 ? props.inputRef : undefined} value={value} label={label} />
      ))}
    </div>
  </Checkbox.Group>
);

const notAsked = { value: '', label: 'Not answered' };

/** An unanswered question has its own option, so that an answer can be withdrawn. */
export const YesNoControl = (props: FieldInputProps) => (
  <RadioControl {...props} field={{ ...props.field, options: [...(props.field.options ?? []), notAsked] }} />
);

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** HH:MM, or the raw input. */
  value: string;
  onChange: (value: string) => void;
  /** A daytime event: without AM or PM, the daytime hour is suggested. */
  daytime?: boolean | undefined;
}

/** A typed time of day: '4:35 am', '435p', 'noon'. When left without AM or PM, it asks which is meant. */
export const TimeInput = ({ value, onChange, daytime, ...settings }: TimeInputProps) => {
  const box = useRef<HTMLDivElement>(null);
  const asking = useId();
  const [typing, setTyping] = useState(false);
  const halves = typing ? undefined : halvesToAsk(value, daytime);
  const buttons = () => box.current?.querySelectorAll('button') ?? [];
  const choose = (time: string) => {
    onChange(time);
    // The buttons disappear and would take the focus with them.
    box.current?.querySelector('input')?.focus();
  };
  return (
    <div ref={box}>
      <TypedInput
        {...settings}
        value={value}
        error={halves && settings.error === chooseHalf ? true : settings.error}
        onChange={(next) => {
          setTyping(true);
          onChange(next);
        }}
        onBlur={(event) => {
          afterPointerUp(() => setTyping(false));
          settings.onBlur?.(event);
        }}
        // The question appears before the focus moves, so that Tab reaches it: the likelier answer first, if any.
        onKeyDown={(event) => {
          if (event.key !== 'Tab' || event.shiftKey || !halvesToAsk(value)) return;
          flushSync(() => setTyping(false));
          const likely = halvesToAsk(value, daytime)?.findIndex(({ isLikely }) => isLikely) ?? -1;
          event.preventDefault();
          buttons()[Math.max(0, likely)]?.focus();
        }}
        placeholder="h:mm AM"
        autoComplete="off"
        maxLength={12}
        {...timeTexts}
      />
      {halves && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset would be another box around the field
        <div className={classes.halves} role="group" aria-labelledby={asking}>
          <span id={asking} role="status">
            Is {spokenOf(value)} AM or PM?
          </span>
          {halves.map(({ label, time, isLikely }) => (
            <Button key={time} variant={isLikely ? 'filled' : 'default'} onClick={() => choose(time)}>
              {label}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
};

export const lineProps = ({ field, value, onChange, onBlur, error, required, inputRef }: FieldInputProps) => ({
  label: field.label,
  description: field.help,
  error,
  onBlur,
  ref: inputRef,
  'data-field': field.name,
  withAsterisk: required,
  required: false,
  'aria-required': required,
  name: field.name,
  autoComplete: 'off',
  maxLength: field.maxLength,
  inputMode: field.inputmode,
  value: asString(value),
  onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
});

const TextControl = (props: FieldInputProps) => {
  const id = useId();
  const { suggestions } = props.field;
  return (
    <>
      <TextInput {...lineProps(props)} list={suggestions && id} />
      {suggestions && (
        <datalist id={id}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </>
  );
};

const line = (settings: TextInputProps) => (props: FieldInputProps) => (
  <TextInput {...lineProps(props)} {...settings} />
);

const EmailControl = line({ type: 'email' });
const TimeControl = (props: FieldInputProps) => (
  <TimeInput {...lineProps(props)} onChange={props.onChange} daytime={props.field.daytime} />
);

/** Date and time in two fields: a browser's combined field drops a time without AM or PM. */
const DateTimeControl = (props: FieldInputProps) => {
  const { description, error, label, onChange: _change, ...settings } = lineProps(props);
  const [day = '', time = ''] = asString(props.value).split('T');
  const change = (nextDay: string, nextTime: string) =>
    props.onChange(nextDay || nextTime ? `${nextDay}T${nextTime}` : '');
  return (
    <Input.Wrapper description={description} error={halvesOf(time) && error === chooseHalf ? undefined : error}>
      <div className={classes.moment}>
        <DateField
          {...settings}
          label={label}
          value={day}
          aria-invalid={Boolean(error) && !halvesOf(time)}
          onDay={(next) => change(next, time)}
        />
        <TimeInput
          label="Time"
          aria-label={`${label}: time`}
          value={time}
          onChange={(next) => change(day, next)}
          onBlur={props.onBlur}
          error={Boolean(error) && error === chooseHalf}
        />
      </div>
    </Input.Wrapper>
  );
};
const MoneyControl = (props: FieldInputProps) => (
  <TypedInput
    {...lineProps(props)}
    onChange={props.onChange}
    inputMode="decimal"
    leftSection="$"
    read={readMoney}
    write={writeMoney}
    clean={cleanMoney}
    repair={withoutCommas}
  />
);
const IntegerControl = line({ inputMode: 'numeric' });
const PercentControl = line({ inputMode: 'decimal', rightSection: '%' });

const DateControl = (props: FieldInputProps) => {
  const { onChange: _change, ...settings } = lineProps(props);
  return <DateField {...settings} max={props.latest} onDay={props.onChange} />;
};

const PhoneControl = (props: FieldInputProps) => (
  <TextInput {...lineProps(props)} type="tel" value={formatPhone(asString(props.value))} />
);

const TextareaControl = (props: FieldInputProps) => (
  <Textarea {...lineProps(props)} rows={props.field.rows ?? 3} resize="vertical" />
);

const optionsFor = (field: FieldShape, value: string) => {
  const options = field.options ?? [];
  const isKnown = value === '' || options.some((option) => option.value === value);
  return [{ value: '', label: 'Please select' }, ...options, ...(isKnown ? [] : [{ value, label: value }])];
};

const SelectControl = (props: FieldInputProps) => (
  <NativeSelect {...lineProps(props)} data={optionsFor(props.field, asString(props.value))} />
);

/** A select without a blank option, because one option is always chosen. */
const ChosenControl = (props: FieldInputProps) => (
  <NativeSelect {...lineProps(props)} data={[...(props.field.options ?? [])]} />
);

/** Shows a masked number until the user replaces it. */
const SsnControl = (props: FieldInputProps) => {
  const { value, onChange, inputRef } = props;
  const input = useRef<HTMLInputElement>(null);
  const ref = (element: HTMLInputElement | null) => {
    input.current = element;
    inputRef?.(element);
  };
  if (isMaskedSsn(asString(value))) {
    const change = (
      <Button
        variant="subtle"
        size="compact-xs"
        onClick={() => {
          onChange('');
          // The button disappears and would take the focus with it.
          input.current?.focus();
        }}
      >
        Change
      </Button>
    );
    return <TextInput {...lineProps(props)} ref={ref} readOnly rightSection={change} rightSectionWidth={76} />;
  }
  return (
    <TextInput
      {...lineProps(props)}
      ref={ref}
      spellCheck={false}
      // The field holds 11 characters, so pasted text is cleaned before it is cut.
      onPaste={(event) => {
        event.preventDefault();
        const { value: text, selectionStart, selectionEnd } = event.currentTarget;
        const pasted = event.clipboardData.getData('text');
        onChange(formatSsn(`${text.slice(0, selectionStart ?? 0)}${pasted}${text.slice(selectionEnd ?? text.length)}`));
      }}
      onChange={(event) => onChange(formatSsn(event.currentTarget.value))}
    />
  );
};

type FieldControl = ComponentType<FieldInputProps>;

/**
 * One control per field kind; a missing one does not compile. Lists of entries and references have their own screens.
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
  chosen: ChosenControl,
  state: SelectControl,
  country: SelectControl,
  radio: RadioControl,
  checkbox: CheckboxControl,
  multiselect: ChoicesControl,
} satisfies Record<Exclude<FieldKind, 'entries' | 'reference'>, FieldControl> & Record<string, FieldControl>;

const controlOf = new Map<string, FieldControl>(Object.entries(controls));

export const FieldInput = (props: FieldInputProps) => {
  const Control = controlOf.get(props.field.kind) ?? TextControl;
  return <Control {...props} />;
};

export const FormFields = ({ form, fields }: { form: ValuesForm; fields: readonly FieldShape[] }) =>
  fields.map((field) => <FieldInput key={field.name} {...form.bind(field)} />);
