import { describe, expect, it } from 'vitest';
import { slug } from './slug.ts';

describe('slug', () => {
  it.each(['whitcomb-ames', 'home2'])('%s names a home', (text) => expect(slug.parse(text)).toBe(text));
  it.each(['', 'Whitcomb', 'a--b', '-a', 'a/b', 'x'.repeat(61)])('%j does not', (text) => {
    expect(slug.safeParse(text).success).toBe(false);
  });
});
