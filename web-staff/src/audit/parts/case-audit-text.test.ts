import { describe, expect, it } from 'vitest';
import { actorText, caseAuditText as auditText, changeText } from './case-audit-text.ts';

describe('caseAuditText', () => {
  it('names the actor with the role at that time', () => {
    expect(actorText({ actor_name: 'Marcus Ames', actor_role: 'funeral_director' })).toBe(
      'Marcus Ames, Funeral director',
    );
    expect(actorText({ actor_name: 'Public form', actor_role: null })).toBe('Public form');
  });

  it('describes changes with the labels of the form', () => {
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

  it('omits values that the log does not store', () => {
    expect(changeText(auditText, { field: 'social_security_number', from: null, to: null })).toEqual({
      label: 'Social Security Number',
    });
  });
});
