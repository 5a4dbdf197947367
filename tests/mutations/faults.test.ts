import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { mutations } from './faults.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

describe('mutations', () => {
  it('identifies each by its own name', () => {
    expect(new Set(mutations.map(({ id }) => id)).size).toBe(mutations.length);
  });

  it('finds the text of each once in its file', () => {
    for (const { id, file, find } of mutations)
      expect(readFileSync(root + file, 'utf8').split(find), id).toHaveLength(2);
  });

  it('names existing tests for each', () => {
    for (const { id, caughtBy } of mutations)
      for (const test of caughtBy) expect(existsSync(root + test), `${id}: ${test}`).toBe(true);
  });
});
