// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { type Checklist, type ChecklistItem, checklistMessages } from '#domain/tasks/checklist.ts';
import { readyMadeLists } from '#domain/tasks/ready-made.ts';
import { answering, renderPage, userWith } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { changesText, keyOf, withList } from './checklist-edit.ts';
import { ChecklistPage } from './checklist-page.tsx';

const item = (key: string, changes: Partial<ChecklistItem> = {}): ChecklistItem => ({
  ...{ key, title: `The ${key}`, group: 'family', anchor: 'death', owner: 'arranger', met_by: null },
  applies: { service_types: [], methods: [], kinds: [], veteran: false, child: false },
  offset: { amount: 3, unit: 'days' },
  ...changes,
});
const [flowers, urn] = [item('flowers'), item('urn')];
const { funeral_home } = userWith('super_admin');
const stored: Checklist = {
  ...{ funeral_home_id: funeral_home, version: 4, items: [flowers, urn] },
  ...{ saved_at: '2026-11-20T15:00:00.000Z', saved_by_name: 'Marcus Ames' },
};

describe('keyOf', () => {
  it.each([
    ['Call the Solís family', 'call-the-solis-family'],
    ['  ¡Urn!  ', 'urn-2'],
    ['葬儀', 'item'],
    [`${'a'.repeat(39)} b`, 'a'.repeat(39)],
  ])('makes the key of %j', (title, key) => {
    expect(keyOf(title, [flowers, urn])).toBe(key);
  });
});

describe('changesText', () => {
  it('counts what was added, removed and changed, and else names the order', () => {
    expect(changesText([flowers, urn], [urn, flowers, item('cards')])).toBe('1 added');
    expect(changesText([flowers, urn], [item('urn', { title: 'New' })])).toBe('1 removed, 1 changed');
    expect(changesText([flowers, urn], [urn, flowers])).toBe('order changed');
    expect(changesText([flowers, urn], [flowers, urn])).toBe('');
  });
});

describe('withList', () => {
  it('adds only the items of a ready-made list whose keys are not there', () => {
    expect(withList([flowers], [item('flowers', { title: 'Other' }), urn])).toEqual([flowers, urn]);
  });
});

describe('ChecklistPage', () => {
  const save = vi.fn();
  beforeEach(() => void save.mockReset());

  const renderChecklists = (role: 'super_admin' | 'coordinator' = 'super_admin') => {
    const earlier = { ...stored, version: 3, items: [urn], saved_by_name: 'Dee Kowalski' };
    renderPage(
      <>
        <ChecklistPage />
        <Toasts />
      </>,
      {
        role,
        call: answering({
          'GET /api/services/checklists/': (input) => ('query' in (input as object) ? [stored, earlier] : [stored]),
          'POST /api/services/checklists/': save,
          'GET /api/customers/funeral-homes/': () => ({ results: [] }),
        }),
      },
    );
  };
  const draw = async (role?: 'super_admin' | 'coordinator') => {
    renderChecklists(role);
    await screen.findByRole('list', { name: 'Family' });
  };
  const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
  const titles = () =>
    within(screen.getByRole('list', { name: 'Family' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent?.match(/^The \w+?(?=Due)/)?.[0]);
  const sentItems = () => save.mock.lastCall?.[0].body.items as ChecklistItem[];

  it('saves a new item, an order and the version that was edited', async () => {
    await draw();
    press('Add an item');
    const dialog = await screen.findByRole('dialog');
    const type = (label: string, value: string) =>
      fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    type('Title', 'Hire doves');
    type('Number of hours or days until it is due', '2');
    type('Before or after', 'before');
    type('Counted from', 'service');
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Veterans only' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Add' }));
    press('Move up: The urn');
    expect(titles()).toEqual(['The urn', 'The flowers']);
    save.mockImplementation(({ body }) => ({ ...stored, ...body, version: 5 }));
    press('Save version 5');
    expect(await screen.findByText('Version 5 saved: 1 added.')).toBeTruthy();
    expect(save).toHaveBeenCalledWith({
      body: {
        ...{ funeral_home_id: funeral_home, version: 4 },
        items: [
          ...[urn, flowers],
          item('hire-doves', {
            ...{ title: 'Hire doves', group: 'first_hours', anchor: 'service', offset: { amount: -2, unit: 'days' } },
            applies: { ...urn.applies, veteran: true },
          }),
        ],
      },
    });
  });

  it('refuses an item without a title or a whole number', async () => {
    await draw();
    press('Edit The urn');
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Title'), { target: { value: ' ' } });
    fireEvent.change(within(dialog).getByLabelText('Number of hours or days until it is due'), {
      target: { value: '1.5' },
    });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Apply' }));
    expect(within(dialog).getByText(checklistMessages.needsTitle)).toBeTruthy();
    expect(within(dialog).getByText('Enter a whole number up to 1000')).toBeTruthy();
  });

  it('keeps the changes when someone else saved first', async () => {
    await draw();
    press('Remove: The flowers');
    save.mockRejectedValue(new ApiError(409, 'Conflict', { error: checklistMessages.stale }));
    press('Save version 5');
    expect(await screen.findByText(checklistMessages.stale)).toBeTruthy();
    expect(titles()).toEqual(['The urn']);
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(titles()).toEqual(['The flowers', 'The urn']);
  });

  it('adds a ready-made list, and fills the editor with an earlier version', async () => {
    await draw();
    press('Add a ready-made list');
    fireEvent.click(await screen.findByRole('menuitem', { name: /^Veteran/ }));
    press('Save version 5');
    await waitFor(() => expect(save).toHaveBeenCalled());
    const veteran = readyMadeLists.find(({ name }) => name === 'Veteran')?.items ?? [];
    expect(sentItems()).toEqual([flowers, urn, ...veteran]);
    press('Use this version');
    expect(titles()).toEqual(['The urn']);
  });

  it('names each fact of an item', async () => {
    await draw('coordinator');
    const [first] = within(screen.getByRole('list', { name: 'Family' })).getAllByRole('listitem');
    const facts = ['Due 3 days after death', 'For Who opened the case', 'Done when ticked by hand', 'Cases all'];
    for (const fact of facts) expect(first?.textContent).toContain(fact);
  });

  it('folds the groups with their count on a phone', async () => {
    const { matchMedia } = window;
    window.matchMedia = (query) => ({ ...matchMedia(query), matches: query === '(max-width: 48em)' });
    onTestFinished(() => {
      window.matchMedia = matchMedia;
    });
    renderChecklists();
    fireEvent.click(await screen.findByRole('button', { name: 'Show Family' }));
    expect(screen.getByRole('list', { name: 'Family' })).toBeTruthy();
  });

  it('only shows the checklist to those who are no administrators', async () => {
    await draw('coordinator');
    await screen.findByText(/saved .* by Dee Kowalski/);
    expect(screen.queryByRole('button')).toBeNull();
  });
});
