import { describe, expect, it } from 'vitest';
import { actionText, actorText, caseAuditText as auditText, changeText } from './case-audit-text.ts';

describe('the audit log in words', () => {
  it('names actions, also those it has not met', () => {
    expect(actionText('ssn.revealed')).toBe('Social Security Number viewed');
    expect(actionText('permit.issued')).toBe('Permit issued');
  });

  it('names who did it, with the role they had', () => {
    expect(actorText({ actor_name: 'Marcus Ames', actor_role: 'funeral_director' })).toBe(
      'Marcus Ames, Funeral director',
    );
    expect(actorText({ actor_name: 'Public form', actor_role: null })).toBe('Public form');
  });

  it('says what changed in the words of the form', () => {
    expect(changeText(auditText, { field: 'date_of_birth', from: '1939-03-04', to: '1938-03-04' })).toEqual({
      label: 'Date of birth',
      from: 'Mar 4, 1939',
      to: 'Mar 4, 1938',
    });
    expect(changeText(auditText, { field: 'gender', from: null, to: 'female' })).toEqual({
      label: 'Gender',
      from: '(empty)',
      to: 'Female',
    });
  });

  it('names the fields of the case’s lists', () => {
    expect(changeText(auditText, { field: 'permits.expiry_date', from: null, to: '2026-03-04' })).toEqual({
      ...{ label: 'Expiry Date', from: '(empty)', to: 'Mar 4, 2026' },
    });
  });

  it('has no values where the log keeps none', () => {
    expect(changeText(auditText, { field: 'social_security_number', from: null, to: null })).toEqual({
      label: 'Social Security Number',
    });
  });
});
