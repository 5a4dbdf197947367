// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { Role } from '#domain/access/roles.ts';
import type { CaseRow } from '#domain/cases/case.schema.ts';
import { caseRow } from '#domain/cases/case-row.ts';
import { exampleCore, exampleSections } from '#domain/cases/testing/example-case.ts';
import { ApiError } from '#domain/contract/client.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
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
/** Something that is long overdue, whenever the test runs. */
const due = {
  ...{ id: 'c.filing', case: 'c', case_number: 'WA-2026-0003', deceased_name: 'Jamal Whitfield', kind: 'filing' },
  ...{ title: 'Filing the certificate', due: '2026-03-07', days_left: -3, owner: null, owner_name: '', state: 'FL' },
};
const page = (...results: object[]) => ({ count: results.length, next: null, previous: null, results });
const waiting = (...cases: CaseRow[]) => ({ count: cases.length, count_is_exact: true, cases });

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
      ...{ due_on: '2026-03-09', amount: '250.00', owed_by: 'family' },
    },
  ],
};
const dashboard = {
  ...{ today: '2026-03-10', from: '2026-03-01', to: '2026-03-10', before: null, location: null, tables: [] },
  figures: [
    {
      ...{ id: 'open', title: 'Cases open', unit: 'count', value: '12', before: null, of: null },
      behind: { figure: 'open.n', from: '1850-01-01', to: '9999-12-31' },
    },
  ],
};
const draw = (role: Role, queue: () => unknown, more: Record<string, () => unknown> = {}) =>
  renderPage(<HomePage />, {
    role,
    call: answering({
      'GET /api/services/cases/queue/': queue,
      'GET /api/services/deadlines/': () => page(due),
      'GET /api/forms/submissions/': () => page(),
      'GET /api/services/dashboard/': () => dashboard,
      'GET /api/services/payments/due/': () => moneyDue,
      'GET /api/forms/first-calls/': (input) => {
        const { status } = (input as { query: { status: 'draft' | 'active' } }).query;
        return page(sheet(`f-${status}`, status));
      },
      ...more,
    }),
  });
const queue = () => ({
  services: waiting(rowOf('s', { service_date: '2026-03-14', service_time: '10:30' })),
  drafts: waiting(rowOf('d', { status: 'draft', missing_count: 3 }), rowOf('e', { status: 'draft', missing_count: 0 })),
  lacking: { ...waiting(rowOf('l', { status: 'active', missing_count: 6 })), count: 100, count_is_exact: false },
});
const panel = (name: RegExp) => screen.findByRole('region', { name });
const links = (element: HTMLElement) =>
  within(element)
    .getAllByRole('link')
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('HomePage', () => {
  it('leads every line to its next step', async () => {
    draw('funeral_director', queue);
    await screen.findByText('3 missing to be active');
    expect(links(await panel(/^Drafts to finish/))).toEqual([
      ['See all', '/cases?status=draft'],
      ['Walter Pruitt', '/cases/d'],
      ['Continue', '/cases/d'],
      ['Walter Pruitt', '/cases/e'],
      ['Activate', '/cases/e'],
    ]);
    const late = await panel(/^Deadlines/);
    expect(links(late)).toEqual([
      ['See all', '/deadlines'],
      ['Jamal Whitfield', '/cases/c'],
    ]);
    expect(late.textContent).toContain('Overdue by 3 days');
    const lacking = await panel(/^Cases that lack something/);
    expect(lacking.textContent).toContain('100+');
    expect(lacking.textContent).toContain('6 missing to be completed');
    expect((await panel(/^Services, next 7 days/)).textContent).toContain('10:30 AM · ');
  });

  it('says who owes money by which day, and what is overdue', async () => {
    draw('office_staff', queue);
    await screen.findByText('Samira Haddad');
    const money = await panel(/^Money due/);
    expect(money.textContent).toContain('The family: $250.00, Mar 9, 2026');
    expect(money.textContent).toContain('Overdue');
    expect(links(money)).toContainEqual(['Samira Haddad', '/cases/m?section=financial']);
  });

  it('shows the figures of the role, each with the way to its records', async () => {
    draw('coordinator', queue);
    const figures = await screen.findByRole('list', { name: 'Figures' });
    expect(figures.textContent).toContain('Cases open12');
    expect(links(figures)).toEqual([
      ['The 12 behind it', '/insight/records?figure=open.n&from=1850-01-01&to=9999-12-31&title=Cases+open'],
    ]);
    expect(screen.queryByText(/All quiet/)).toBeNull();
  });

  it('says that all is quiet when it is', async () => {
    const nothing = { count: 0, count_is_exact: true, cases: [] };
    draw('funeral_director', () => ({ services: nothing, drafts: nothing, lacking: nothing }), {
      'GET /api/services/deadlines/': () => page(),
      'GET /api/services/payments/due/': () => ({ ...moneyDue, count: 0, results: [] }),
      'GET /api/forms/first-calls/': () => page(),
    });
    expect(await screen.findByText(/^All quiet: nobody is waiting/)).toBeDefined();
  });

  it('shows the sheets that are no cases yet, whole ones first', async () => {
    draw('coordinator', queue);
    await screen.findByText('Josephine Tyndall');
    expect(links(await panel(/^First-call sheets/))).toEqual([
      ['See all', '/first-calls'],
      ['Josephine Tyndall', '/first-calls/f-active'],
      ['Convert to case', '/first-calls/f-active?convert'],
      ['Name not known yet', '/first-calls/f-draft'],
      ['Continue', '/first-calls/f-draft'],
    ]);
  });

  it('S-03 offers the office what it may do', async () => {
    draw('office_staff', queue);
    await screen.findByText('Josephine Tyndall');
    expect(screen.queryByRole('link', { name: 'New case' })).toBeNull();
    expect(screen.queryByRole('link', { name: /^Convert to case/ })).toBeNull();
    expect(links(await panel(/^Drafts to finish/))).toHaveLength(3);
    expect(screen.getByRole('link', { name: 'Take a call' }).getAttribute('href')).toBe('/first-calls/new');
  });

  it('says of each queue that it could not be read, and lets it be tried again', async () => {
    draw('funeral_director', () => {
      throw new ApiError(400, 'The table is not there');
    });
    expect(await screen.findAllByText('The table is not there')).toHaveLength(3);
  });
});
