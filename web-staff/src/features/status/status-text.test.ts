import { describe, expect, it } from 'vitest';
import { delayText, headline } from './status-text.ts';

describe('what the status page says', () => {
  it.each([
    [1, '1 minute'],
    [60, '1 minute'],
    [61, '2 minutes'],
    [720, '12 minutes'],
    [7200, '120 minutes'],
    [7201, '3 hours'],
    [86_400, '24 hours'],
  ])('of %i seconds: %s', (seconds, text) => {
    expect(delayText(seconds)).toBe(text);
  });

  it('is one plain sentence', () => {
    const health = { checked_at: null, parts: [] };
    expect(headline({ ...health, status: 'working', behind_seconds: 0 })).toBe('Everything is working');
    expect(headline({ ...health, status: 'behind', behind_seconds: 700 })).toBe(
      'Some things are running behind: mail and calendar changes may take up to 12 minutes',
    );
    for (const nothing of [undefined, { ...health, status: 'unknown' as const, behind_seconds: null }])
      expect(headline(nothing)).toBe('We cannot tell right now');
  });
});
