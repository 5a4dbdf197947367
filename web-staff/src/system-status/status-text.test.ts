import { describe, expect, it } from 'vitest';
import { delayText } from './status-page.tsx';

describe('delayText', () => {
  it.each([
    [1, '1 minute'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [720, '12 minutes'],
    [7200, '120 minutes'],
    [7201, '3 hours'],
    [86_400, '24 hours'],
  ])('rounds %i seconds up: %s', (seconds, text) => {
    expect(delayText(seconds)).toBe(text);
  });
});
