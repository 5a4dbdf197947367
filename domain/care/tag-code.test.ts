import { describe, expect, it } from 'vitest';
import { newTag, readTag, tagEnd, tagLetters, tagText } from './tag-code.ts';

const tag = 'KVFHMXBRTP';

describe('tags', () => {
  it('makes ten letters without vowels and look-alikes, and reads any grouping', () => {
    expect(tagLetters).toMatch(/^[^AEIOULSUY0-9]+$/);
    const made = newTag((below) => below - 1);
    expect(readTag(tagText(made).toLowerCase())).toBe(made);
    expect(tagText(tag)).toBe('KVF HMXB RTP');
  });

  it.each(['KVFHMXBRT', 'KVFHMXBRTPP', 'KVFHMXBRTA', ''])('do not complete %s', (typed) => {
    expect(readTag(typed)).toBeUndefined();
  });

  it('shows the last three letters on a wall', () => {
    expect(tagEnd(tag)).toBe('RTP');
  });
});
