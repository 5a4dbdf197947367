import { describe, expect, it } from 'vitest';
import { companyAssignment, companyOfCase, companyOfHome, hasSingleCompany } from './company-plan.ts';

const plan = companyAssignment(
  { first: '1', connected: ['1', '2'] },
  { homes: { hillside: '2', lakeside: '3' }, apart: ['4'] },
);

describe('companyOfHome and companyOfCase', () => {
  it('returns a home’s own company, else the first; none while disconnected', () => {
    expect(companyOfHome(plan, 'riverside')).toBe('1');
    expect(companyOfHome(plan, 'hillside')).toBe('2');
    expect(companyOfHome(plan, 'lakeside')).toBeUndefined();
    expect(companyOfHome({ ...plan, first: undefined, connected: ['2'] }, 'riverside')).toBeUndefined();
    expect(companyOfHome(plan, 'constructor')).toBe('1');
  });

  it('keeps a case in its company; none while that is disconnected', () => {
    expect(companyOfCase(plan, 'riverside', '2')).toBe('2');
    expect(companyOfCase(plan, 'hillside', '1')).toBe('1');
    expect(companyOfCase(plan, 'hillside', undefined)).toBe('2');
    expect(companyOfCase(plan, 'hillside', '9')).toBeUndefined();
    expect(companyOfCase(plan, 'riverside', '3')).toBeUndefined();
    expect(companyOfCase(plan, 'riverside', '4')).toBeUndefined();
    expect(companyOfCase({ ...plan, first: undefined, connected: ['2'] }, 'riverside', '1')).toBeUndefined();
  });

  it('moves a case when another company replaced the first', () => {
    expect(companyOfCase(plan, 'riverside', '9')).toBe('1');
  });

  it('hasSingleCompany is true if all money goes to one company', () => {
    const alone = companyAssignment({ first: '1', connected: ['1'] }, undefined);
    expect(hasSingleCompany(alone)).toBe(true);
    expect(hasSingleCompany({ ...alone, first: undefined })).toBe(false);
    expect(hasSingleCompany({ ...alone, connected: ['1', '2'] })).toBe(false);
    expect(hasSingleCompany({ ...alone, everOwned: ['2'] })).toBe(false);
    expect(hasSingleCompany(plan)).toBe(false);
  });
});
