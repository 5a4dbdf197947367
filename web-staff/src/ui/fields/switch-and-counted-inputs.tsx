import type { FieldInputProps } from './use-values-form.ts';
import '@mantine/core/styles/ScrollArea.css';
import { type ComboboxItem, type OptionsFilter, Select, Switch, Textarea } from '@mantine/core';
import { ZoneClock } from '../time/zone-clock.tsx';
import '@mantine/core/styles/Switch.css';

export const CountedTextInput = ({ field, value, onChange, onBlur, error, inputRef }: FieldInputProps) => {
  const text = typeof value === 'string' ? value : '';
  return (
    <Textarea
      ref={inputRef}
      label={field.label}
      description={
        <>
          {field.help} {text.length} of {field.maxLength} characters.
        </>
      }
      error={error}
      rows={4}
      resize="vertical"
      maxLength={field.maxLength}
      data-field={field.name}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onBlur}
    />
  );
};

export const SwitchInput = ({ field, value, onChange, onBlur, error, inputRef }: FieldInputProps) => (
  <Switch
    ref={inputRef}
    label={field.label}
    description={field.help}
    error={error}
    data-field={field.name}
    checked={value === true}
    onChange={(event) => onChange(event.currentTarget.checked)}
    onBlur={onBlur}
  />
);

const shownAtOnce = 60;
const spoken = (text: string): string => text.toLowerCase().replaceAll('_', ' ');

/** Matches all typed words in the label or the zone's name. */
const byWords: OptionsFilter = ({ options, search, limit }) => {
  const words = spoken(search).split(/\s+/).filter(Boolean);
  return (options as ComboboxItem[])
    .filter(({ label, value }) => words.every((word) => spoken(`${label} ${value}`).includes(word)))
    .slice(0, limit);
};

export const TimeZoneInput = (props: FieldInputProps) => {
  const { field, onChange, onBlur, error, required, inputRef } = props;
  const zone = typeof props.value === 'string' ? props.value : '';
  const knownOptions = field.options ?? [];
  const unlisted =
    zone === '' || knownOptions.some(({ value }) => value === zone) ? [] : [{ value: zone, label: zone }];
  return (
    <Select
      ref={inputRef}
      label={field.label}
      description={
        zone && (
          <>
            Now <ZoneClock zone={zone} />
          </>
        )
      }
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      error={error}
      withAsterisk={required}
      data-field={field.name}
      data={[...knownOptions, ...unlisted]}
      value={zone}
      onChange={(chosen) => chosen && onChange(chosen)}
      onBlur={onBlur}
      searchable
      allowDeselect={false}
      filter={byWords}
      limit={shownAtOnce}
      maxDropdownHeight={260}
      nothingFoundMessage="No time zone matches"
      comboboxProps={{ withinPortal: false }}
      autoComplete="off"
    />
  );
};
