import '@mantine/core/styles/Switch.css';
import { NativeSelect, Switch, TextInput } from '@mantine/core';
import { useRef } from 'react';
import classes from './case-numbering-form.module.css';
import type { NumberingValues } from './case-numbering-values.ts';
import { insertAt, TokenButtons } from './token-buttons.tsx';

const digits = Array.from({ length: 8 }, (_, index) => index + 1);
const digitOptions = digits.map((count) => ({
  value: String(count),
  label: `${count} ${count === 1 ? 'digit' : 'digits'} (${'7'.padStart(count, '0')})`,
}));

interface NumberingFieldsProps {
  values: NumberingValues;
  /** Where the count stands while nobody has said otherwise. */
  counting: number;
  onChange: (change: Partial<NumberingValues>) => void;
  errorOf: (name: keyof NumberingValues) => string | undefined;
}

export const NumberingFields = ({ values, counting, onChange, errorOf }: NumberingFieldsProps) => {
  const pattern = useRef<HTMLInputElement>(null);
  /** A token that stands in the pattern without a value is easily overlooked: it leaves no trace in the numbers. */
  const standsFor = (token: string, value: string): string =>
    values.pattern.includes(token) && value.trim() === ''
      ? `${token} is left out while this is empty`
      : `Stands for ${token}`;
  const line = { autoComplete: 'off', spellCheck: false } as const;

  const insert = (token: string) => {
    const input = pattern.current;
    const end = values.pattern.length;
    const { text, caret } = insertAt(values.pattern, token, [input?.selectionStart ?? end, input?.selectionEnd ?? end]);
    onChange({ pattern: text });
    // The caret can be placed once the new text is in the field.
    requestAnimationFrame(() => {
      input?.focus();
      input?.setSelectionRange(caret, caret);
    });
  };

  return (
    <div className={classes.fields}>
      <div className={classes.wide}>
        <TextInput
          {...line}
          ref={pattern}
          label="Pattern"
          description="Plain characters, and tokens that each case fills in"
          maxLength={60}
          value={values.pattern}
          onChange={(event) => onChange({ pattern: event.currentTarget.value })}
          error={errorOf('pattern')}
        />
        <TokenButtons pattern={values.pattern} onInsert={insert} />
      </div>
      <TextInput
        {...line}
        label="Prefix"
        description={standsFor('{PREFIX}', values.prefix)}
        maxLength={10}
        value={values.prefix}
        onChange={(event) => onChange({ prefix: event.currentTarget.value })}
        error={errorOf('prefix')}
      />
      <TextInput
        {...line}
        label="Location code"
        description={standsFor('{LOCATION}', values.location_code)}
        maxLength={10}
        value={values.location_code}
        onChange={(event) => onChange({ location_code: event.currentTarget.value })}
        error={errorOf('location_code')}
      />
      <NativeSelect
        label="Number of digits"
        description="Stands for {SEQ}, filled up with zeros"
        value={values.padding}
        data={digitOptions}
        onChange={(event) => onChange({ padding: event.currentTarget.value })}
        error={errorOf('padding')}
      />
      <TextInput
        {...line}
        label="Next value"
        description="The count that the next case gets"
        inputMode="numeric"
        maxLength={8}
        value={values.next_value ?? String(counting)}
        onChange={(event) => onChange({ next_value: event.currentTarget.value })}
        error={errorOf('next_value')}
      />
      <div className={classes.wide}>
        <Switch
          label="Restart at 1 every year"
          description="The pattern then needs {YEAR} or {YY}, so that no year repeats another’s numbers."
          checked={values.reset_yearly}
          onChange={(event) => onChange({ reset_yearly: event.currentTarget.checked })}
        />
      </div>
    </div>
  );
};
