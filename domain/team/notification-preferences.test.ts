import { describe, expect, it } from 'vitest';
import { defaultNotifications, isQuiet, minutesOfQuiet, wantsNotification } from './notification-preferences.ts';

const night = { quiet_from: '21:00', quiet_to: '07:00' };

describe('isQuiet', () => {
  it.each([
    ['20:59', night, false],
    ['21:00', night, true],
    ['03:00', night, true],
    ['07:00', night, false],
    ['12:30', { quiet_from: '12:00', quiet_to: '13:00' }, true],
    ['13:00', { quiet_from: '12:00', quiet_to: '13:00' }, false],
    ['03:00', { quiet_from: null, quiet_to: '07:00' }, false],
    ['03:00', { quiet_from: '07:00', quiet_to: '07:00' }, false],
  ])('says whether %s is in %o', (time, hours, expected) => {
    expect(isQuiet(hours, time)).toBe(expected);
  });
});

describe('wantsNotification', () => {
  const wants = (changes: object, time = '12:00', isOnDuty = false) =>
    wantsNotification({ ...defaultNotifications, ...changes }, 'task_due', { time, isOnDuty });
  it('waits until the quiet hours are over', () => {
    expect([wants({}), wants({}, '22:00')]).toEqual(['now', 'later']);
    expect([minutesOfQuiet(night, '22:00'), minutesOfQuiet(night, '06:30')]).toEqual([540, 30]);
  });
  it('stays silent without a channel, for what was not chosen, and off duty', () => {
    expect([wants({ channels: [] }), wants({ task_due: false }), wants({ only_on_duty: true })]).toEqual(
      Array(3).fill('never'),
    );
    expect(wants({ only_on_duty: true }, '12:00', true)).toBe('now');
  });
  it('uses the default of a person who chose nothing', () => {
    expect(wantsNotification(undefined, 'task_assigned', { time: '22:00', isOnDuty: false })).toBe('later');
  });
});
