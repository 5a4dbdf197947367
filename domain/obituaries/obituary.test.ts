import { describe, expect, it } from 'vitest';
import type { DayEvent } from '#domain/calendar/day.schema.ts';
import { newspapersIn, photoAmong, wordCount } from './obituary.ts';
import { servicesText } from './obituary-services.ts';

describe('obituary', () => {
  it.each([
    ['', 0],
    ['  \n ', 0],
    ['Walter Pruitt, 86, of St. Augustine', 6],
    ['He loved the sea — and his dogs.', 7],
    ['Nguyễn Văn Minh\nŻółkiewski-Śmigły', 4],
  ])('counts the words of “%s”: %i', (text, words) => {
    expect(wordCount(text)).toBe(words);
  });

  it('lists newspapers by line without duplicates', () => {
    expect(newspapersIn(' The Record \r\n\nDaily News\nThe Record\n')).toEqual(['The Record', 'Daily News']);
    expect(newspapersIn('')).toEqual([]);
  });

  it('uses the newest photo of the case that can be shown', () => {
    const photo = (changes: object) =>
      ({
        ...{ kind: 'photo', state: 'ready', content_type: 'image/jpeg', can_preview: true, created_at: '2026-01-01' },
        ...changes,
      }) as never;
    const newest = photo({ created_at: '2026-02-01' });
    expect(
      photoAmong([
        photo({}),
        newest,
        photo({ created_at: '2026-03-01', state: 'checking' }),
        photo({ created_at: '2026-03-01', kind: 'other' }),
        photo({ created_at: '2026-03-01', content_type: 'application/pdf' }),
        photo({ created_at: '2026-03-01', can_preview: false }),
      ]),
    ).toBe(newest);
    expect(photoAmong([])).toBeUndefined();
  });
});

describe('servicesText', () => {
  it('names the chosen events in order, with day, times and place', () => {
    const event = {
      ...{ kind: 'service', title: '', service_type: 'traditional', in_obituary: true, id: 'b' },
      ...{ date: '2026-03-14', time: '11:00', end_date: '', end_time: '', place: 'Bayfront Chapel', address: '' },
    } as DayEvent;
    const visitation = { ...event, id: 'a', kind: 'visitation' as const, date: '2026-03-13', time: '17:00' };
    const wake = { ...visitation, end_date: '2026-03-13', end_time: '20:00', address: '12 Oak St' };
    expect(servicesText([event, wake, { ...event, in_obituary: false }])).toBe(
      'Visitation: Friday, March 13, 2026, 5:00 PM to 8:00 PM, Bayfront Chapel, 12 Oak St. Traditional service: Saturday, March 14, 2026, 11:00 AM, Bayfront Chapel.',
    );
    expect(servicesText([{ ...event, in_obituary: false }])).toBe('');
  });
});
