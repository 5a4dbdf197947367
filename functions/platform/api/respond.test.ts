import { describe, expect, it } from 'vitest';
import { apiSecurityHeaders } from '#domain/shared/contract/security-headers.ts';
import { answer, errorAnswer } from './respond.ts';

describe('answer and errorAnswer', () => {
  it("S-28 responses have the edge's security headers and are never cached", () => {
    for (const { headers } of [answer(200, {}), errorAnswer(new Error('any'), 'request-1')]) {
      for (const [name, value] of Object.entries(apiSecurityHeaders))
        expect(headers?.[name.toLowerCase()], name).toBe(value);
      expect(headers?.['cache-control']).toBe('no-store');
    }
  });
});
