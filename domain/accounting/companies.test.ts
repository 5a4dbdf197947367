import { describe, expect, it } from 'vitest';
import { companyOfCase, companyOfHome, isOneCompany } from './companies.ts';

const plan = { first: '1', connected: ['1', '2'], homes: { hillside: '2', lakeside: '3' } };

describe('the company of a home', () => {
  it('is its own, else the first one, and none where its own is not connected', () => {
    expect(companyOfHome(plan, 'riverside')).toBe('1');
    expect(companyOfHome(plan, 'hillside')).toBe('2');
    expect(companyOfHome(plan, 'lakeside')).toBeUndefined();
    expect(
      companyOfHome({ first: undefined, connected: ['2'], homes: { hillside: '2' } }, 'riverside'),
    ).toBeUndefined();
    expect(companyOfHome(plan, 'constructor')).toBe('1');
  });

  it('is not that of a case which is booked in another one already, while that is connected', () => {
    expect(companyOfCase(plan, 'riverside', '2')).toBe('2');
    expect(companyOfCase(plan, 'hillside', '1')).toBe('1');
    expect(companyOfCase(plan, 'hillside', '9')).toBe('2');
    expect(companyOfCase(plan, 'hillside', undefined)).toBe('2');
  });

  it('need not be asked for where there is one for all', () => {
    expect(isOneCompany({ first: '1', connected: ['1'], homes: {} })).toBe(true);
    expect(isOneCompany({ first: '1', connected: ['1'], homes: { hillside: '2' } })).toBe(false);
    expect(isOneCompany(plan)).toBe(false);
  });
});
