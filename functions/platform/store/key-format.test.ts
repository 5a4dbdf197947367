import { describe, expect, it } from 'vitest';
import {
  exclusiveStart,
  idInOrderKey,
  keyName,
  orderKey,
  parseKeyName,
  parseRecordPartition,
  partitionOf,
  valueInOrderKey,
} from './key-format.ts';
import { keysOf, sharedKeys } from './keys.ts';
import type { Key } from './table.ts';

const keys = keysOf('o');

describe('keysOf', () => {
  it('prefixes every kind of record with the organization', () => {
    // The row function takes the record's partition.
    const makers = Object.entries(keys).filter(([name]) => name !== 'organizationId' && name !== 'row');
    for (const [name, make] of makers) {
      const made = (make as unknown as (...names: string[]) => Key | string)('a', 'b', 'c', 'd');
      expect([name, typeof made === 'string' ? made : made.pk]).toEqual([name, expect.stringMatching(/^T#o#/)]);
    }
    expect(makers.length).toBeGreaterThan(50);
  });
});

describe('parsing of keys', () => {
  it('returns organization, kind and names of a partition key', () => {
    const found = partitionOf(keys.listView('cases', 'created'));
    expect(found).toEqual({ organizationId: 'o', kind: 'L', names: ['cases', 'created'] });
    expect(partitionOf(keys.homes())).toEqual({ organizationId: 'o', kind: 'HOMES', names: [] });
    for (const pk of [sharedKeys.reportStatus('WA-7').pk, sharedKeys.organizations, 'T#o', '', 'undefined'])
      expect(partitionOf(pk)).toBeUndefined();
  });

  it('returns the record of its own partition', () => {
    expect(parseRecordPartition(keys.case('c').pk)).toEqual({ organizationId: 'o', kind: 'CASE', id: 'c' });
    for (const pk of [
      keys.homes(),
      keys.contributions('open', 'home'),
      keys.listView('cases', 'created'),
      sharedKeys.health.pk,
    ])
      expect(parseRecordPartition(pk)).toBeUndefined();
  });

  it('parses keys from their names, and sort values from order keys', () => {
    const key = keys.caseSection('c', 'service');
    expect(parseKeyName(keyName(key))).toEqual(key);
    const place = orderKey('Lund #2', 'c');
    expect([valueInOrderKey(place), idInOrderKey(place)]).toEqual(['Lund #2', 'c']);
  });

  it('resumes right after a key, before keys that start with it', () => {
    const sk = 'FACT#2026-07-01#case#c';
    const others = [`${sk}#more`, `${sk}-`, `${sk}0`, 'FACT#2026-07-01#case#d'];
    expect(sk < exclusiveStart(sk)).toBe(true);
    expect(others.every((one) => one > exclusiveStart(sk))).toBe(true);
  });
});
