// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import { control, enter, freshPages, goTo, open, serve, settled } from '../testing/page-fixture.tsx';
import { fieldId } from './focus-field.ts';

// Every part of a field calls this when it renders.
vi.mock(import('./focus-field.ts'), async (original) => {
  const real = await original();
  return { ...real, fieldId: vi.fn(real.fieldId) };
});

freshPages();

/** The fields that rendered during `run`. */
const renderedBy = async (run: () => void | Promise<void>): Promise<string[]> => {
  vi.mocked(fieldId).mockClear();
  await run();
  return [...new Set(vi.mocked(fieldId).mock.calls.map(([name]) => name))];
};

it('renders only the field that a user types into, also after the rules ran', async () => {
  serve();
  await open('deceased');
  expect(await renderedBy(() => enter('deceased_first_name', 'H'))).toEqual(['deceased_first_name']);
  expect(vi.mocked(fieldId)).toHaveBeenCalledTimes(1);
  expect(await renderedBy(() => enter('deceased_first_name', 'Ha'))).toEqual(['deceased_first_name']);
  expect(await renderedBy(settled)).toEqual([]);
});

it('renders only the checked field, also of several choices', async () => {
  serve();
  await open('deceased');
  expect(await renderedBy(() => enter('gender', 'male'))).toEqual(['gender']);
  goTo('additional');
  expect(await renderedBy(() => enter('race', ['white']))).toEqual(['race']);
});

it('renders an answer with the fields that depend on it, and no others', async () => {
  serve();
  await open('family');
  const rendered = await renderedBy(() => enter('marital_status', 'married'));
  expect(rendered).toContain('spouse_first_name');
  expect(rendered.filter((name) => !name.startsWith('spouse_') && name !== 'marital_status')).toEqual([]);
});

it('renders a field with those that copy it', async () => {
  serve();
  await open('death');
  const rendered = await renderedBy(() => enter('death_address', '118 Marine Street'));
  expect(rendered.sort()).toEqual(['current_body_address', 'death_address']);
  expect(control('current_body_address').value).toBe('118 Marine Street');
});
