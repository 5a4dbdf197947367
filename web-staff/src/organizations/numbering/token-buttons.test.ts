import { describe, expect, it } from 'vitest';
import { insertAt } from './token-buttons.tsx';

describe('insertAt', () => {
  it('inserts a token at the caret, or replaces the selection', () => {
    expect(insertAt('-{SEQ}', '{YEAR}', [0, 0])).toEqual({ text: '{YEAR}-{SEQ}', caret: 6 });
    expect(insertAt('CASE-{SEQ}', '{PREFIX}', [0, 4])).toEqual({ text: '{PREFIX}-{SEQ}', caret: 8 });
  });
});
