// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { FirstCall } from '#domain/first-calls/first-call.schema.ts';
import { firstCallFields } from '#domain/first-calls/first-call.sections.ts';
import { localDateTime } from '#domain/shared/values/date-time.ts';
import { answering, renderPage, userWith } from '../testing/render-page.tsx';
import { FirstCallPage } from './first-call-page.tsx';

const expected = (minutes: number) =>
  localDateTime('America/New_York', new Date(Math.floor(Date.now() / 60_000) * 60_000 + minutes * 60_000));
const blank = Object.fromEntries(firstCallFields.map(({ name }) => [name, null]));
const sheet = {
  ...blank,
  ...{ id: 'sheet-1', version: 1, status: 'active', created_at: '2026-03-10T08:00:00Z' },
  ...{ updated_at: '2026-03-10T08:00:00Z', created_by_name: null, updated_by_name: null },
  ...{
    deceased_full_name: 'Josephine Tyndall',
    place_of_death: 'Moultrie Creek, room 118',
    death_city: 'St. Augustine',
  },
  ...{ funeral_home_id: userWith('super_admin').funeral_home, funeral_home_name: 'Whitcomb & Ames' },
  next_of_kins: [{ id: 'kin', first_name: 'Loretta', last_name: 'Tyndall', phone: '9045550171' }],
  ...{
    case_id: null,
    case_number: null,
    removal_left_at: null,
    removal_arrived_at: null,
    possible_duplicates: [],
    possible_cases: [],
    possible_reports: [],
  },
} as Partial<FirstCall> as FirstCall;

const draw = (changes: Partial<FirstCall>) => {
  const sent: unknown[] = [];
  let stored = { ...sheet, ...changes };
  renderPage(<p>Elsewhere</p>, {
    at: '/first-calls/sheet-1',
    pages: { '/first-calls/:id': <FirstCallPage /> },
    call: answering({
      'GET /api/forms/first-calls/{id}/': () => stored,
      'POST /api/forms/first-calls/{id}/removal/': (input) => {
        const { body } = input as { body: { step: 'left' | 'arrived' } };
        sent.push(body);
        stored = { ...stored, [`removal_${body.step}_at`]: new Date().toISOString() };
        return stored;
      },
    }),
  });
  return sent;
};
const variant = (button: HTMLElement) => button.getAttribute('data-variant');

describe('the head of a first call', () => {
  it('shows the promise with its place, its number and its next step', async () => {
    const sent = draw({ removal_expected_at: expected(40) });
    const promise = await screen.findByRole('region', { name: 'Promised arrival' });
    expect(promise.textContent).toMatch(/^Be there by .*\d:\d\d [AP]MMoultrie Creek, room 118/);
    expect(within(promise).getByRole('link', { name: 'Map' }).getAttribute('href')).toContain('Moultrie+Creek');
    const call = within(promise).getByRole('link', { name: 'Call Loretta (904) 555-0171' });
    expect(call.getAttribute('href')).toBe('tel:9045550171');
    const left = within(promise).getByRole('button', { name: 'En route: Josephine Tyndall' });
    expect(variant(left)).toBe('filled');
    expect(variant(screen.getByRole('button', { name: 'Convert to case' }))).toBe('default');
    left.click();
    await waitFor(() => expect(promise.textContent).toContain('En route since'));
    within(promise).getByRole('button', { name: 'Arrived: Josephine Tyndall' }).click();
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Promised arrival' })).toBeNull());
    expect(variant(screen.getByRole('button', { name: 'Convert to case' }))).toBe('filled');
    expect(sent).toEqual([{ step: 'left' }, { step: 'arrived' }]);
  });

  it('marks a late arrival, and shows none without a promise', async () => {
    draw({ removal_expected_at: expected(-12) });
    const promise = await screen.findByRole('region', { name: 'Promised arrival' });
    expect(within(promise).getByText('Late')).toBeTruthy();
  });
});

describe('the pacemaker of a first call', () => {
  it('warns while a pacemaker is unknown before a cremation', async () => {
    draw({ hold_for: 'direct_cremation', me_notified: true });
    expect(await screen.findByText('Pacemaker not known')).toBeTruthy();
    expect(screen.queryByText(/Not entered:.*Pacemaker/)).toBeNull();
  });
});
