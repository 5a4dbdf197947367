import { describe, expect, it } from 'vitest';
import { colorsOf, contrastOf, leastContrast, SentFormSettings, whyUnreadable } from './managed-form.schema.ts';

describe('the color of a form', () => {
  it('computes the contrast ratio of WCAG', () => {
    expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrastOf('#777777', '#ffffff')).toBeCloseTo(4.48, 2);
  });

  it('rejects a color that is hard to read, and names its contrast', () => {
    expect(whyUnreadable('#2f4a4d')).toBeUndefined();
    expect(whyUnreadable('#777777')).toContain('is required');
    expect(whyUnreadable('#ffee00')).toContain('1.');
    expect(SentFormSettings.safeParse({ color: 'red' }).error?.issues[0]?.message).toBe('Enter a color as #rrggbb');
  });

  it('makes the color light enough for dark mode', () => {
    for (const day of ['#2f4a4d', '#000000', '#5b0e2d', '#1b3a8a']) {
      const { night } = colorsOf(day);
      expect(contrastOf(night, '#1e2626')).toBeGreaterThanOrEqual(leastContrast);
      expect(contrastOf(night, '#10201f')).toBeGreaterThanOrEqual(leastContrast);
    }
  });
});
