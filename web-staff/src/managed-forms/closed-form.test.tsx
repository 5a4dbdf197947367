// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ManagedForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { renderPage } from '../testing/render-page.tsx';
import { FormActions } from './form-editor.tsx';
import { FormHead } from './form-versions.tsx';

const home = { id: 'home-1', slug: 'northside-chapel' } as FuneralHome;
const formOf = (changes: Partial<ManagedForm>) =>
  ({
    ...{ id: 'form-1', name: 'Hospice', slug: 'hospice', kind: 'at_need', status: 'unpublished', version: 3 },
    ...{ versions: [], settings: { title: 'Report a Death', color: null } },
    ...changes,
  }) as unknown as ManagedForm;

const toldWhenShared = async (form: ManagedForm): Promise<string> => {
  const { unmount } = renderPage(<FormHead home={home} form={form} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Link and QR code' }));
  const told = (await screen.findByText(/is not published/)).textContent ?? '';
  unmount();
  return told;
};

it('says what families see at the link of a closed form', async () => {
  expect(await toldWhenShared(formOf({}))).toContain('The link will work after you publish it');
  expect(await toldWhenShared(formOf({ slug: 'main' }))).toContain('Families see a different form at this address');
});

it('offers no link to an archived form', async () => {
  renderPage(<FormHead home={home} form={formOf({ status: 'archived' })} />);
  await screen.findByText('Hospice');
  expect(screen.queryByRole('button', { name: 'Link and QR code' })).toBeNull();
});

it('says what happens to the address when a form is closed', async () => {
  const closing = (form: ManagedForm) =>
    renderPage(<FormActions home={home} form={form} dialog="unpublish" onClose={() => undefined} />);
  const { unmount } = closing(formOf({ status: 'published' }));
  await screen.findByText(/says that the form is closed/);
  unmount();
  closing(formOf({ status: 'published', slug: 'main' }));
  await screen.findByText(/^\/northside-chapel has the standard form again/);
});
