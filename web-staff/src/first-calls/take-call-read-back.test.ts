import { describe, expect, it } from 'vitest';
import { newCall, questionOfError, questions } from './first-call-text.ts';
import type { FirstCallDraft } from './parts/offline-calls.ts';
import { sheetOf } from './sync-call.ts';
import { notKnown, readBack, spokenDeath, spokenNumber } from './take-call-read-back.tsx';

const now = { today: '2026-11-20', yesterday: '2026-11-19', time: '03:14' };
const call = (answers: Record<string, string>): FirstCallDraft => ({
  ...newCall('0190a000-0000-7000-8000-000000000001', new Date('2026-11-20T08:14:00Z')),
  answers,
});
const whole = {
  ...{ deceased_first_name: 'Josephine', deceased_middle_name: 'Ruth', deceased_last_name: 'Tyndall' },
  ...{ date_of_birth: '1941-03-09', date_of_death: '2026-11-20', time_of_death: '02:50' },
  ...{ place_of_death: 'Moultrie Creek Care Center, room 118', kin_first_name: 'Loretta', kin_last_name: 'Tyndall' },
  ...{ kin_relationship: 'sibling', kin_phone: '9045550171', removal_expected_at: '2026-11-20T04:15' },
};
const spoken = (answers: Record<string, string>) =>
  readBack(call(answers), now).map((pieces) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : piece.answer)).join(''),
  );

describe('readBack', () => {
  it('composes three sentences of everything that was answered', () => {
    expect(spoken(whole)).toEqual([
      'Josephine Ruth Tyndall, born March 9, 1941, died tonight at 2:50 AM at Moultrie Creek Care Center, room 118.',
      'The next of kin is Loretta Tyndall, and the number to call is 904 · 555 · 01 · 71.',
      'We will be there in about one hour, near 4:15 AM. Is that all correct?',
    ]);
  });

  it.each([
    ['daughter', 'The next of kin is Loretta Tyndall, daughter, and the number to call is 904 · 555 · 01 · 71.'],
    ['aunt_uncle', 'The next of kin is Loretta Tyndall, and the number to call is 904 · 555 · 01 · 71.'],
    ['other_family', 'The next of kin is Loretta Tyndall, and the number to call is 904 · 555 · 01 · 71.'],
    ['other', 'The next of kin is Loretta Tyndall, and the number to call is 904 · 555 · 01 · 71.'],
  ])('names the relationship if it is a specific one: %s', (kin_relationship, sentence) => {
    expect(spoken({ ...whole, kin_relationship })[1]).toBe(sentence);
  });

  it.each([
    ['yes', 'There is a pacemaker. We will be there in about one hour, near 4:15 AM. Is that all correct?'],
    ['no', 'There is no pacemaker. We will be there in about one hour, near 4:15 AM. Is that all correct?'],
  ])('reads back the pacemaker answer %j', (has_pacemaker, sentence) => {
    expect(spoken({ ...whole, has_pacemaker })[2]).toBe(sentence);
  });

  it('repeats the contact at the place of death with the number', () => {
    const nurse = { contact_person: 'Paula Reyes', death_location_phone: '9045550111' };
    expect(spoken({ ...whole, ...nurse })[1]).toBe('The contact there is Paula Reyes, 904 · 555 · 01 · 11.');
    expect(questions.find(({ id }) => id === 'place')?.answer({ ...whole, ...nurse }, now.today)).toBe(
      'Moultrie Creek Care Center, room 118 · Paula Reyes, (904) 555-0111',
    );
  });

  it('omits unknown answers, and lists them below', () => {
    expect(spoken({ place_of_death: 'The pier', kin_phone: '9045550171' })).toEqual([
      'Someone has died. We will come to The pier.',
      'The number to call is 904 · 555 · 01 · 71.',
      ' Is that all correct?',
    ]);
    expect(notKnown(call(whole))).toEqual(['pacemaker']);
  });

  it.each([
    ['2026-11-20', '02:50', '03:14', 'tonight at 2:50 AM'],
    ['2026-11-19', '23:10', '03:14', 'last night at 11:10 PM'],
    ['2026-11-19', '11:10', '03:14', 'yesterday at 11:10 AM'],
    ['2026-11-20', '09:00', '15:00', 'today at 9:00 AM'],
    ['2026-11-20', '', '03:14', 'tonight'],
    ['2026-11-02', '12:00', '03:14', 'on Nov 2, 2026 at 12:00 PM'],
  ])('reads %s %s, at %s, as %s', (date_of_death, time_of_death, time, words) => {
    expect(spokenDeath({ date_of_death, time_of_death }, { ...now, time })).toBe(words);
  });

  it('reads a number in pairs, without its prefix', () => {
    expect(spokenNumber('+1 (904) 555-0171')).toBe('904 · 555 · 01 · 71');
  });

  it('reads a foreign number with its country code', () => {
    expect(spokenNumber('+52 55 1234 5678')).toBe('+52 · 55 · 1234 · 5678');
    expect(spokenNumber('+4930123456')).toBe('+49 · 3012 · 3456');
  });

  it.each([
    ['2026-11-20T03:16', 'We are on our way to you now.'],
    ['2026-11-20T06:00', 'We will be there near 6:00 AM.'],
    ['2026-11-21T01:00', 'We will be there near Nov 21, 2026, 1:00 AM.'],
  ])('reads the time of arrival: %s', (removal_expected_at, sentence) => {
    expect(spoken({ ...whole, removal_expected_at })[2]).toBe(`${sentence} Is that all correct?`);
  });
});

describe('sheetOf', () => {
  const taken = { by: 'Dee Kowalski', at: '2026-11-20T03:14', today: '2026-11-20' };

  it('contains the canonical answers, and who took the call when', () => {
    expect(sheetOf(call(whole), taken)).toMatchObject({
      ...{ call_taken_by: 'Dee Kowalski', call_received_at: '2026-11-20T03:14', date_of_birth: '1941-03-09' },
      next_of_kins: [{ first_name: 'Loretta', relationship: 'sibling', phone: '9045550171' }],
    });
    expect(sheetOf(call({ deceased_last_name: 'Tyndall' }), taken)).not.toHaveProperty('next_of_kins');
  });

  it('leads an error back to its question', () => {
    const errors = ['deceased_last_name', 'next_of_kins.0.phone', 'next_of_kins.0.relationship', 'death_city'];
    expect(errors.map((path) => questionOfError(path)?.id)).toEqual(['name', 'phone', 'kin', 'place']);
  });
});
