// @vitest-environment happy-dom
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { taskWith } from '../testing/example-task.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { PaletteButton } from './palette-button.tsx';

const id = (nth: number) => `0193a000-0000-7000-8000-00000000000${nth}`;
const caseRow = (nth: number) => ({
  id: id(nth),
  case_number: `WA-2026-000${nth}`,
  status: 'active',
  deceased_full_name: `Alma Ravenel ${nth}`,
  date_of_death: '2026-05-04',
});
const customerRow = { id: id(9), full_name: 'Ruth Ravenel', phone: '9125550123', email: 'ruth@example.com' };
const submissionRow = {
  id: id(8),
  status: 'new',
  reference: 'R-7K3M',
  deceased_full_name: 'Alma Ravenel',
  informant_name: 'Ruth Ravenel',
};

const firstCallRow = {
  id: id(7),
  deceased_full_name: 'Alma Ravenel',
  next_of_kin_name: 'Ida Ravenel',
  case_number: null,
};

const page = (rows: unknown[]) => ({ count: rows.length, next: null, previous: null, results: rows });
const answers = () => ({
  'GET /api/services/cases/': vi.fn((_: unknown): unknown => page([1, 2, 3, 4, 5, 6].map(caseRow))),
  'GET /api/customers/customers/search/': vi.fn((_: unknown): unknown => [customerRow]),
  'GET /api/forms/submissions/': vi.fn((_: unknown): unknown => page([submissionRow])),
  'GET /api/forms/first-calls/': vi.fn((_: unknown): unknown => page([firstCallRow])),
  'GET /api/services/tasks/': vi.fn((_: unknown): unknown => page([])),
});

const setUp = (given: Partial<ReturnType<typeof answers>> = {}) => {
  const calls = { ...answers(), ...given };
  const onSignOut = vi.fn();
  const element = (
    <>
      <PaletteButton onSignOut={onSignOut} />
      <Toasts />
    </>
  );
  return { calls, onSignOut, ...renderPage(element, { call: answering(calls), pages: { '*': element } }) };
};
const pressShortcut = (options: KeyboardEventInit = { ctrlKey: true }) =>
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'k', ...options });
const openPalette = async () => {
  pressShortcut();
  return (await screen.findByRole('combobox', { name: 'Search' })) as HTMLInputElement;
};
const options = () => screen.queryAllByRole('option').map(({ textContent }) => textContent);
const type = (input: HTMLElement, value: string) => fireEvent.change(input, { target: { value } });

beforeEach(() => vi.useFakeTimers({ shouldAdvanceTime: true, advanceTimeDelta: 20 }));

describe('command palette', () => {
  it('finds tasks by their words', async () => {
    const task = taskWith({ title: 'Take the hearse to inspection', deceased_name: '', due: null });
    const none = () => page([]);
    setUp({
      'GET /api/services/cases/': vi.fn(none),
      'GET /api/customers/customers/search/': vi.fn(() => []),
      'GET /api/forms/submissions/': vi.fn(none),
      'GET /api/forms/first-calls/': vi.fn(none),
      'GET /api/services/tasks/': vi.fn(() => page([task])),
    });
    type(await openPalette(), 'hearse');
    await waitFor(() => expect(options()).toEqual(['Take the hearse to inspectionEleanor Whitcomb']));
  });

  it('opens by Ctrl-K and its button, closes by Escape and Ctrl-K', async () => {
    setUp();
    expect(pressShortcut({ ctrlKey: true, shiftKey: true })).toBe(true);
    expect(screen.queryByRole('dialog')).toBeNull();
    const input = await openPalette();
    expect(screen.getByRole('dialog', { name: 'Search and commands' })).toBeTruthy();
    expect(input.getAttribute('aria-expanded')).toBe('true');
    fireEvent.keyDown(input, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const button = screen.getByRole('button', { name: 'Search' });
    button.focus();
    fireEvent.click(button);
    await screen.findByRole('dialog');
    await waitFor(() => expect(document.activeElement?.role ?? '').toBe('combobox'));
    pressShortcut();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement).toBe(button);
  });

  it('contains text typed before its input had the focus', async () => {
    setUp();
    pressShortcut();
    for (const key of ['r', 'a', 'x', 'Backspace', 'v'])
      expect(fireEvent.keyDown(document.activeElement ?? document.body, { key })).toBe(false);
    const input = (await screen.findByRole('combobox', { name: 'Search' })) as HTMLInputElement;
    await waitFor(() => expect(document.activeElement).toBe(input));
    expect(input.value).toBe('rav');
    // The input handles keys from then on.
    expect(fireEvent.keyDown(input, { key: 'e' })).toBe(true);
  });

  it('searches 300 ms after the last letter, from two letters, with five hits per kind', async () => {
    const { calls } = setUp();
    const input = await openPalette();
    const search = calls['GET /api/customers/customers/search/'];
    type(input, 'r');
    expect(screen.getByRole('status').textContent).toContain('Type one more letter');
    await act(() => vi.advanceTimersByTimeAsync(400));
    expect(search).not.toHaveBeenCalled();
    type(input, 'ra');
    await act(() => vi.advanceTimersByTimeAsync(100));
    type(input, 'rav ');
    expect(screen.getByRole('status').textContent).toBe('Searching…');
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(search).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(300));
    expect(search).toHaveBeenCalledExactlyOnceWith({ query: { q: 'rav' } });
    expect(calls['GET /api/services/cases/']).toHaveBeenCalledExactlyOnceWith({
      query: { search: 'rav', page_size: '10' },
    });
    await screen.findByText('Ruth Ravenel');
    expect(screen.getAllByRole('group').map((group) => group.firstChild?.textContent)).toEqual([
      'Cases',
      'Customers',
      'First calls',
      'Submissions',
    ]);
    expect(options()).toEqual([
      ...[1, 2, 3, 4, 5].map((nth) => `Alma Ravenel ${nth}WA-2026-000${nth} · Active · May 4, 2026`),
      'All cases with “rav”',
      'Ruth Ravenel(912) 555-0123 · ruth@example.com',
      'Alma RavenelFirst call · Ida Ravenel',
      'Alma RavenelNew · reported by Ruth Ravenel · R-7K3M',
    ]);
    expect(screen.getByRole('status').textContent).toBe('9 results');
  });

  it('shows that nothing was found, and what could not be searched', async () => {
    const broken = vi.fn(() => {
      throw new ApiError(403, 'You do not have permission to do this.');
    });
    const { calls } = setUp({
      'GET /api/services/cases/': vi.fn(() => page([])),
      'GET /api/customers/customers/search/': vi.fn(() => []),
      'GET /api/forms/first-calls/': vi.fn(() => page([])),
      'GET /api/forms/submissions/': broken,
    });
    const input = await openPalette();
    type(input, 'zzz');
    await screen.findByText('Nothing found for “zzz”');
    expect(screen.getByRole('alert').textContent).toContain('Submissions could not be searched');
    calls['GET /api/forms/submissions/'].mockImplementation(() => page([submissionRow]));
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText('Alma Ravenel');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('opens by /, shows the keys by ?, moves rows by j and k, except while typing', async () => {
    renderPage(
      <main>
        <PaletteButton onSignOut={vi.fn()} />
        <input aria-label="Note" />
        {['First', 'Second'].map((name) => (
          <a key={name} href={`/${name}`} data-record>
            {name}
          </a>
        ))}
      </main>,
      { call: answering(answers()) },
    );
    const key = (name: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key: name });
    for (const name of ['j', 'j', 'k']) key(name);
    expect(document.activeElement?.textContent).toBe('First');
    key('?');
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
    fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    screen.getByLabelText('Note').focus();
    key('/');
    expect(screen.queryByRole('combobox')).toBeNull();
    screen.getByLabelText('Note').blur();
    key('/');
    expect(await screen.findByRole('combobox', { name: 'Search' })).toBeTruthy();
  });
});
