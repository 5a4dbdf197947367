import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, cut, joinSentences, multilineText, pluralForm, singleLineText } from './text.ts';

describe('texts', () => {
  it('cleanText and cleanLine drop control characters, lone surrogates, extra spaces', () => {
    expect(cleanLine(' a\u0000b\t c\nd \uD800')).toBe('ab c d \uFFFD');
    expect(cleanText('one\r\ntwo\u0007')).toBe('one\ntwo');
  });

  it('joinSentences ends each sentence with one period', () => {
    const why = ['Same phone number as William Harmon Sr.', 'Phone number must be 10 digits'];
    expect(joinSentences(why)).toBe('Same phone number as William Harmon Sr. Phone number must be 10 digits.');
    expect(joinSentences([])).toBe('');
  });

  it('pluralForm chooses the singular for one only', () => {
    expect([0, 1, 2].map((count) => pluralForm(count, 'item', 'items'))).toEqual(['items', 'item', 'items']);
  });

  it('cut does not split a surrogate pair', () => {
    expect(cut('abcd', 3)).toBe('abc');
    expect(cut('ab\u{20BB7}', 4)).toBe('ab\u{20BB7}');
    expect(cut('ab\u{20BB7}', 3)).toBe('ab');
    expect(cut('ab', 3)).toBe('ab');
  });

  it('limits the length of texts', () => {
    expect(singleLineText('Weight', 3).safeParse('12345').error?.issues[0]?.message).toBe(
      'Weight must be 3 characters or less',
    );
    expect(multilineText('Notes', 5).parse('a\nb')).toBe('a\nb');
  });
});
