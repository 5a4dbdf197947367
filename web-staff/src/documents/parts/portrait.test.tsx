// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { createQueryClient } from '../../api/cache.ts';
import { answering, renderPage } from '../../testing/render-page.tsx';
import { documentKeys } from '../keys.ts';
import { Portrait } from './portrait.tsx';

const photo = { id: 'd1', kind: 'photo', state: 'ready', content_type: 'image/png', can_preview: true };
const draw = (results: object[]) => {
  const link = vi.fn(() => ({ download_url: 'https://files.example/portrait.png' }));
  const client = createQueryClient();
  client.setQueryData(documentKeys.ofCase('c1'), { count: results.length, results });
  const call = answering({ 'GET /api/documents/documents/{id}/download/': link });
  renderPage(
    <Portrait caseId="c1" name="Harold Lindqvist" className={undefined}>
      <span>HL</span>
    </Portrait>,
    { call, client },
  );
  return link;
};

it('shows the photo of a case by its name, and the initials if it fails to load', async () => {
  draw([{ ...photo, created_at: '2026-11-20T12:00:00.000Z' }]);
  const shown = await screen.findByRole('img', { name: 'Portrait of Harold Lindqvist' });
  expect(screen.queryByText('HL')).toBeNull();
  fireEvent.error(shown);
  expect(screen.getByText('HL')).toBeTruthy();
});

it('asks for no link without a photo', async () => {
  const link = draw([{ ...photo, kind: 'permit', created_at: '2026-11-20T12:00:00.000Z' }]);
  expect(screen.getByText('HL')).toBeTruthy();
  expect(link).not.toHaveBeenCalled();
});
