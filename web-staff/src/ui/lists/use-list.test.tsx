// @vitest-environment happy-dom
import { act, cleanup, render } from '@testing-library/react';
import { createMemoryRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { afterEach, describe, expect, it } from 'vitest';
import { readListParams, useListParams, withParams } from './use-list.ts';

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

const read = (address: string) => readListParams(new URLSearchParams(address), ['status']);

describe('list URL', () => {
  it('holds search, filters, page and page size', () => {
    expect(read('search=ann&status=new&page=3&page_size=50')).toEqual({
      search: 'ann',
      page: 3,
      pageSize: 50,
      filters: { status: 'new' },
    });
  });

  it.each(['page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=', 'page_size=30', 'page_size=1e2x'])(
    'reads %s as the defaults',
    (address) => {
      expect(read(address)).toMatchObject({ page: 1, pageSize: 20 });
    },
  );

  it('returns to the first page when the rows change', () => {
    expect(withParams(new URLSearchParams('search=ann&page=3'), { status: 'new' }).toString()).toBe(
      'search=ann&status=new',
    );
    expect(withParams(new URLSearchParams('search=ann&page=3'), { search: '' }).toString()).toBe('');
    expect(withParams(new URLSearchParams('status=new&page=3'), { page: '4' }).toString()).toBe('status=new&page=4');
  });
});
