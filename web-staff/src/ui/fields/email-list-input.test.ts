import { describe, expect, it } from 'vitest';
import { withAddresses } from './email-list-input.tsx';

describe('withAddresses', () => {
  it('adds several addresses, each once, in lower case', () => {
    expect(withAddresses(['ann@example.com'], 'Bea@example.com, ann@example.com;cy@example.org ')).toEqual([
      'ann@example.com',
      'bea@example.com',
      'cy@example.org',
    ]);
  });
});
