// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { FormSettings, ManagedForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { renderPage } from '../testing/render-page.tsx';
import { draftOf } from './form-draft.ts';
import { FormPreview } from './form-editor.tsx';
import { SettingsText } from './form-versions.tsx';

const home = { id: 'home-1', name: 'Northside Chapel', slug: 'northside-chapel' } as FuneralHome;
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
