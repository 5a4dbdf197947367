import { describe, expect, it } from 'vitest';
import { formatMeasure } from './figures.ts';

describe('formatMeasure', () => {
  it('does not fail on amounts beyond the safe integers', () => {
    expect(formatMeasure('money', 125_050)).toBe('1250.50');
    expect(formatMeasure('money', -5)).toBe('-0.05');
    expect(formatMeasure('money', 2 ** 54)).toBe('180143985094819.84');
    expect(formatMeasure('count', 2 ** 54)).toBe('18014398509481984');
  });
});
