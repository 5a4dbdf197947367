import { describe, expect, it } from 'vitest';
import { shortLocationName } from './location-select.tsx';

describe('shortLocationName', () => {
  it('cuts names at 35 characters', () => {
    expect(shortLocationName('Whitcomb & Ames Funeral Home')).toBe('Whitcomb & Ames Funeral Home');
    const long = shortLocationName('Northside Chapel of Jacksonville and the Beaches');
    expect(long).toBe('Northside Chapel of Jacksonville a…');
    expect(long).toHaveLength(35);
  });
});
