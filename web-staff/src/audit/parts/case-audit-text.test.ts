import { describe, expect, it } from 'vitest';
import { actionText, actorText, caseAuditText as auditText, changeText } from './case-audit-text.ts';

describe('caseAuditText', () => {
  it('names actions, including unknown ones', () => {
    expect(actionText('ssn.revealed')).toBe('Social Security Number viewed');
    expect(actionText('permit.issued')).toBe('Permit issued');
  });

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

  it('names the fields of the case’s lists', () => {
    expect(changeText(auditText, { field: 'permits.expiry_date', from: null, to: '2026-03-04' })).toEqual({
      ...{ label: 'Expiry Date', from: '(empty)', to: 'Mar 4, 2026' },
    });
  });

  it('words what was recorded at the checks', () => {
    const words = ([field, to]: string[]) => changeText(auditText, { field: `gates.${field}`, from: null, to }).to;
    const stored = [
      ['how', 'in_person'],
      ['step', 'cremated'],
      ['check', 'pacemaker'],
      ['gate', 'release'],
    ];
    expect([...stored, ['answer', 'unreachable'], ['at', '2026-11-27T10:30'], ['receiver', 'firm']].map(words)).toEqual(
      [
        ...['In person', 'Cremated', 'Pacemaker removed', 'Release', 'Cannot be reached', 'Nov 27, 2026, 10:30 AM'],
        'Another funeral home',
      ],
    );
  });

  it('omits values that the log does not store', () => {
    expect(changeText(auditText, { field: 'social_security_number', from: null, to: null })).toEqual({
      label: 'Social Security Number',
    });
  });
});
