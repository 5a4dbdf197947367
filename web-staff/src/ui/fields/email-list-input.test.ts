import { describe, expect, it } from 'vitest';
import { withAddresses } from './email-list-input.tsx';

describe('a list of e-mail addresses', () => {
  it('takes several at once, each once, in small letters', () => {
    expect(withAddresses(['ann@example.com'], 'Bea@example.com, ann@example.com;cy@example.org ')).toEqual([
      'ann@example.com',
      'bea@example.com',
      'cy@example.org',
    ]);
  });
});
