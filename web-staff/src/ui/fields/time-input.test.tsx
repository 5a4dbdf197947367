// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core';
import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, it } from 'vitest';
import { FieldInput } from './field-input.tsx';
import type { FieldShape } from './use-values-form.ts';

afterEach(cleanup);

const Held = ({ field, start, onKept }: { field: FieldShape; start: string; onKept: (value: string) => void }) => {
  const [value, setValue] = useState(start);
  const keep = (next: string) => {
    setValue(next);
    onKept(next);
  };
  return <FieldInput field={field} value={value} onChange={(next) => keep(String(next))} />;
};
const draw = (field: FieldShape, start = '') => {
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
  const current = draw({ name: 'it', label: 'Service time', kind: 'time', daytime: true });
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
  draw({ name: 'it', label: 'Service time', kind: 'time', daytime: true });
  const input = screen.getByRole('textbox', { name: 'Service time' });
  fireEvent.change(input, { target: { value: '10' } });
  expect(screen.queryByRole('group')).toBeNull();
  fireEvent.change(input, { target: { value: '2' } });
  fireEvent.keyDown(input, { key: 'Tab' });
  expect(document.activeElement).toBe(screen.getByRole('button', { name: '2:00 PM' }));
});

it('suggests neither half for a time of death', () => {
  draw({ name: 'it', label: 'Time of death', kind: 'time' });
  type('Time of death', '0240');
  expect(screen.getAllByRole('button').map(({ dataset }) => dataset.variant)).toEqual(['default', 'default']);
});

it('keeps a day whose time has no AM or PM, and asks for it', () => {
  const kept = draw({ name: 'it', label: 'Expected arrival', kind: 'datetime' }, '2026-11-29T09:00');
  type('Expected arrival: time', '2:40');
  expect(kept.value).toBe('2026-11-29T2:40 AM or PM');
  fireEvent.click(screen.getByRole('button', { name: '2:40 AM' }));
  expect(kept.value).toBe('2026-11-29T02:40');
});
