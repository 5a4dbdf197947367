import { describe, expect, it } from 'vitest';
import { cleanPermit, isExpired, permitErrors, sentPermit } from './permit.rules.ts';
import { permitNames, permitsDisposition } from './permit-names.ts';

const today = '2026-03-04';
const whole = { permit_name: 'Burial-transit permit', permit_number: 'BTP-1' };
const errors = (change: Record<string, unknown>, otherNumbers: string[] = []) =>
  permitErrors({ ...whole, ...change }, { otherNumbers, today });

describe('permitErrors (D3 §5)', () => {
  it('accepts a complete permit', () => {
    expect(errors({})).toEqual({});
    expect(errors({ issue_date: '2026-03-01', expiry_date: '2026-03-01' })).toEqual({});
    expect(errors({ issue_date: '2026-03-05' })).toEqual({});
    expect(errors({ expiry_date: '2020-01-01' })).toEqual({});
    expect(errors({ issue_date: '2026-03-01', returned_date: today })).toEqual({});
  });

  it.each([
    ['permit_name', '  ', 'Permit name is required'],
    ['permit_number', '', 'Permit number is required'],
    ['issue_date', '2026-02-30', 'Issue Date is not a valid date'],
    ['permit_number', 'x'.repeat(101), 'Permit Number must be 100 characters or less'],
    ['notes', 'x'.repeat(1001), 'Notes must be 1000 characters or less'],
    ['returned_date', '2026-03-05', 'Returned cannot be in the future'],
  ])('rejects %s %j: %s', (field, value, message) => {
    expect(errors({ [field]: value })).toEqual({ [field]: [message] });
  });

  it('rejects a duplicate number despite letter case and spaces', () => {
    const message = ['A permit with this number already exists for this case'];
    expect(errors({ permit_number: ' btp-1 ' }, ['BTP-1'])).toEqual({ permit_number: message });
    expect(errors({ permit_number: 'BTP-1' }, [' btp-1 ', 'BTP-2'])).toEqual({ permit_number: message });
    expect(errors({ permit_number: 'BTP-1' }, ['BTP-11'])).toEqual({});
  });

  it('rejects an expiry or return before the issue date', () => {
    expect(errors({ issue_date: '2026-03-02', expiry_date: '2026-03-01' })).toEqual({
      expiry_date: ['Expiry date must be after issue date'],
    });
    expect(errors({ issue_date: '2026-03-02', returned_date: '2026-03-01' })).toEqual({
      returned_date: ['A permit cannot be returned before it was issued'],
    });
  });

  it('trims values, and clears those sent empty', () => {
    expect(sentPermit({ permit_number: ' A  1 ', notes: null, issue_date: '' })).toEqual({
      ...{ permit_number: 'A 1', notes: '', issue_date: '' },
    });
    expect(cleanPermit({ ...whole, notes: '', issue_date: null })).toEqual(whole);
  });
});

describe('isExpired', () => {
  it('returns true on the day after the expiry, not on the day itself', () => {
    expect(isExpired({ expiry_date: today }, today)).toBe(false);
    expect(isExpired({ expiry_date: '2026-03-03' }, today)).toBe(true);
    expect(isExpired({ expiry_date: null }, today)).toBe(false);
  });
  it('returns false once the permit came back', () => {
    expect(isExpired({ expiry_date: '2026-03-01', returned_date: '2026-03-02' }, today)).toBe(false);
  });
});

describe('permitNames', () => {
  it('lists names of the state before general names', () => {
    expect(permitNames('CA')[0]).toBe('Permit for disposition');
    expect(permitNames('PA')[0]).toBe('Permit for disposal');
    expect(permitNames('FL')[0]).toBe('Burial-transit permit');
    expect(permitNames('')[0]).toBe('Burial-transit permit');
    for (const state of ['FL', 'CA', 'NY', '']) {
      expect(new Set(permitNames(state)).size).toBe(permitNames(state).length);
      expect(permitNames(state)).toContain('Medical examiner release');
    }
  });
});

describe('permitsDisposition', () => {
  it.each([
    ['Burial-transit permit', true],
    ['Burial Transit Permit', true],
    ['Permit for disposition', true],
    ['Permit for disposal', true],
    ['Disposition permit', true],
    ['Out-of-state transit permit', true],
    ['Burial, cremation, natural organic reduction or transit permit', true],
    ['Coroner’s cremation permit', false],
    ['Cremation authorization', false],
    ['Cemetery opening permit', false],
    ['Disinterment permit', false],
    ['Permit to remove cremated remains', false],
    ['Burial-transit permit (VOID)', false],
    ['Cancelled burial permit', false],
    ['Expired disposition permit', false],
    ['Parking', false],
  ])('classifies %s: %j', (name, permits) => {
    expect(permitsDisposition(name)).toBe(permits);
  });
});
