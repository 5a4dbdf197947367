// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { ErrorState } from './states.tsx';

it('ErrorState offers a retry, except without permission', () => {
  const { unmount } = renderPage(<ErrorState error={new ApiError(500, 'Server error')} onRetry={vi.fn()} />);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
  unmount();
  renderPage(<ErrorState error={new ApiError(403, 'You may not see this.')} onRetry={vi.fn()} />);
  expect(screen.getByText('You don’t have access')).toBeTruthy();
  expect(screen.getByText(/You may not see this\. Ask an administrator/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
});

it('ErrorState offers a retry while a second factor is missing', () => {
  const error = new ApiError(403, 'Please sign in again', { code: 'fresh_second_factor_required' });
  renderPage(<ErrorState error={error} onRetry={vi.fn()} />);
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy();
});
