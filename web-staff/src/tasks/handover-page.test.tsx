// @vitest-environment happy-dom
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import type { Handover, HandoverPage as Page } from '#domain/tasks/handover.ts';
import { pageOf, taskWith } from '../testing/example-task.ts';
import { answering, renderPage, userWith } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { HandoverPage } from './handover-page.tsx';

const me = userWith('coordinator').id;
const marcus = '0193a000-0000-7000-8000-0000000000aa';
const note: Handover = {
  ...{
    id: '0193a000-0000-7000-8000-0000000000b1',
    number: 7,
    version: 3,
    note: 'Her brother may call twice.',
    confirmed: null,
  },
  ...{ written_by: marcus, written_by_name: 'Marcus Ames', written_at: '2026-11-27T22:48:00.000Z' },
};
const taken = (by_name: string, answer = '') => ({ by: marcus, by_name, at: '2026-11-27T23:02:00.000Z', answer });

const server = { page: {} as Page, confirm: vi.fn(), write: vi.fn() };
beforeEach(() => {
  vi.resetAllMocks();
  server.page = {
    ...{ current: note, earlier: [], since: '2026-11-27T17:40:00.000Z', changes: [], is_complete: true },
    on_duty: { id: marcus, name: 'Marcus Ames', since: '2026-11-27T13:00:00.000Z' },
  };
});

const none = () => ({ count: 0, next: null, previous: null, results: [] });
const draw = async (answers: Parameters<typeof answering>[0] = {}) => {
  renderPage(
    <>
      <HandoverPage />
      <Toasts />
    </>,
    {
      role: 'coordinator',
      call: answering({
        'GET /api/services/handover/': () => server.page,
        'POST /api/services/handover/confirm/': server.confirm,
        'PUT /api/services/handover/': server.write,
        'GET /api/services/tasks/': none,
        'GET /api/services/cases/': none,
        'GET /api/forms/submissions/': none,
        'GET /api/forms/first-calls/': none,
        'GET /api/customers/funeral-homes/': none,
        'GET /api/care/board/': () => ({ places: [], cards: [] }),
        ...answers,
      }),
    },
  );
  await screen.findByRole('region', { name: /^Note/ });
};
const stale = new ApiError(409, 'Conflict', { error: 'Someone else changed this hand-over. Read it again.' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const writeText = (text: string) =>
  fireEvent.change(screen.getByRole('textbox', { name: 'Note' }), { target: { value: text } });

describe('HandoverPage', () => {
  it('sends the note that was read and the answer when someone takes over', async () => {
    await draw();
    fireEvent.change(screen.getByRole('textbox', { name: /^Ask or add/ }), { target: { value: 'Which brother?' } });
    server.confirm.mockImplementation(() => {
      server.page = { ...server.page, current: { ...note, confirmed: taken('Eleanor Whitcomb', 'Which brother?') } };
      return server.page.current;
    });
    press('I read this and take over');
    expect(await screen.findByText(/Eleanor Whitcomb: “Which brother\?”/)).toBeTruthy();
    expect(server.confirm).toHaveBeenCalledWith({
      body: { version: 3, answer: 'Which brother?' },
    });
  });

  it('says who took over first', async () => {
    await draw();
    server.confirm.mockImplementation(() => {
      server.page = { ...server.page, current: { ...note, confirmed: taken('Dee Kowalski') } };
      throw stale;
    });
    press('I read this and take over');
    expect(await screen.findByText('Dee Kowalski already took over.')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'I read this and take over' })).toBeNull();
  });

  it('lets the writer change the note but not confirm it', async () => {
    server.page = { ...server.page, current: { ...note, written_by: me } };
    await draw();
    expect(screen.queryByRole('button', { name: /take over/i })).toBeNull();
    expect(screen.queryByRole('textbox')).toBeNull();
    press('Change your note');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Note' }));
    writeText('Her brother calls at nine.');
    server.write.mockReturnValue(note);
    press('Save the note');
    await waitFor(() =>
      expect(server.write).toHaveBeenCalledWith({ body: { note: 'Her brother calls at nine.', version: 3 } }),
    );
    expect(await screen.findByRole('button', { name: 'Change your note' })).toBeTruthy();
  });

  it('says who is on duty right after the note', async () => {
    await draw();
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings.slice(0, 3)).toEqual(['Note from Marcus Ames', 'Who is on duty', 'Take over']);
  });

  it('keeps the text of a note when someone else wrote one first', async () => {
    server.page = { ...server.page, current: null };
    await draw();
    expect(screen.getByRole('button', { name: 'Take over without a note' })).toBeTruthy();
    writeText('Call Karin.');
    server.write.mockImplementationOnce(() => {
      server.page = { ...server.page, current: note };
      throw stale;
    });
    press('Save the note');
    expect(await screen.findByText(/^Marcus Ames changed the note/)).toBeTruthy();
    expect(screen.getByText(note.note)).toBeTruthy();
    server.write.mockReturnValue(note);
    press('Save the note');
    await waitFor(() => expect(server.write).toHaveBeenLastCalledWith({ body: { note: 'Call Karin.', version: 3 } }));
  });

  it('marks changes after the last look as new, with a link to their case', async () => {
    const change = (at: string, what: string, id: string | null) => ({
      ...{ at, what: [what, 'Task added'], by_names: ['Priya', 'Marcus Ames'] },
      ...{ case: id, case_number: '', deceased_name: id ? 'Ana Solís' : '' },
    });
    const changes = [change('2026-11-27T19:32:00.000Z', 'Mass moved', note.id), change(server.page.since, 'Old', null)];
    server.page = { ...server.page, changes };
    await draw();
    const [fresh, old] = within(screen.getByRole('list', { name: 'Changed since you last looked' })).getAllByRole(
      'listitem',
    );
    expect(within(fresh as HTMLElement).getByRole('img', { name: 'New' })).toBeTruthy();
    expect(
      within(fresh as HTMLElement)
        .getByRole('link')
        .getAttribute('href'),
    ).toBe(`/cases/${note.id}`);
    expect(within(old as HTMLElement).queryByRole('img')).toBeNull();
    expect([fresh, old].map((row) => row?.textContent)).toEqual([
      expect.stringMatching(/Ana Solís.*Mass moved, Task added · .* · Priya, Marcus Ames/),
      expect.stringMatching(/^Old.*Task added · .* · Priya, Marcus Ames/),
    ]);
  });

  it('lists every promise, also of a later day and without one', async () => {
    const promise = (id: string, days_left: number | null) =>
      taskWith({ ...{ id, title: `Promise ${id}`, promised_to: 'Karin', days_left }, due: null });
    const list = vi.fn(({ query }) => (query.promised ? pageOf(promise('a', 9), promise('b', null)) : none()));
    await draw({ 'GET /api/services/tasks/': list as never });
    const rows = within(await screen.findByRole('list', { name: 'Promises' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('9 days remaining'),
      expect.stringMatching(/^Promise bpromised to Karin/),
    ]);
  });

  it('lists own tasks before those of others, and prints six', async () => {
    const task = (at: number) => ({
      ...{ id: `t${at}`, case: null, title: `Task ${at}`, owner: at === 9 ? me : marcus, owner_name: 'Marcus Ames' },
      ...{ role: null, due: '2026-11-27', time: null, days_left: 0, overdue: false, promised_to: '' },
      ...{ deceased_name: '', case_number: '' },
    });
    const results = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(task);
    const list = vi.fn(({ query }) => (query.when === 'today' ? { ...none(), count: 9, results } : none()));
    await draw({ 'GET /api/services/tasks/': list as never });
    const rows = within(await screen.findByRole('list', { name: 'Tasks for today' })).getAllByRole('listitem');
    expect([rows.length, rows[0]?.textContent]).toEqual([9, expect.stringContaining('Task 9')]);
    expect(screen.getByText('and 3 more')).toBeTruthy();
  });
});
