// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { renderPage } from '../testing/render-page.tsx';
import { NewFormDialog } from './parts/forms-part.tsx';

it('suggests a valid address, also when a long name is cut between two words', async () => {
  const home = { id: 'home-1', slug: 'northside-chapel' } as FuneralHome;
  renderPage(<NewFormDialog home={home} forms={[]} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: /main address/ }));
  fireEvent.change(screen.getByLabelText('Name'), {
    target: { value: 'Hospice partners of the northern county and the islands' },
  });
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('hospice-partners-of-the-northern-county');
});
