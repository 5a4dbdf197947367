// @vitest-environment happy-dom

import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { FieldValue, FormField } from '#domain/shared/forms/field.ts';
import { FieldInput } from './field-input.tsx';
import type { FieldShape } from './use-values-form.ts';

afterEach(cleanup);

const field = (kind: FormField['kind'], more: Partial<FormField> = {}): FormField => ({
  name: 'it',
  label: 'It',
  kind,
  schema: z.string(),
  defaultValue: '',
  ...more,
});

const draw = (shown: FormField, value: FieldValue) => {
  const onChange = vi.fn();
  render(
    <MantineProvider env="test">
      <FieldInput field={shown} value={value} onChange={onChange} />
    </MantineProvider>,
  );
  return onChange;
};

describe('FieldInput', () => {
  it('reads a pasted day, however it is written', () => {
    const onChange = draw(field('date'), '');
    for (const text of ['April 5, 1938', '04/05/1938'])
      fireEvent.paste(screen.getByLabelText('It'), { clipboardData: { getData: () => text } });
    expect(onChange.mock.calls).toEqual([['1938-04-05'], ['1938-04-05']]);
  });

  it.each(['date', 'datetime'] as const)('shows an error if a pasted day in a %s cannot be read', (kind) => {
    const onChange = draw(field(kind), '');
    const input = screen.getByLabelText('It');
    const paste = (text: string) => fireEvent.paste(input, { clipboardData: { getData: () => text } });
    expect(paste('31/31/1934')).toBe(false);
    expect(screen.getByText('It is not a valid date')).toBeTruthy();
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(onChange).not.toHaveBeenCalled();
    paste('12/25/1934');
    expect(screen.queryByText('It is not a valid date')).toBeNull();
  });

  it.each([
    ['blur', (input: HTMLElement) => fireEvent.blur(input)],
    ['Enter', (input: HTMLElement) => fireEvent.keyDown(input, { key: 'Enter' })],
  ])('completes a two-digit year on %s', (_, leave) => {
    const onChange = draw(field('date'), '0041-03-07');
    leave(screen.getByLabelText('It'));
    expect(onChange.mock.calls).toEqual([['1941-03-07']]);
  });

  it('S-11 leaves a masked number unchanged until the user changes it', () => {
    const onChange = draw(field('ssn'), 'XXX-XX-4320');
    const input = screen.getByRole('textbox', { name: 'It' }) as HTMLInputElement;
    expect(input.value).toBe('XXX-XX-4320');
    expect(input.readOnly).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Change' }));
    expect(onChange).toHaveBeenCalledWith('');
    expect(document.activeElement).toBe(input);
  });

  it('groups a new number while typing', () => {
    const onChange = draw(field('ssn'), '');
    fireEvent.change(screen.getByRole('textbox', { name: 'It' }), { target: { value: '987654320' } });
    expect(onChange).toHaveBeenCalledWith('987-65-4320');
  });

  it.each([
    ['$1,250.5x', '1,250.5', '1250.50'],
    ['-40 dollars', '40', '40.00'],
    ['a lot', '', ''],
  ])('D3 §5 keeps only digits and a decimal point of an amount: %s', (typed, shown, stored) => {
    const onChange = draw(field('money'), '');
    const input = screen.getByRole('textbox', { name: 'It' }) as HTMLInputElement;
    fireEvent.change(input, { target: { value: typed } });
    expect(onChange).toHaveBeenCalledWith(stored);
    expect(input.value).toBe(shown);
  });

  it('separates thousands of an amount', () => {
    draw(field('money'), '1250000.50');
    expect((screen.getByRole('textbox', { name: 'It' }) as HTMLInputElement).value).toBe('1,250,000.50');
  });
});

const Held = ({ field, start, onKept }: { field: FieldShape; start: string; onKept: (value: string) => void }) => {
  const [value, setValue] = useState(start);
  const keep = (next: string) => {
    setValue(next);
    onKept(next);
  };
  return <FieldInput field={field} value={value} onChange={(next) => keep(String(next))} />;
};
const drawTime = (field: FieldShape, start = '') => {
  const current = { value: start };
  render(
    <MantineProvider env="test">
      <Held
        field={field}
        start={start}
        onKept={(value) => {
          current.value = value;
        }}
      />
    </MantineProvider>,
  );
  return current;
};
const type = (name: string, value: string) => {
  const input = screen.getByRole('textbox', { name });
  fireEvent.change(input, { target: { value } });
  fireEvent.blur(input);
  return input as HTMLInputElement;
};

it('asks for AM or PM if missing, and suggests daytime for a service', () => {
  const current = drawTime({ name: 'it', label: 'Service time', kind: 'time', daytime: true });
  const input = type('Service time', '2:00');
  expect([input.value, current.value]).toEqual(['2:00', '2:00 AM or PM']);
  expect(screen.getByRole('group', { name: 'Is 2:00 AM or PM?' })).toBeTruthy();
  expect(screen.getByRole('button', { name: '2:00 PM' }).dataset.variant).toBe('filled');
  fireEvent.click(screen.getByRole('button', { name: '2:00 PM' }));
  expect([input.value, current.value]).toEqual(['2:00 PM', '14:00']);
  expect(document.activeElement).toBe(input);
  expect(screen.queryByRole('group')).toBeNull();
});

it('asks when the field is left, and Tab reaches the likelier half', () => {
  drawTime({ name: 'it', label: 'Service time', kind: 'time', daytime: true });
  const input = screen.getByRole('textbox', { name: 'Service time' });
  fireEvent.change(input, { target: { value: '10' } });
  expect(screen.queryByRole('group')).toBeNull();
  fireEvent.change(input, { target: { value: '2' } });
  fireEvent.keyDown(input, { key: 'Tab' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '2:00 PM' }));
});

it('suggests neither half for a time of death', () => {
  drawTime({ name: 'it', label: 'Time of death', kind: 'time' });
  type('Time of death', '0240');
  expect(screen.getAllByRole('button').map(({ dataset }) => dataset.variant)).toEqual(['default', 'default']);
});

it('keeps a day whose time has no AM or PM, and asks for it', () => {
  const kept = drawTime({ name: 'it', label: 'Expected arrival', kind: 'datetime' }, '2026-11-29T09:00');
  type('Expected arrival: time', '2:40');
  expect(kept.value).toBe('2026-11-29T2:40 AM or PM');
  fireEvent.click(screen.getByRole('button', { name: '2:40 AM' }));
  expect(kept.value).toBe('2026-11-29T02:40');
});
