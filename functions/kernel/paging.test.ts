import { describe, expect, it } from 'vitest';
import { pageRequest } from './paging.ts';

describe('a page of a list', () => {
  it.each(['li', '李 明', '李明', 'q@example.com', '07'])('is searched by %s', (search) => {
    expect(pageRequest({ search })).toEqual({ page: 1, pageSize: 20, search });
  });

  it.each(['a', '李', ' 李 ', 'a b', '& -', '7'])('is not searched by %j', (search) => {
    expect(() => pageRequest({ search })).toThrow();
  });
});
