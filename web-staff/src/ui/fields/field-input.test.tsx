// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import type { FieldValue, FormField } from '#domain/shared/forms/field.ts';
import { FieldInput } from './field-input.tsx';

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
