// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { presentCase } from '#domain/cases/present-case.ts';
import { exampleCore } from '#domain/cases/testing/example-case.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { FederalNotices } from './federal-notices.tsx';

const draw = (section: 'deathCertificate' | 'veteran', values: Record<string, unknown>) =>
  renderPage(
    <FederalNotices caseRecord={presentCase(exampleCore, { [section]: { version: 1, values } })} section={section} />,
  );

it('shows how Social Security is notified, by type of certificate', () => {
  draw('deathCertificate', { death_cert_type: 'electronic' });
  expect(screen.getByRole('list', { name: 'Social Security' }).textContent).toContain('Do not send Form SSA-721');
});

it('shows phone numbers for a veteran', () => {
  draw('veteran', { is_veteran: true });
  expect(screen.getByRole('list', { name: 'Veterans Affairs (VA)' }).textContent).toContain('1-800-535-1117');
});
