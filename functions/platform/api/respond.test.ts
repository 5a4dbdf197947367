import { describe, expect, it } from 'vitest';
import { apiSecurityHeaders } from '#domain/shared/contract/security-headers.ts';
import { answer, errorAnswer } from './respond.ts';

describe('answers', () => {
  it('S-28 carry the security headers that the edge adds, and are never cached', () => {
    for (const { headers } of [answer(200, {}), errorAnswer(new Error('any'), 'request-1')]) {
      for (const [name, value] of Object.entries(apiSecurityHeaders))
        expect(headers?.[name.toLowerCase()], name).toBe(value);
      expect(headers?.['cache-control']).toBe('no-store');
    }
  });
});
