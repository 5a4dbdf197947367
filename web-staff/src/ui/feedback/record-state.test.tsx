// @vitest-environment happy-dom
import type { UseQueryResult } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { RecordLoadState } from './states.tsx';

it('RecordLoadState renders an unreadable record as a page with a way back', () => {
  const query = { isError: true, error: new Error('Server connection lost.') } as unknown as UseQueryResult<unknown>;
  renderPage(<RecordLoadState query={query} noun="Case" back={{ to: '/cases', label: 'Cases' }} />);
  expect(screen.getByRole('heading', { level: 1, name: 'Could not load' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Back to cases' }).getAttribute('href')).toBe('/cases');
});
