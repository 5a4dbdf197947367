import { describe, expect, it } from 'vitest';
import { companyAssignment, companyOfCase, companyOfHome, hasSingleCompany } from './company-plan.ts';

const plan = companyAssignment(
  { first: '1', connected: ['1', '2'] },
  { homes: { hillside: '2', lakeside: '3' }, apart: ['4'] },
);

describe('the company of a home', () => {
  it('is its own, else the first one, and none where its own is not connected', () => {
    expect(companyOfHome(plan, 'riverside')).toBe('1');
    expect(companyOfHome(plan, 'hillside')).toBe('2');
    expect(companyOfHome(plan, 'lakeside')).toBeUndefined();
    expect(companyOfHome({ ...plan, first: undefined, connected: ['2'] }, 'riverside')).toBeUndefined();
    expect(companyOfHome(plan, 'constructor')).toBe('1');
  });

  it('is not that of a case which is booked in another one already, and none while that is not connected', () => {
    expect(companyOfCase(plan, 'riverside', '2')).toBe('2');
    expect(companyOfCase(plan, 'hillside', '1')).toBe('1');
    expect(companyOfCase(plan, 'hillside', undefined)).toBe('2');
    expect(companyOfCase(plan, 'hillside', '9')).toBeUndefined();
    expect(companyOfCase(plan, 'riverside', '3')).toBeUndefined();
    expect(companyOfCase(plan, 'riverside', '4')).toBeUndefined();
    expect(companyOfCase({ ...plan, first: undefined, connected: ['2'] }, 'riverside', '1')).toBeUndefined();
  });

  it('is the next one where another company has taken the place of the first', () => {
    expect(companyOfCase(plan, 'riverside', '9')).toBe('1');
  });

  it('need not be asked for where there is one for all', () => {
    const alone = companyAssignment({ first: '1', connected: ['1'] }, undefined);
    expect(hasSingleCompany(alone)).toBe(true);
    expect(hasSingleCompany({ ...alone, first: undefined })).toBe(false);
    expect(hasSingleCompany({ ...alone, connected: ['1', '2'] })).toBe(false);
    expect(hasSingleCompany({ ...alone, everOwned: ['2'] })).toBe(false);
    expect(hasSingleCompany(plan)).toBe(false);
  });
});
