import { describe, expect, it } from 'vitest';
import { cemeteryOptions, findCemetery } from './cemeteries.ts';

describe('cemeteries', () => {
  it('include their approximate costs', () => {
    const label = (value: string) => cemeteryOptions.find((option) => option.value === value)?.label;
    expect(label('live_oak')).toBe('Live Oak Memorial Gardens (about $4,800)');
    expect(cemeteryOptions.at(-1)?.label).toBe('Other');
  });

  it('match by value and by name', () => {
    expect(findCemetery('live oak memorial gardens')?.value).toBe('live_oak');
    expect(findCemetery(' Riverbend  Mausoleum ')?.value).toBe('riverbend');
    for (const text of ['riverbend', 'National', 'other', 'Other', 'Riverbend Mausoleum North'])
      expect(findCemetery(text)).toBeUndefined();
    expect(findCemetery('Oak Hill')).toBeUndefined();
  });
});
