import { describe, expect, it } from 'vitest';
import { nameFromSlug, readAddress, statusPath } from './page-address.ts';

describe('readAddress', () => {
  it.each([
    ['/', { page: 'start' }],
    ['/index.html', { page: 'start' }],
    ['/whitcomb-ames', { page: 'form', slug: 'whitcomb-ames' }],
    ['/Whitcomb-Ames/', { page: 'form', slug: 'whitcomb-ames' }],
    // Typed from paper: the page asks for reference and code.
    ['/status', { page: 'status', reference: '', token: '' }],
    ['/Status/', { page: 'status', reference: '', token: '' }],
    ['/status-quo', { page: 'form', slug: 'status-quo' }],
    ['/status/R-1/abc', { page: 'status', reference: 'R-1', token: 'abc' }],
    // The link of an email: the code is typed.
    ['/status/R-1', { page: 'status', reference: 'R-1', token: '' }],
    ['/%E0%A4%A', { page: 'form', slug: '%e0%a4%a' }],
  ])('reads %s', (path, address) => expect(readAddress(path)).toEqual(address));

  it('reads what statusPath writes', () => {
    expect(readAddress(statusPath('R-7K3M/9', 'a b+c'))).toEqual({
      page: 'status',
      reference: 'R-7K3M/9',
      token: 'a b+c',
    });
  });
});

describe('nameFromSlug', () => {
  it.each([
    ['whitcomb-ames', 'Whitcomb Ames'],
    ['harbor-light', 'Harbor Light'],
    ['st_brendan--chapel', 'St Brendan Chapel'],
    ['', 'Funeral Home'],
    ['---', 'Funeral Home'],
  ])('converts %s to %s', (slug, name) => expect(nameFromSlug(slug)).toBe(name));
});
