import { describe, expect, it } from 'vitest';
import { isUsZip } from '#domain/values/zip.ts';
import { cemeteries, cemeteryOptions, findCemetery } from './cemeteries.ts';

describe('cemeteries', () => {
  it('are 12 choices, the last being Other', () => {
    expect(new Set(cemeteries.map(({ value }) => value)).size).toBe(12);
    expect(cemeteries.at(-1)).toEqual({ value: 'other', name: 'Other', approximateCost: null });
  });

  it('have an address and a cost, the first and the last excepted', () => {
    for (const { address, approximateCost } of cemeteries.slice(1, -1)) {
      expect(isUsZip(address?.zip ?? '')).toBe(true);
      expect(approximateCost).not.toBeNull();
    }
  });

  it('are offered with their approximate costs', () => {
    expect(cemeteryOptions[0]).toEqual({ value: 'undecided', label: 'Not decided, or no burial' });
    expect(cemeteryOptions).toContainEqual({
      value: 'live_oak',
      label: 'Live Oak Memorial Gardens (about $4,800)',
    });
    expect(cemeteryOptions.at(-2)?.label).toBe('North Florida National Cemetery (no charge to eligible veterans)');
    expect(cemeteryOptions.at(-1)?.label).toBe('Other');
  });

  it('are found by value and by name', () => {
    expect(findCemetery('live oak memorial gardens')?.value).toBe('live_oak');
    expect(findCemetery(' Riverbend  Mausoleum ')?.value).toBe('riverbend');
    for (const text of ['riverbend', 'National', 'other', 'Other', 'Riverbend Mausoleum North'])
      expect(findCemetery(text)).toBeUndefined();
    expect(findCemetery('Oak Hill')).toBeUndefined();
  });
});
