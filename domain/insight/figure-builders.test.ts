import { describe, expect, it } from 'vitest';
import { asText } from './figure-builders.ts';

describe('a figure as it is answered', () => {
  it('is no failure where mistyped amounts add up to more cents than are whole numbers', () => {
    expect(asText('money', 125_050)).toBe('1250.50');
    expect(asText('money', -5)).toBe('-0.05');
    expect(asText('money', 2 ** 54)).toBe('180143985094819.84');
    expect(asText('count', 2 ** 54)).toBe('18014398509481984');
  });
});
