// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answering, renderPage } from '../testing/render-page.tsx';
import { RecordsPage } from './records-page.tsx';

const behind = vi.fn<(query: Record<string, string>) => unknown>();
const call = answering({
  'GET /api/services/reports/records/': (given) => behind((given as { query: Record<string, string> }).query),
  'GET /api/customers/funeral-homes/': () => ({ results: [] }),
});
beforeEach(() => {
  const row = {
    date: '2026-11-03',
    title: 'Walter Pruitt',
    detail: 'WA-2026-0003',
    case: null,
    submission: null,
    value: '1',
    location: 'home-1',
  };
  const answer = { rows: [row], unit: 'count', sum: '1', count: 1, next_cursor: null };
  behind.mockReset().mockReturnValue(answer);
});
const draw = (at: string) => renderPage(<RecordsPage />, { call, at });

describe('RecordsPage', () => {
  it('requests the metric and dates of its address', async () => {
    draw('/?figure=opened.n&from=2026-11-01&to=2026-11-23&title=Cases+opened');
    expect(await screen.findByText('Walter Pruitt')).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'Cases opened' })).toBeTruthy();
    expect(behind).toHaveBeenCalledWith({ figure: 'opened.n', from: '2026-11-01', to: '2026-11-23' });
  });

  it.each(['/', '/?figure=opened.n', '/?from=2026-11-01&to=2026-11-23'])(
    'requests nothing and links to the reports if the address has no metric (%s)',
    async (at) => {
      draw(at);
      expect(await screen.findByText('Choose a figure')).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Go to Reports' }).getAttribute('href')).toBe('/insight');
      expect(behind).not.toHaveBeenCalled();
    },
  );
});
