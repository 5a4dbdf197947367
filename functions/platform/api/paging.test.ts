import { describe, expect, it } from 'vitest';
import { pageAnswer, pageRequest } from './paging.ts';

describe('pageRequest and pageAnswer', () => {
  it.each(['li', '李 明', '李明', 'q@example.com', '07'])('searches by %s', (search) => {
    expect(pageRequest({ search })).toEqual({ page: 1, pageSize: 20, search });
  });

  it.each(['a', '李', ' 李 ', 'a b', '& -', '7'])('does not search by %j', (search) => {
    expect(() => pageRequest({ search })).toThrow();
  });

  it.each([
    [20, 1, null, null],
    [21, 1, '/list?page=2', null],
    [21, 2, null, '/list?page=1'],
    [41, 2, '/list?page=3', '/list?page=1'],
  ])('a list of %i records links from page %i to %j and back to %j', (count, page, next, previous) => {
    const answer = pageAnswer('/list', {}, { page, pageSize: 20, search: undefined }, { count, rows: [] });
    expect(answer).toMatchObject({ count, next, previous });
  });
});
