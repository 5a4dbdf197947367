// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answering, renderPage } from '../testing/render-page.tsx';
import { HomeHistory } from './home-history.tsx';

it('names an unchanged price list once, and writes its day as a date', async () => {
  const entry = {
    ...{ id: 'e', at: '2026-03-01T10:00:00.000Z', action: 'price_list.published', ip: null, request_id: 'r' },
    ...{ actor_id: null, actor_name: 'System', actor_role: null },
    changes: [
      { field: 'price_list', from: 'Casket price list', to: 'Casket price list' },
      { field: 'price_list_effective_from', from: null, to: '2025-10-29' },
    ],
  };
  renderPage(<HomeHistory homeId="h" />, {
    call: answering({
      'GET /api/customers/funeral-homes/{id}/audit_log/': () => ({ results: [entry], next_cursor: null }),
    }),
  });
  const items = await screen.findAllByText(/Price list:|Effective from/);
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Price list: Casket price list',
    'Effective from: (empty) → Oct 29, 2025',
  ]);
});
