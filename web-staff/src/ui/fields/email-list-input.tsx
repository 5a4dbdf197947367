import { CloseButton, TextInput } from '@mantine/core';
import { type KeyboardEvent, useRef, useState } from 'react';
import { emailAddress, emailLimit } from '#domain/shared/values/email.ts';
import classes from './email-list-input.module.css';
import type { FieldInputProps } from './use-values-form.ts';

export const withAddresses = (list: readonly string[], typed: string): string[] => {
  const addresses = typed.toLowerCase().split(/[\s,;]+/);
  return [...new Set([...list, ...addresses])].filter(Boolean);
};

const isWrong = (address: string): boolean => !emailAddress.safeParse(address).success;

/** Email addresses as tags: Enter, a comma or leaving the field adds the input, a cross removes one. */
export const EmailListInput = ({ field, value, onChange, onBlur, error, inputRef }: FieldInputProps) => {
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const list = Array.isArray(value) ? (value as readonly string[]) : [];
  const wrong = list.filter(isWrong);
  const add = (text: string) => {
    setTyped('');
    if (text.trim() !== '') onChange(withAddresses(list, text));
  };
  const remove = (address: string) => {
    onChange(list.filter((entry) => entry !== address));
    input.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const last = list.at(-1);
    if (event.key === 'Enter' && typed.trim() !== '') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && typed === '' && last !== undefined) remove(last);
  };
  return (
    <TextInput
      ref={(element) => {
        input.current = element;
        inputRef?.(element);
      }}
      label={field.label}
      description={field.help}
      error={error && wrong.length > 0 ? `${String(error)}: ${wrong.join(', ')}` : error}
      type="text"
      inputMode="email"
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={emailLimit * 4}
      data-field={field.name}
      placeholder={list.length === 0 ? 'name@example.com' : 'Add another'}
      value={typed}
      onChange={({ currentTarget: { value: text } }) => (/[\s,;]/.test(text.trimStart()) ? add(text) : setTyped(text))}
      onKeyDown={onKeyDown}
      onBlur={() => {
        add(typed);
        onBlur?.();
      }}
      inputContainer={(control) => (
        <>
          {list.length > 0 && (
            <ul className={classes.list} aria-label={field.label}>
              {list.map((address) => (
                <li key={address} className={classes.tag} data-wrong={isWrong(address)}>
                  <span className={classes.text}>{address}</span>
                  <CloseButton
                    className={classes.remove}
                    size="sm"
                    radius="xl"
                    aria-label={`Remove ${address}`}
                    onClick={() => remove(address)}
                  />
                </li>
              ))}
            </ul>
          )}
          {control}
        </>
      )}
    />
  );
};
