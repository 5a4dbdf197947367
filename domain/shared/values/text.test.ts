import { describe, expect, it } from 'vitest';
import { cleanLine, cleanText, cut, joinSentences, multilineText, singleLineText } from './text.ts';

describe('texts', () => {
  it('are cleaned of control characters, lone surrogates and stray spaces', () => {
    expect(cleanLine(' a\u0000b\t c\nd \uD800')).toBe('ab c d \uFFFD');
    expect(cleanText('one\r\ntwo\u0007')).toBe('one\ntwo');
  });

  it('are put together as sentences, with one period each', () => {
    const why = ['Same phone number as William Harmon Sr.', 'Phone number must be 10 digits'];
    expect(joinSentences(why)).toBe('Same phone number as William Harmon Sr. Phone number must be 10 digits.');
    expect(joinSentences([])).toBe('');
  });

  it('are cut at a limit without half of a letter of two units', () => {
    expect(cut('abcd', 3)).toBe('abc');
    expect(cut('ab\u{20BB7}', 4)).toBe('ab\u{20BB7}');
    expect(cut('ab\u{20BB7}', 3)).toBe('ab');
    expect(cut('ab', 3)).toBe('ab');
  });

  it('have limits', () => {
    expect(singleLineText('Weight', 3).safeParse('12345').error?.issues[0]?.message).toBe(
      'Weight must be 3 characters or less',
    );
    expect(multilineText('Notes', 5).parse('a\nb')).toBe('a\nb');
  });
});
