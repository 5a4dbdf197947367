import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { currentOf } from '#domain/shared/contract/wire.ts';
import { conflictError } from './strip-to-schema.ts';

describe('conflictError', () => {
  it('S-04 returns only what its endpoint documents, with the catalog message', () => {
    const row = { conflict: currentOf(z.object({ id: z.string(), version: z.number() })) };
    const current = { id: 'a', version: 2, organization_id: 'secret' };
    const { status, body } = conflictError(row, { current });
    expect([status, body]).toEqual([
      409,
      { detail: 'Someone else changed this in the meantime.', current: { id: 'a', version: 2 } },
    ]);
  });
});
