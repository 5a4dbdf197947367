import { describe, expect, it } from 'vitest';
import { newspapersIn, photoAmong, wordCount } from './obituary.ts';

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
