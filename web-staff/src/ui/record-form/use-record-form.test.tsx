// @vitest-environment happy-dom

import { notifications } from '@mantine/notifications';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { FormField } from '#domain/shared/forms/field.ts';
import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { Toasts } from '../feedback/toasts.tsx';
import { FieldGrid } from '../fields/field-grid.tsx';
import { FieldInput } from '../fields/field-input.tsx';
import {
  type AnyRecordForm,
  type RecordChange,
  type RecordForm,
  type RecordFormOptions,
  useSectionCounts,
} from './record-form.ts';
import { hasUnsavedChanges, useRecordForm, useUnsavedChanges } from './use-record-form.tsx';

const Stored = z.object({ name: z.string(), city: z.string(), notes: z.string(), version: z.number() });
type Stored = z.output<typeof Stored>;

const build = fieldBuilders<never>();
const [name, city, notes] = [build.line('name', 'Name'), build.line('city', 'City'), build.text('notes', 'Notes')];
const sections: readonly { id: string; fields: readonly FormField[] }[] = [
  { id: 'person', fields: [name, city] },
  { id: 'notes', fields: [notes] },
];
const fields = sections.flatMap((section) => section.fields);
const Rules = z.object({
  name: z.string().min(1, 'Name is required'),
  city: z.string().min(3, 'City is too short'),
  notes: z.string(),
});
const record: Stored = { name: 'Ann', city: 'Palatka', notes: '', version: 1 };

const save = vi.fn<(change: RecordChange<Stored>) => Promise<Stored>>();
const onSaved = vi.fn();
const drawn = vi.fn<(what: string) => void>();
let form: RecordForm<Stored>;

const Section = ({ form: of, id }: { form: AnyRecordForm; id: string }) => {
  const section = sections.find((one) => one.id === id);
  const { changed, wrong } = useSectionCounts(of, section?.fields ?? []);
  drawn(`section ${id}`);
  const special = Object.fromEntries(
    fields.map((field) => [
      field.name,
      (props: Parameters<typeof FieldInput>[0]) => {
        drawn(field.name);
        return <FieldInput {...props} />;
      },
    ]),
  );
  return (
    <section aria-label={`${id}: ${changed} changed, ${wrong} wrong`}>
      <FieldGrid control={of.methods.control} fields={section?.fields ?? []} required={new Set()} special={special} />
    </section>
  );
};

const Page = (options: Partial<RecordFormOptions<Stored>>) => {
  const [open, setOpen] = useState('person');
  form = useRecordForm<Stored>({
    fields,
    record,
    recordSchema: Stored,
    versionOf: ({ version }) => version,
    valuesOf: (from) => ({ name: from?.name ?? '', city: from?.city ?? '', notes: from?.notes ?? '' }),
    rules: () => Rules,
    save,
    onSaved,
    reveal: (wanted) => setOpen(wanted === 'notes' ? 'notes' : 'person'),
    ...options,
  });
  drawn('form');
  return (
    <form noValidate onSubmit={form.submit}>
      {sections.map(({ id }) => (open === 'all' || open === id) && <Section key={id} form={form} id={id} />)}
      <button type="button" onClick={() => setOpen('all')}>
        Open all
      </button>
      <button type="submit">Save</button>
      {form.dialogs}
      <Toasts />
    </form>
  );
};
let follow: (next: Stored) => void;
const Follower = () => {
  const [current, setCurrent] = useState(record);
  follow = setCurrent;
  return <Page record={current} />;
};
const draw = (options: Partial<RecordFormOptions<Stored>> = {}) => {
  const view = renderPage(<Page {...options} />);
  fireEvent.click(screen.getByText('Open all'));
  return view;
};
const field = (label: string) => screen.getByRole('textbox', { name: label }) as HTMLInputElement;
const type = (label: string, value: string) => fireEvent.change(field(label), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const toasts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);
const answer =
  (changes: Partial<Stored>) =>
  async ({ values }: RecordChange<Stored>) => ({ ...record, ...(values as Partial<Stored>), version: 2, ...changes });

beforeEach(() => {
  save.mockReset().mockImplementation(answer({}));
  onSaved.mockReset();
  drawn.mockReset();
});
afterEach(() => act(() => notifications.clean()));

describe('useRecordForm: rendering', () => {
  it('re-renders only the field on input: no other field, section or form', async () => {
    draw();
    type('Name', 'Anna');
    await waitFor(() => expect(form.dirty).toBe(true));
    drawn.mockReset();
    for (const typed of ['Annab', 'Annabe', 'Annabel']) type('Name', typed);
    await act(async () => undefined);
    expect(drawn.mock.calls.flat()).toEqual(['name', 'name', 'name']);
  });

  it('re-renders a section when one of its fields becomes changed or invalid', async () => {
    draw();
    type('City', 'P');
    fireEvent.blur(field('City'));
    await screen.findByRole('region', { name: 'person: 1 changed, 1 wrong' });
    expect(screen.getByRole('region', { name: 'notes: 0 changed, 0 wrong' })).toBeTruthy();
  });
});

describe('useRecordForm: saving', () => {
  it('sends changes with the loaded version, and continues from the response', async () => {
    save.mockImplementation(answer({ city: 'PALATKA' }));
    draw();
    type('Name', 'Anna');
    await waitFor(() => expect(hasUnsavedChanges()).toBe(true));
    submit();
    await waitFor(() => expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ version: 2 }), true));
    expect(save.mock.calls[0]?.[0]).toMatchObject({ version: 1, changed: [{ name: 'name' }], base: { name: 'Ann' } });
    expect([field('Name').value, field('City').value]).toEqual(['Anna', 'PALATKA']);
    await waitFor(() => expect([form.dirty, hasUnsavedChanges()]).toEqual([false, false]));
    type('Name', 'Anne');
    submit();
    await waitFor(() => expect(save.mock.calls[1]?.[0]).toMatchObject({ version: 2 }));
  });

  it('keeps input typed before the response', async () => {
    let release = (_: Stored) => undefined as unknown;
    save.mockImplementation(() => new Promise((resolve) => (release = resolve)));
    draw();
    type('Name', 'Anna');
    submit();
    await waitFor(() => expect(save).toHaveBeenCalled());
    type('Notes', 'Call the son');
    type('Name', 'Annab');
    await act(async () => release({ ...record, name: 'Anna', city: 'Duluth', version: 2 }));
    expect([field('Name').value, field('City').value, field('Notes').value]).toEqual([
      'Annab',
      'Duluth',
      'Call the son',
    ]);
    expect(hasUnsavedChanges()).toBe(true);
  });
});

describe('useRecordForm: errors', () => {
  it('opens the section of the first invalid field and focuses it', async () => {
    const onErrors = vi.fn();
    renderPage(
      <Page
        rules={() => Rules.extend({ notes: z.string().min(1, 'Notes are required') })}
        judgesAll
        onErrors={onErrors}
      />,
    );
    submit();
    await screen.findByText('Notes are required');
    await waitFor(() => expect(document.activeElement).toBe(field('Notes')));
    expect(onErrors).toHaveBeenCalled();
    expect(save).not.toHaveBeenCalled();
  });

  it('allows a correction despite an existing gap elsewhere', async () => {
    draw({ record: { ...record, city: '' } });
    type('Name', 'Anna');
    submit();
    await waitFor(() => expect(save).toHaveBeenCalled());
  });

  it('shows an error at a list field also if it concerns one entry', async () => {
    const rules = z.custom<object>().superRefine((_, context) => {
      context.addIssue({ code: 'custom', path: ['notes', 1], message: 'Line 2 is too long' });
    });
    draw({ rules: () => rules, judgesAll: true });
    submit();
    await screen.findByText('Line 2 is too long');
  });

  it('shows server errors next to their fields', async () => {
    save.mockRejectedValue(new ApiError(400, '', { notes: ['Notes are not polite'], elsewhere: ['No'] }));
    draw();
    type('Notes', 'Grr');
    submit();
    await screen.findByText('Notes are not polite');
    await waitFor(() => expect(document.activeElement).toBe(field('Notes')));
    expect(toasts()).toEqual(['Please check the marked fields']);
  });

  it('shows other server errors as a message, and none if the session ended', async () => {
    save.mockRejectedValueOnce(new ApiError(503, 'The service is busy.'));
    draw();
    type('Name', 'Anna');
    submit();
    await waitFor(() => expect(toasts()).toEqual(['The service is busy.']));
    act(() => notifications.clean());
    await waitFor(() => expect(toasts()).toEqual([]));
    save.mockRejectedValueOnce(new ApiError(401, 'No authentication session found'));
    submit();
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    await act(async () => undefined);
    expect(toasts()).toEqual([]);
    expect(field('Name').value).toBe('Anna');
  });
});

describe('useRecordForm: conflicts', () => {
  const theirs = { ...record, name: 'Anke', notes: 'By them', version: 7 };
  const conflict = (current: object = theirs) =>
    new ApiError(409, 'Changed meanwhile', { detail: 'Changed meanwhile', current });

  it('asks field by field if both users changed something', async () => {
    save.mockRejectedValueOnce(conflict());
    draw();
    type('Name', 'Anna');
    type('City', 'Duluth');
    submit();
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this while you were editing' });
    expect(within(dialog).queryByText('Duluth')).toBeNull();
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Anke' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save with these choices' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    const values = { name: 'Anke', city: 'Duluth', notes: 'By them' };
    expect(save.mock.calls[1]?.[0]).toMatchObject({ version: 7, values, changed: [{ name: 'city' }] });
  });

  it('keeping all of mine still adopts fields I did not change', async () => {
    save.mockRejectedValueOnce(conflict());
    draw();
    type('Name', 'Anna');
    submit();
    const dialog = await screen.findByRole('dialog', { name: 'Someone else changed this while you were editing' });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Use all of theirs' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Keep all of mine' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Save with these choices' }));
    await waitFor(() => expect(save).toHaveBeenCalledTimes(2));
    expect(save.mock.calls[1]?.[0].values).toMatchObject({ name: 'Anna', notes: 'By them' });
  });

  it('block saving until the choice is made, also if it is postponed', async () => {
    save.mockRejectedValueOnce(conflict());
    renderPage(<Follower />);
    expect(form.inConflict).toBe(false);
    type('Name', 'Anna');
    submit();
    fireEvent.click(await screen.findByRole('button', { name: 'Back to editing' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(form.inConflict).toBe(true);
    submit();
    await waitFor(() => expect(onSaved).toHaveBeenCalled());
    expect(form.inConflict).toBe(false);
  });

  it('offer no merge if the record is not editable any more or unchanged', async () => {
    save.mockRejectedValue(conflict());
    draw({ editable: ({ notes: text }) => text !== 'By them' });
    type('Name', 'Anna');
    submit();
    await waitFor(() => expect(toasts()).toEqual(['Changed meanwhile']));
    act(() => notifications.clean());
    save.mockReset().mockRejectedValue(conflict({ ...record, version: 1 }));
    submit();
    await waitFor(() => expect(toasts()).toEqual(['Changed meanwhile']));
    expect(save).toHaveBeenCalledOnce();
  });

  it('update an untouched form at once, and no other', async () => {
    renderPage(<Follower />);
    act(() => follow({ ...record, name: 'Anke', version: 2 }));
    await waitFor(() => expect(field('Name').value).toBe('Anke'));
    type('City', 'Duluth');
    act(() => follow({ ...record, name: 'Anja', version: 3 }));
    expect(field('Name').value).toBe('Anke');
    act(() => form.discard());
    expect([field('Name').value, field('City').value]).toEqual(['Anja', 'Palatka']);
    act(() => follow({ ...record, name: 'Lagging', version: 2 }));
    expect(field('Name').value).toBe('Anja');
  });
});

const Form = ({ dirty }: { dirty: boolean }) => {
  const guard = useUnsavedChanges(dirty);
  return (
    <>
      <button type="button" onClick={guard.letGo}>
        Let go
      </button>
      {guard.dialog}
    </>
  );
};
const pages = { '/away': <p>Elsewhere</p> };

describe('useUnsavedChanges', () => {
  it('blocks navigation until the user confirms', async () => {
    const { router } = renderPage(<Form dirty />, { pages });
    await act(() => router.navigate('/away'));
    expect(screen.getByText('Leave without saving?')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Keep editing' }));
    expect(router.state.location.pathname).toBe('/');
    await act(() => router.navigate('/away'));
    fireEvent.click(screen.getByRole('button', { name: 'Leave' }));
    await screen.findByText('Elsewhere');
    expect(hasUnsavedChanges()).toBe(false);
  });

  it('warns when the tab closes', () => {
    renderPage(<Form dirty />, { pages });
    const closing = new Event('beforeunload', { cancelable: true });
    window.dispatchEvent(closing);
    expect(closing.defaultPrevented).toBe(true);
  });
});
