import { describe, expect, it } from 'vitest';
import { clockTime, formatTime } from './clock-time.ts';

describe('clockTime', () => {
  it.each([
    ['04:35', '04:35'],
    ['23:59:59', '23:59'],
  ])('cuts %s to %s', (typed, kept) => expect(clockTime.parse(typed)).toBe(kept));

  it.each(['24:00', '4:35', '12:60', 'noon', ''])('refuses %j', (typed) => {
    expect(clockTime.safeParse(typed).error?.issues[0]?.message).toBe('Time must be in HH:MM format');
  });
});

it.each([
  ['04:35', '4:35 AM'],
  ['00:05', '12:05 AM'],
  ['12:00', '12:00 PM'],
  ['17:02', '5:02 PM'],
  ['about five', 'about five'],
])('%s is read as %s', (time, words) => expect(formatTime(time)).toBe(words));
