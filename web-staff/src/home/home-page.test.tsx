// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { caseRow } from '#domain/cases/present-case.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { ApiError } from '#domain/shared/contract/client.ts';
import { addDays, formatDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { localDateTime } from '#domain/shared/values/date-time.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { HomePage } from './home-page.tsx';

const rowOf = (id: string, changes: Partial<CaseRow>): CaseRow => ({
  ...caseRow({ ...exampleCore, id }, exampleSections),
  funeral_home_name: 'Whitcomb & Ames',
  ...changes,
});
const sheet = (id: string, status: 'draft' | 'active') => ({
  ...{ id, status, deceased_full_name: status === 'active' ? 'Josephine Tyndall' : '', call_taken_by: 'Dee Kowalski' },
  created_at: '2026-03-10T08:12:00.000Z',
});
/** Long overdue, whenever the test runs. */
const due = {
  ...{ id: 'c.filing', case: 'c', case_number: 'WA-2026-0003', deceased_name: 'Jamal Whitfield', kind: 'filing' },
  ...{ title: 'File death certificate', due: '2026-03-07', days_left: -3, owner: null, owner_name: '', state: 'FL' },
};
const page = (...results: object[]) => ({ count: results.length, next: null, previous: null, results });
const waiting = (...cases: CaseRow[]) => ({ count: cases.length, count_is_exact: true, cases });

const today = todayIn('America/New_York', new Date());
const yesterday = addDays(today, -1);
const moneyDue = {
  today: '2026-03-10',
  count: 1,
  count_is_exact: true,
  results: [
    {
      ...{
        case: 'm',
        case_number: 'WA-2026-0003',
        deceased_name: 'Samira Haddad',
        funeral_home_name: 'Whitcomb & Ames',
      },
      ...{ due_on: yesterday, amount: '250.00', owed_by: 'family' },
    },
  ],
};
const overdueAlone = (input?: unknown) =>
  (input as { query: { standing: string } }).query.standing === 'overdue' ? page(due) : page();
const draw = (role: Role, queue: () => unknown, more: Record<string, (input?: unknown) => unknown> = {}) =>
  renderPage(
    <>
      <HomePage />
      <Toasts />
    </>,
    {
      role,
      call: answering({
        'GET /api/services/cases/queue/': queue,
        'GET /api/services/cases/': () => page(...red),
        'GET /api/services/deadlines/': overdueAlone,
        'GET /api/services/tasks/': () => page(),
        'GET /api/forms/submissions/': () => page(),
        'GET /api/services/payments/due/': () => moneyDue,
        'GET /api/signatures/envelopes/': () => page(),
        'GET /api/quickbooks/status/': () => ({ companies: [], failed_count: 2 }),
        'GET /api/calendar-integration/suggestions/': () => ({ results: [] }),
        'GET /api/calendar-integration/status/': () => ({ needs_reconnect: false }),
        'GET /api/forms/first-calls/': (input) => {
          const { status } = (input as { query: { status?: 'draft' | 'active' } }).query;
          return status ? page(sheet(`f-${status}`, status)) : page(...promises);
        },
        ...more,
      }),
    },
  );
/** A first call whose family expects the team in 40 minutes. */
const promise = {
  ...{ id: 'p', status: 'active', deceased_full_name: 'Josephine Tyndall', place_of_death: 'Moultrie Creek, room 118' },
  ...{ next_of_kin_name: 'Loretta Tyndall', next_of_kin_relationship: 'sibling', next_of_kin_phone: '9045550171' },
  ...{ funeral_home_id: 'h', case_id: null, removal_left_at: null, removal_arrived_at: null },
  removal_expected_at: localDateTime('America/New_York', new Date(Date.now() + 40 * 60_000)),
};
let promises: object[] = [];
let red: object[] = [];
afterEach(() => {
  promises = [];
  red = [];
});
const queue = () => ({
  services: waiting(rowOf('s', { service_date: today, service_time: '23:30', status: 'active' })),
  drafts: waiting(rowOf('d', { status: 'draft', missing_count: 3 }), rowOf('e', { status: 'draft', missing_count: 0 })),
  lacking: { ...waiting(rowOf('l', { status: 'active', missing_count: 6 })), count: 100, count_is_exact: false },
});
const panel = (name: string) => screen.findByRole('list', { name });
const steps = (element: HTMLElement) =>
  within(element)
    .getAllByRole('listitem')
    .map((row) => {
      const all = within(row).getAllByRole('link');
      const step = all.at(-1);
      return [all[0]?.textContent, step?.textContent, step?.getAttribute('href')];
    });
const nothing = { count: 0, count_is_exact: true, cases: [] };
const quiet = {
  'GET /api/services/deadlines/': () => page(),
  'GET /api/services/payments/due/': () => ({ ...moneyDue, count: 0, results: [] }),
  'GET /api/forms/first-calls/': () => page(),
};

/** A report whose family is waiting for a call. */
const family = {
  ...{ id: 'w', kind: 'report', status: 'new', created_at: '2026-03-10T08:12:00.000Z', language: 'en' },
  ...{ deceased_full_name: 'Raymond Castillo', informant_name: 'Carmen Castillo', submitter_phone: '9045550142' },
  ...{ informant_relationship: 'spouse', preferred_contact_time: '', date_of_death: '2026-03-09', stillborn: false },
};

describe('HomePage', () => {
  it('shows now, overdue and open work, each with its next step', async () => {
    draw('funeral_director', queue);
    expect(steps(await panel('Overdue'))).toEqual([
      ['Jamal Whitfield', 'Open death certificate', '/cases/c?section=deathCertificate'],
      ['Samira Haddad', 'Record payment', '/cases/m?section=financial'],
    ]);
    expect((await panel('Overdue')).textContent).toContain('Overdue by 3 days');
    expect((await panel('Overdue')).textContent).toContain(`The family: $250.00, ${formatDate(yesterday)}`);
    expect((await panel('Now')).textContent).toContain('11:30 PM');
    const all = await panel('In progress');
    expect(steps(all)).toEqual([
      ['Josephine Tyndall', 'Convert to case', '/first-calls/f-active?convert'],
      ['Name not known yet', 'Continue', '/first-calls/f-draft'],
      ['Walter Pruitt', 'Activate', '/cases/e'],
      ['Walter Pruitt', 'Continue', '/cases/d'],
      ['Walter Pruitt', 'Continue', '/cases/l'],
    ]);
    expect(all.textContent).toContain('6 fields needed to complete');
    const lists = screen.getByRole('navigation', { name: 'All lists' });
    expect(lists.textContent).toContain('Incomplete cases 100+');
    expect(within(lists).getByRole('link', { name: 'See all: Drafts to finish' }).getAttribute('href')).toBe(
      '/cases?status=draft',
    );
  });

  it('S-03 requests and shows only what the role may do', async () => {
    draw('office_staff', queue, {
      'GET /api/services/deadlines/': () => {
        throw new Error('asked');
      },
      'GET /api/quickbooks/status/': () => {
        throw new Error('asked');
      },
    });
    expect(steps(await panel('Overdue'))).toEqual([['Samira Haddad', 'Record payment', '/cases/m?section=financial']]);
    expect(steps(await panel('In progress'))).toEqual([['Name not known yet', 'Continue', '/first-calls/f-draft']]);
    expect(screen.queryByRole('link', { name: 'New case' })).toBeNull();
    expect(screen.getByRole('link', { name: 'Take a call' }).getAttribute('href')).toBe('/first-calls/new');
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('records that the team left and arrived, and takes it back', async () => {
    promises = [promise];
    const sent: unknown[] = [];
    draw('funeral_director', queue, {
      'POST /api/forms/first-calls/{id}/removal/': (input) => {
        const { body } = input as { body: { step: string; undo?: boolean } };
        sent.push(body);
        const left = body.step === 'left' && body.undo ? null : '2026-03-10T13:02:00.000Z';
        const sheet = { ...promise, removal_left_at: left, removal_arrived_at: body.step === 'arrived' ? left : null };
        promises = [sheet];
        return { ...sheet, next_of_kins: [], created_at: '', updated_at: '' };
      },
    });
    const now = await panel('Now');
    expect(now.textContent).toMatch(/(39|40) min/);
    expect(within(now).getByRole('link', { name: 'Call (904) 555-0171' }).getAttribute('href')).toBe('tel:9045550171');
    const left = within(now).getByRole('button', { name: 'En route: Josephine Tyndall' });
    expect(left.getAttribute('data-variant')).toBe('filled');
    left.click();
    (await screen.findByRole('button', { name: 'Undo' })).click();
    (await screen.findByRole('button', { name: 'Arrived: Josephine Tyndall' })).click();
    await waitFor(() => expect(screen.queryByText('Josephine Tyndall, Moultrie Creek')).toBeNull());
    expect(sent).toEqual([{ step: 'left' }, { step: 'left', undo: true }, { step: 'arrived' }]);
  });

  it('confirms that a family was contacted and keeps the focus in the queue', async () => {
    let rows = [family];
    draw('coordinator', queue, {
      'GET /api/forms/submissions/': () => page(...rows),
      'POST /api/forms/submissions/{id}/mark_contacted/': () => {
        rows = [];
        return { ...family, status: 'contacted' };
      },
    });
    const mark = await screen.findByRole('button', { name: 'Mark contacted' });
    expect(screen.getByText(/One family is waiting for a call, for \d+ (?:h|days)/)).toBeTruthy();
    // On a phone only.
    expect(screen.getByText('Call Carmen Castillo').closest('a')?.href).toBe('tel:9045550142');
    mark.focus();
    mark.click();
    expect(await screen.findByText('Marked as contacted')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Mark contacted' })).toBeNull();
    await waitFor(() => {
      expect(document.activeElement).not.toBe(document.body);
      expect(document.activeElement?.contains(screen.getByRole('list', { name: 'Overdue' }))).toBe(true);
    });
  });

  it('does not call it quiet while a report has to be reviewed', async () => {
    const spam = { ...family, looks_like_advertising: true };
    draw('coordinator', () => ({ services: nothing, drafts: nothing, lacking: nothing }), {
      ...quiet,
      'GET /api/forms/submissions/': () => page(spam),
    });
    expect(await screen.findByText('1 looks like advertising')).toBeTruthy();
    expect(screen.getByRole('navigation', { name: 'All lists' }).textContent).toContain('New submissions 1');
    expect(screen.queryByText(/All caught up/)).toBeNull();
  });

  it('names a list that failed, retries it, and does not call that quiet', async () => {
    let asked = 0;
    const failing = () => {
      asked += 1;
      if (asked > 1) return { services: nothing, drafts: nothing, lacking: nothing };
      throw new ApiError(400, 'The table is not there');
    };
    draw('funeral_director', failing, quiet);
    expect((await screen.findByRole('alert')).textContent).toContain('Cases could not be loaded');
    expect(screen.queryByText(/All caught up/)).toBeNull();
    screen.getByRole('button', { name: 'Try again: Cases' }).click();
    expect(await screen.findByRole('heading', { name: 'All caught up' })).toBeDefined();
  });
});
