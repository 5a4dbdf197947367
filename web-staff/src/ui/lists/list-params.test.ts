import { describe, expect, it } from 'vitest';
import { readListParams, withParams } from './use-list.ts';

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
