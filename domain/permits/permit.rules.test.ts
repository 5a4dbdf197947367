import { describe, expect, it } from 'vitest';
import { isExpired, keptPermit, permitErrors, sentPermit } from './permit.rules.ts';
import { permitNames, permitsDisposition } from './permit-names.ts';

const today = '2026-03-04';
const whole = { permit_name: 'Burial-transit permit', permit_number: 'BTP-1' };
const faults = (change: Record<string, unknown>, otherNumbers: string[] = []) =>
  permitErrors({ ...whole, ...change }, { otherNumbers, today });

describe('rules of a permit (D3 §5)', () => {
  it('takes a whole one', () => {
    expect(faults({})).toEqual({});
    expect(faults({ issue_date: '2026-03-01', expiry_date: '2026-03-01' })).toEqual({});
    expect(faults({ issue_date: '2026-03-05' })).toEqual({});
    expect(faults({ expiry_date: '2020-01-01' })).toEqual({});
    expect(faults({ issue_date: '2026-03-01', returned_date: today })).toEqual({});
  });

  it.each([
    ['permit_name', '  ', 'Permit name is required'],
    ['permit_number', '', 'Permit number is required'],
    ['issue_date', '2026-02-30', 'Issue Date is not a valid date'],
    ['permit_number', 'x'.repeat(101), 'Permit Number must be 100 characters or less'],
    ['notes', 'x'.repeat(1001), 'Notes must be 1000 characters or less'],
    ['returned_date', '2026-03-05', 'Returned cannot be in the future'],
  ])('%s %j: %s', (field, value, message) => {
    expect(faults({ [field]: value })).toEqual({ [field]: [message] });
  });

  it('has a number of its own in the case, whatever the case of its letters and the spaces around it', () => {
    const message = ['A permit with this number already exists for this case'];
    expect(faults({ permit_number: ' btp-1 ' }, ['BTP-1'])).toEqual({ permit_number: message });
    expect(faults({ permit_number: 'BTP-1' }, [' btp-1 ', 'BTP-2'])).toEqual({ permit_number: message });
    expect(faults({ permit_number: 'BTP-1' }, ['BTP-11'])).toEqual({});
  });

  it('expires after it was issued, and comes back not before', () => {
    expect(faults({ issue_date: '2026-03-02', expiry_date: '2026-03-01' })).toEqual({
      expiry_date: ['Expiry date must be after issue date'],
    });
    expect(faults({ issue_date: '2026-03-02', returned_date: '2026-03-01' })).toEqual({
      returned_date: ['A permit cannot be returned before it was issued'],
    });
  });

  it('keeps what was sent without the spaces around it, and clears what is sent empty', () => {
    expect(sentPermit({ permit_number: ' A  1 ', notes: null, issue_date: '' })).toEqual({
      ...{ permit_number: 'A 1', notes: '', issue_date: '' },
    });
    expect(keptPermit({ ...whole, notes: '', issue_date: null })).toEqual(whole);
  });
});

describe('the expiry of a permit', () => {
  it('is over on the day after, not on the day itself', () => {
    expect(isExpired({ expiry_date: today }, today)).toBe(false);
    expect(isExpired({ expiry_date: '2026-03-03' }, today)).toBe(true);
    expect(isExpired({ expiry_date: null }, today)).toBe(false);
  });
  it('is no matter once it came back', () => {
    expect(isExpired({ expiry_date: '2026-03-01', returned_date: '2026-03-02' }, today)).toBe(false);
  });
});

describe('ready-made names', () => {
  it('are first those of the state, then those of any', () => {
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

describe('a permit for disposition', () => {
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
  ])('%s: %j', (name, permits) => {
    expect(permitsDisposition(name)).toBe(permits);
  });
});
