// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { ApiError } from '#domain/shared/contract/client.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FieldGrid, type FormValues } from '../fields/field-grid.tsx';
import type { RecordChange } from './record-form.ts';
import { type AutosaveSection, useAutosave } from './use-autosave.ts';
import { hasUnsavedChanges, useRecordForm } from './use-record-form.tsx';

const Stored = z.object({ name: z.string(), city: z.string(), notes: z.string(), version: z.number() });
type Stored = z.output<typeof Stored>;

const build = fieldBuilders<never>();
const sections: readonly AutosaveSection[] = [
  { id: 'person', fields: [build.line('name', 'Name'), build.line('city', 'City')] },
  { id: 'notes', fields: [build.text('notes', 'Notes')] },
];
const fields = sections.flatMap((section) => section.fields);
const Rules = z.object({ name: z.string().min(1, 'Name is required'), city: z.string(), notes: z.string() });
const record: Stored = { name: 'Ann', city: 'Palatka', notes: '', version: 1 };

const save = vi.fn<(section: string, change: RecordChange<Stored>) => Promise<Stored>>();
let flush: () => Promise<boolean>;
let brokenRules = false;

const Page = () => {
  const form = useRecordForm<Stored>({
    fields,
    record,
    recordSchema: Stored,
    versionOf: ({ version }) => version,
    valuesOf: (from): FormValues => ({ name: from?.name ?? '', city: from?.city ?? '', notes: from?.notes ?? '' }),
    rules: () => {
      if (brokenRules) throw new Error('an error of the program');
      return Rules;
    },
    mergesAlone: true,
    save: (change) => save('all', change),
  });
  const autosave = useAutosave(form, { sections, delayMs: 1000, save });
  flush = autosave.flush;
  return (
    <>
      <FieldGrid control={form.methods.control} fields={fields} required={new Set()} />
      <output>{JSON.stringify(autosave.states)}</output>
      {form.dialogs}
    </>
  );
};

let server: Stored;
beforeEach(() => {
  vi.useFakeTimers();
  server = record;
  save.mockReset().mockImplementation(async (_, { changed, values, version }) => {
    if (version !== server.version) throw new ApiError(409, '', { detail: 'Changed', current: server });
    const patch = Object.fromEntries(changed.map(({ name }) => [name, values[name]]));
    server = { ...server, ...(patch as Partial<Stored>), version: server.version + 1 };
    return server;
  });
  renderPage(<Page />);
});
afterEach(() => vi.useRealTimers());

const field = (label: string) => screen.getByRole('textbox', { name: label }) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const wait = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
const states = () => JSON.parse(screen.getByRole('status').textContent ?? '{}');
const sent = () => save.mock.calls.map(([section, { changed }]) => [section, ...changed.map(({ name }) => name)]);
const answeredWhenAsked = () => {
  const answers: (() => void)[] = [];
  const inTime = save.getMockImplementation();
  save.mockImplementation(async (...call) => {
    await new Promise<void>((resolve) => answers.push(resolve));
    return (inTime as NonNullable<typeof inTime>)(...call);
  });
  return async (): Promise<void> => {
    answers.shift()?.();
    await wait(0);
  };
};

describe('useAutosave', () => {
  it('continues after a save that failed by a bug', async () => {
    type('Name', 'Anna');
    brokenRules = true;
    await wait(1100);
    brokenRules = false;
    expect(states()).toEqual({ person: 'failed' });
    type('Notes', 'still here');
    await wait(1100);
    type('Name', 'Annabel');
    await wait(1100);
    expect(server).toMatchObject({ name: 'Annabel', notes: 'still here' });
    expect(states()).toEqual({ person: 'saved', notes: 'saved' });
  });

  it("saves only a section's changed fields after a pause in typing", async () => {
    type('Name', 'Anna');
    await wait(900);
    type('Name', 'Annabel');
    await wait(900);
    expect(save).not.toHaveBeenCalled();
    expect(states()).toEqual({ person: 'unsaved' });
    await wait(200);
    expect(sent()).toEqual([['person', 'name']]);
    expect(server).toMatchObject({ name: 'Annabel', city: 'Palatka', version: 2 });
    expect(states()).toEqual({ person: 'saved' });
  });

  it('saves two sections in sequence, each on the version left by the other', async () => {
    type('Name', 'Anna');
    type('Notes', 'Call the son');
    await wait(1100);
    expect(sent()).toEqual([
      ['person', 'name'],
      ['notes', 'notes'],
    ]);
    expect(server).toEqual({ name: 'Anna', city: 'Palatka', notes: 'Call the son', version: 3 });
    expect(states()).toEqual({ person: 'saved', notes: 'saved' });
  });

  it('keeps input typed during a save', async () => {
    const answer = answeredWhenAsked();
    type('Name', 'Anna');
    await wait(1000);
    type('Name', 'Annabel');
    type('Notes', 'Call');
    await answer();
    expect([field('Name').value, field('Notes').value]).toEqual(['Annabel', 'Call']);
    await wait(1000);
    for (let turn = 0; turn < 3; turn++) await answer();
    expect(server).toMatchObject({ name: 'Annabel', notes: 'Call' });
  });

  it('saves the old value again when a value is reverted during its save', async () => {
    const answer = answeredWhenAsked();
    type('Name', 'Anna');
    await wait(1000);
    type('Name', 'Ann');
    await wait(0);
    // The form equals the stored values, yet the page must not be left.
    expect(states()).toEqual({ person: 'saving' });
    expect(hasUnsavedChanges()).toBe(true);
    await answer();
    expect(server.name).toBe('Anna');
    await answer();
    expect(server.name).toBe('Ann');
    expect(field('Name').value).toBe('Ann');
    expect(states()).toEqual({ person: 'saved' });
    expect(hasUnsavedChanges()).toBe(false);
  });

  it('blocks navigation also during a save of a reverted value', async () => {
    const answer = answeredWhenAsked();
    type('Name', 'Anna');
    await wait(1000);
    type('Name', 'Ann');
    const left = flush();
    await answer();
    await answer();
    expect(await left).toBe(true);
    expect(server.name).toBe('Ann');
  });

  it('omits invalid fields, and saves them once they are valid', async () => {
    type('Name', '');
    type('City', 'Duluth');
    await wait(1100);
    expect(sent()).toEqual([['person', 'city']]);
    expect(states()).toEqual({ person: 'unsaved' });
    expect(field('Name').value).toBe('');
    type('Name', 'Anna');
    await wait(1100);
    expect(sent().at(-1)).toEqual(['person', 'name']);
  });

  it('asks on a conflict, continues after the choice, and shows it as saved', async () => {
    server = { ...record, name: 'Anke', version: 7 };
    type('Name', 'Anna');
    await wait(1100);
    await act(() => vi.dynamicImportSettled());
    expect(states()).toEqual({ person: 'failed' });
    expect(screen.getByRole('dialog', { name: 'Someone else changed this while you were editing' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Save with these choices' }));
    await wait(100);
    expect(server).toMatchObject({ name: 'Anna', version: 8 });
    expect(states()).toEqual({ person: 'saved' });
  });

  it('merges changes of other fields without asking, and shows it as saved', async () => {
    server = { ...record, city: 'Duluth', version: 7 };
    type('Name', 'Anna');
    await wait(1100);
    expect(server).toMatchObject({ name: 'Anna', city: 'Duluth', version: 8 });
    expect(states()).toEqual({ person: 'saved' });
  });

  it('waits for a connection without an error, and loses nothing', async () => {
    const inTime = save.getMockImplementation();
    save.mockRejectedValue(new ApiError(0, 'Network error'));
    type('Name', 'Anna');
    await wait(1100);
    expect(states()).toEqual({ person: 'offline' });
    type('City', 'Duluth');
    await wait(60_000);
    expect(states()).toEqual({ person: 'offline' });
    expect(screen.queryByRole('alert')).toBeNull();
    save.mockImplementation(inTime as NonNullable<typeof inTime>);
    fireEvent(window, new Event('online'));
    await wait(100);
    expect(server).toMatchObject({ name: 'Anna', city: 'Duluth' });
    expect(states()).toEqual({ person: 'saved' });
  });

  it.each([401, 429, 503])('waits after a %i and retries without an error', async (status) => {
    save.mockRejectedValueOnce(new ApiError(status, 'Not now'));
    type('Name', 'Anna');
    await wait(1100);
    expect(states()).toEqual({ person: 'waiting' });
    await wait(5000);
    expect(server.name).toBe('Anna');
    expect(states()).toEqual({ person: 'saved' });
  });

  it('retries a busy server less often, but soon after it recovers', async () => {
    const inTime = save.getMockImplementation();
    save.mockRejectedValue(new ApiError(503, 'Busy'));
    type('Name', 'Anna');
    await wait(600_000);
    expect(save.mock.calls.length).toBeLessThan(30);
    save.mockImplementation(inTime as NonNullable<typeof inTime>);
    await wait(30_000);
    expect(server.name).toBe('Anna');
  });

  it('shows which failures need the user', async () => {
    save.mockRejectedValueOnce(new ApiError(400, '', { name: ['This name is not allowed'] }));
    type('Name', 'Anna');
    await wait(1100);
    expect(states()).toEqual({ person: 'invalid' });
    save.mockRejectedValueOnce(new ApiError(403, 'Not allowed'));
    type('Notes', 'Call the son');
    await wait(1100);
    expect(states()).toMatchObject({ notes: 'failed' });
  });

  it.each([503, 403])('flush retries once after a %i', async (status) => {
    save.mockRejectedValueOnce(new ApiError(status, 'Not now'));
    type('Name', 'Anna');
    await wait(1100);
    await act(() => flush());
    expect(server.name).toBe('Anna');
    expect(states()).toEqual({ person: 'saved' });
  });

  it('flush saves nothing over an open conflict choice', async () => {
    server = { ...record, name: 'Anke', version: 7 };
    type('Name', 'Anna');
    await wait(1100);
    await act(() => vi.dynamicImportSettled());
    let isSaved: boolean | undefined;
    await act(async () => {
      isSaved = await flush();
    });
    expect(isSaved).toBe(false);
    expect(save).toHaveBeenCalledOnce();
  });
});
