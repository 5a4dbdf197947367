// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import type { Role } from '#domain/shared/access/roles.ts';
import { createQueryClient } from '../api/cache.ts';
import { answering, renderPage } from '../testing/render-page.tsx';

import { funeralHomeKeys } from './homes/keys.ts';
import { HomesPage } from './homes-page.tsx';
import { LocationPage } from './location-page.tsx';

const home = {
  ...{ id: 'home-1', name: 'Northside Chapel', slug: 'northside', former_slugs: ['north-chapel'], logo_url: null },
  ...{ phone: null, emergency_phone: null, address: '', city: 'Palatka', state: 'FL', zip_code: '', version: 1 },
  ...{ license_number: '', time_zone: 'America/New_York', condolence_message: null, include_territories: false },
  case_numbering: { prefix: 'NC', padding: 4 },
};
const other = { ...home, id: 'home-2', name: 'Harbor Light', slug: 'harbor-light' };
const withMails = (one: object, ...notification_emails: string[]) => ({ ...one, notification_emails }) as FuneralHome;

const draw = (at: string, role: Role) => {
  const client = createQueryClient();
  client.setQueryData(funeralHomeKeys.publicSite, 'https://families.example.org');
  return renderPage(<HomesPage />, {
    ...{ client, role, at },
    pages: { '/settings/homes/:id': <LocationPage /> },
    call: answering({
      'GET /api/customers/funeral-homes/': () => ({
        results: [withMails(home), withMails(other, 'desk@harbor.example')],
      }),
      'GET /api/customers/funeral-homes/{id}/': () => withMails(home),
    }),
  });
};

it('shows who gets emails about new submissions, and homes without recipients', async () => {
  draw('/', 'super_admin');
  const rowOf = async (name: string) =>
    within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);
  expect((await rowOf('Northside Chapel')).getByText('No email notifications')).toBeTruthy();
  expect((await rowOf('Harbor Light')).getByText('Emailed to desk@harbor.example')).toBeTruthy();
});

it('S-03 shows a director a home without forms, and who can change it', async () => {
  draw('/settings/homes/home-1', 'funeral_director');
  const reason = 'Only owners and administrators can change funeral homes. You can view everything here.';
  expect(await screen.findByText(reason)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(screen.queryByRole('link', { name: 'History' })).toBeNull();
});

it('lists the former addresses that still lead to a home', async () => {
  draw('/settings/homes/home-1?tab=public', 'super_admin');
  expect(await screen.findByText('Also redirect here: families.example.org/north-chapel')).toBeTruthy();
});
