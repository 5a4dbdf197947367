// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { FormSettings, ManagedForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { renderPage } from '../testing/render-page.tsx';
import { draftOf } from './form-draft.ts';
import { FormActionButton, FormPreview } from './form-editor.tsx';
import { CemeteriesEditor } from './form-fields.tsx';
import { FormHead, SettingsText } from './form-versions.tsx';
import { NewFormDialog } from './parts/forms-part.tsx';

const home = { id: 'home-1', name: 'Northside Chapel', slug: 'northside-chapel' } as FuneralHome;
const formOf = (changes: Partial<ManagedForm>) =>
  ({
    ...{ id: 'form-1', name: 'Hospice', slug: 'hospice', kind: 'at_need', status: 'unpublished', version: 3 },
    ...{ versions: [], settings: { title: 'Report a Death', color: null } },
    ...changes,
  }) as unknown as ManagedForm;

const noticeWhenShared = async (form: ManagedForm): Promise<string> => {
  const { unmount } = renderPage(<FormHead home={home} form={form} />);
  fireEvent.click(await screen.findByRole('button', { name: 'Link and QR code' }));
  const notice = (await screen.findByText(/is not published/)).textContent ?? '';
  unmount();
  return notice;
};

it('says what families see at the link of a closed form', async () => {
  expect(await noticeWhenShared(formOf({}))).toContain('The link will work after you publish it');
  expect(await noticeWhenShared(formOf({ slug: 'main' }))).toContain('Families see a different form at this address');
});

it('offers no link to an archived form', async () => {
  renderPage(<FormHead home={home} form={formOf({ status: 'archived' })} />);
  await screen.findByText('Hospice');
  expect(screen.queryByRole('button', { name: 'Link and QR code' })).toBeNull();
});

it('says what happens to the address when a form is closed', async () => {
  const closing = async (form: ManagedForm) => {
    const page = renderPage(<FormActionButton home={home} form={form} action="unpublish" />);
    fireEvent.click(await screen.findByRole('button', { name: 'Unpublish' }));
    return page;
  };
  const { unmount } = await closing(formOf({ status: 'published' }));
  await screen.findByText(/says that the form is closed/);
  unmount();
  await closing(formOf({ status: 'published', slug: 'main' }));
  await screen.findByText(/^\/northside-chapel has the standard form again/);
});

const oak = { id: 'c1', name: 'Oak Hammock', cost: '2750.50', note: '', note_spanish: '', street: '1 Oak Street' };
const settings = {
  ...{ title: 'Report a Death', condolence_message: null, notice: null, emergency_phone: null, show_logo: true },
  ...{ color: null, switched_off: [], certificate_copies: null, questions: [] },
  spanish: { title: '', condolence_message: '', notice: '' },
  cemeteries: [
    { ...oak, city: 'Hastings', state: 'FL', zip: '32145' },
    { ...oak, id: 'c2', name: 'Veterans Field', cost: '0.00', note: 'no charge', note_spanish: 'sin costo' },
  ],
} as unknown as FormSettings;

it('shows the home’s own cemeteries with costs, in both languages', async () => {
  const form = { name: 'Hospice', slug: 'hospice', settings } as ManagedForm;
  renderPage(<FormPreview home={home} kind="at_need" draft={draftOf(form)} />);
  const cost = await screen.findByText('about $2,750.50');
  expect(cost.closest('li')?.textContent).toContain('Oak Hammock Hastings');
  expect(screen.getByText('no charge')).toBeTruthy();
  fireEvent.click(screen.getByRole('switch', { name: 'Preview in Spanish' }));
  expect(screen.getByText('unos $2,750.50')).toBeTruthy();
  expect(screen.getByText('sin costo')).toBeTruthy();
});

it('shows the cemetery costs of a version', async () => {
  renderPage(<SettingsText kind="at_need" settings={settings} />);
  expect(await screen.findByText('Oak Hammock ($2,750.50), Veterans Field ($0.00, no charge)')).toBeTruthy();
});

it('starts a cemetery in the state of the home', async () => {
  const change = vi.fn();
  renderPage(<CemeteriesEditor rows={null} errors={{}} inSpanish={false} state="GA" onChange={change} />);
  fireEvent.click(await screen.findByRole('switch', { name: /our own cemeteries/ }));
  expect(change).toHaveBeenCalledWith([expect.objectContaining({ name: '', state: 'GA' })]);
});

it('suggests a valid address, also when a long name is cut between two words', async () => {
  renderPage(<NewFormDialog home={home} forms={[]} onClose={() => undefined} />);
  fireEvent.click(await screen.findByRole('checkbox', { name: /main address/ }));
  fireEvent.change(screen.getByLabelText('Name'), {
    target: { value: 'Hospice partners of the northern county and the islands' },
  });
  expect(screen.getByLabelText<HTMLInputElement>('Address').value).toBe('hospice-partners-of-the-northern-county');
});
