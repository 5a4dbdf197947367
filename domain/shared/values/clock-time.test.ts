import { describe, expect, it } from 'vitest';
import { clockTime, formatTime, halvesOf, readTime } from './date-time.ts';

describe('clockTime', () => {
  it.each([
    ['04:35', '04:35'],
    ['23:59:59', '23:59'],
  ])('truncates %s to %s', (typed, expected) => expect(clockTime.parse(typed)).toBe(expected));

  it.each(['24:00', '4:35', '12:60', 'noon', ''])('rejects %j', (typed) => {
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

describe('readTime', () => {
  it.each([
    ['4:35 AM', '04:35'],
    ['435p', '16:35'],
    ['2:00 p.m.', '14:00'],
    ['16:35', '16:35'],
    ['0035', '00:35'],
    ['12 am', '00:00'],
    ['12:05pm', '12:05'],
    ['noon', '12:00'],
    ['24:00', undefined],
    ['13 pm', undefined],
    ['0:10 am', undefined],
    ['4:75', undefined],
    ['soon', undefined],
  ])('reads %j as %s', (typed, time) => expect(readTime(typed)).toBe(time));

  it.each([
    ['2:00', { am: '02:00', pm: '14:00' }],
    ['0240', { am: '02:40', pm: '14:40' }],
    ['9', { am: '09:00', pm: '21:00' }],
    ['12:30', { am: '00:30', pm: '12:30' }],
  ])('leaves %j undecided between AM and PM', (typed, halves) => {
    const held = readTime(typed) ?? '';
    expect(halvesOf(held)).toEqual(halves);
    expect(clockTime.safeParse(held).error?.issues[0]?.message).toBe('Choose AM or PM');
  });
});
