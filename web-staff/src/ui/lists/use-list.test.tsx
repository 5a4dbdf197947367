// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it } from 'vitest';
import { useListParams } from './use-list.ts';

afterEach(cleanup);

let painted: ReturnType<typeof useListParams> | undefined;
const List = () => {
  painted = useListParams(['status', 'location']);
  return null;
};

it('useListParams does not restore a cleared search when a filter is chosen at once', async () => {
  // The browser's address is already cleared, while rendering lags behind.
  const router = createMemoryRouter([{ path: '/', element: <List /> }], {
    initialEntries: ['/?search=briggs&status=draft'],
  });
  render(<RouterProvider router={router} />);
  expect([painted?.search, painted?.filters.status, globalThis.location.search]).toEqual(['briggs', 'draft', '']);
  await act(async () => painted?.setFilter('location', 'ames'));
  expect(router.state.location.search).toBe('?location=ames');
});

it('useListParams does not cancel the opening of a page by a delayed search', async () => {
  const loaded = Promise.withResolvers<{ element: null }>();
  const router = createMemoryRouter([
    { path: '/', element: <List /> },
    { path: '/record', lazy: () => loaded.promise },
  ]);
  render(<RouterProvider router={router} />);
  await act(async () => void router.navigate('/record'));
  await act(async () => painted?.setSearch('briggs'));
  await act(async () => loaded.resolve({ element: null }));
  expect(router.state.location.pathname).toBe('/record');
});
