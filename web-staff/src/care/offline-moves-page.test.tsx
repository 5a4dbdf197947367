// @vitest-environment happy-dom
import { fireEvent, screen, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { sealedStore } from '../session/device/sealed-store.ts';
import { renderPage } from '../testing/render-page.tsx';
import { OfflineMoves } from './offline-moves-page.tsx';

const me = '0193a000-0000-7000-8000-000000000002';
afterEach(() => void vi.restoreAllMocks());

it('shows a move that it cannot read, until it is discarded', async () => {
  const names = [`${me}/care-move/1`];
  vi.spyOn(sealedStore, 'names').mockImplementation(async () => names);
  vi.spyOn(sealedStore, 'open').mockResolvedValue({ shape: 'of another release' });
  vi.spyOn(sealedStore, 'forget').mockImplementation(async (isMeant) => {
    if (names.some((name) => isMeant(name, 0))) names.length = 0;
  });
  renderPage(<OfflineMoves profileId={me} zone="America/New_York" />);
  const move = await screen.findByRole('article', { name: 'Unreadable move' });
  expect(within(move).getByRole('button', { name: 'Export' })).toBeTruthy();
  expect(screen.queryByText('Everything was sent')).toBeNull();
  fireEvent.click(within(move).getByRole('button', { name: 'Discard' }));
  expect(names).toHaveLength(1);
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('Everything was sent')).toBeTruthy();
});
