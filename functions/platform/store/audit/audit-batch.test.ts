import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';
import { batchDigest, entryHash, signedPayload } from './audit-proof.ts';

const entry = {
  ...{ pk: 'T#o#AUDIT#CASE#c', sk: 'E#1', id: 'e', at: '2026-07-01T12:00:00.000Z', action: 'case.updated' },
  changes: [{ field: 'fees', from: null, to: { '10': 'ten', '9': 'nine', Ü: ['ü', 1.5, true], a: {} } }],
};

describe('S-12 batchDigest and entryHash', () => {
  it('returns the same digest as earlier releases', () => {
    expect(entryHash({ ...entry, gsi1pk: 'T#o#TIMELINE', gsi1sk: 'moves' })).toBe(
      'IWQkS7IygfG_QPVnNMU9U2DdLQe39mfqZt7aSTJpHQU',
    );
    const before = { sequence: 1, digest: 'd' };
    const sealed = { trail: 'CASE#c', sk: 'E#1', position: 'p', hash: entryHash(entry) };
    const batch = { sequence: 2, previous: 'd', through: 't', entries: [sealed], trails: { 'CASE#c': before } };
    expect(batchDigest(batch)).toBe('i9dUUtOznC-h1ffmqDFctzaeemGzB0RN2GJA7ZJ229c');
    expect(signedPayload('o', before)).toBe('{"digest":"d","organization":"o","sequence":1}');
  });

  it('differs from other sorted JSON, where numeric keys come first', () => {
    const elsewhere = createHash('sha256').update(sortedJson(entry)).digest('base64url');
    expect(entryHash(entry)).not.toBe(elsewhere);
  });
});
