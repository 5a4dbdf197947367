// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { MonthPage } from './month-page.tsx';

const organization = {
  id: 'o',
  name: 'Whitcomb & Ames',
  second_factor: 'optional',
  month_report_mail: true,
  version: 3,
};
const kept = [
  { month: '2026-10', made_at: '2026-11-01T15:00:00.000Z' },
  { month: '2026-09', made_at: '2026-10-01T15:00:00.000Z' },
];
const draw = (months: object[], more: Record<string, (input: unknown) => unknown> = {}, at = '/') =>
  renderPage(<MonthPage />, {
    at,
    call: answering({
      'GET /api/services/reports/monthly/': () => ({ last: '2026-10', months }),
      'GET /api/customers/organization/': () => organization,
      ...more,
    }),
  });

describe('MonthPage', () => {
  it('lists months, the one linked in the email first, each on Letter and A4', async () => {
    draw(kept, {}, '/?month=2026-09');
    const rows = within(await screen.findByRole('list', { name: 'Months' })).getAllByRole('listitem');
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('September 2026'),
      expect.stringContaining('October 2026'),
    ]);
    expect(screen.getByRole('button', { name: 'October 2026 as a PDF on A4' })).toBeDefined();
    expect(screen.getByRole('button', { name: 'September 2026 as a PDF on Letter' })).toBeDefined();
  });

  it('sends the last month now, and names the recipient', async () => {
    const send = vi.fn(() => kept[0]);
    draw([], { 'POST /api/services/reports/monthly/send/': send });
    expect(await screen.findByText(/^No monthly reports yet/)).toBeDefined();
    screen.getByRole('button', { name: 'Email me October 2026 now' }).click();
    await waitFor(() => expect(send).toHaveBeenCalledTimes(1));
    expect(send).toHaveBeenCalledWith({ body: {} });
  });

  it('changes whether owners get emails', async () => {
    let stored = organization;
    const update = vi.fn((input: unknown) => {
      stored = { ...organization, ...(input as { body: { month_report_mail: boolean } }).body };
      return stored;
    });
    draw(kept, { 'PATCH /api/customers/organization/': update, 'GET /api/customers/organization/': () => stored });
    const mails = () => screen.findByRole('switch', { name: 'Email all owners every month' });
    const isOn = async () => ((await mails()) as HTMLInputElement).checked;
    expect(await isOn()).toBe(true);
    (await mails()).click();
    await waitFor(async () => expect(await isOn()).toBe(false));
    expect(update).toHaveBeenCalledWith({ body: { month_report_mail: false } });
  });
});
