// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, expect, it } from 'vitest';
import { useListParams } from './list-params.ts';

afterEach(() => {
  cleanup();
  window.history.replaceState(null, '', '/');
});

let painted: ReturnType<typeof useListParams> | undefined;
const List = () => {
  painted = useListParams(['status', 'location']);
  return null;
};

it('keeps what was cleared cleared, although a filter is chosen before the page is painted anew', async () => {
  window.history.replaceState(null, '', '/?search=briggs&status=draft');
  const router = createBrowserRouter([{ path: '/', element: <List /> }]);
  render(<RouterProvider router={router} />);
  const before = painted;
  expect(before?.filters.status).toBe('draft');
  // Both with what was painted first, as on a device that paints slowly.
  await act(async () => before?.clear());
  await act(async () => before?.setFilter('location', 'ames'));
  expect(window.location.search).toBe('?location=ames');
  router.dispose();
});
