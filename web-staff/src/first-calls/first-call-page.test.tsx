// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { answering, renderPage } from '../testing/render-page.tsx';
import { Toasts } from '../ui/feedback/toasts.tsx';
import { FirstCallPage } from './first-call-page.tsx';

it('D2 §8 shows that a sheet could not be loaded, and leads back to the list', async () => {
  const list = (
    <>
      <p>The list of first calls</p>
      <Toasts />
    </>
  );
  const notFound = () => {
    throw new ApiError(404, 'Not found.');
  };
  const { router } = renderPage(<p>Elsewhere</p>, {
    at: '/first-calls/sheet-1',
    pages: { '/first-calls/:id': <FirstCallPage />, '/first-calls': list },
    call: answering({ 'GET /api/forms/first-calls/{id}/': notFound }),
  });
  expect(await screen.findByText('The list of first calls')).toBeTruthy();
  expect(await screen.findByText('Failed to load first call sheet')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/first-calls');
});
