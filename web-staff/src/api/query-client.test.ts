import { describe, expect, it } from 'vitest';
import { ApiError } from '#domain/shared/contract/client.ts';
import { shouldRetry } from './query-client.ts';

describe('query defaults', () => {
  it('retry a failed call once, and a rejected one never', () => {
    expect(shouldRetry(0, new ApiError(500, ''))).toBe(true);
    expect(shouldRetry(0, new ApiError(0, ''))).toBe(true);
    expect(shouldRetry(1, new ApiError(500, ''))).toBe(false);
    for (const status of [400, 401, 403, 404, 409, 429]) expect(shouldRetry(0, new ApiError(status, ''))).toBe(false);
  });
});
