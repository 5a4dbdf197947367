import { describe, expect, it } from 'vitest';
import { insertAt } from './token-buttons.tsx';

describe('adding a token to the pattern', () => {
  it('puts it where the caret is, or in place of what is selected', () => {
    expect(insertAt('-{SEQ}', '{YEAR}', [0, 0])).toEqual({ text: '{YEAR}-{SEQ}', caret: 6 });
    expect(insertAt('CASE-{SEQ}', '{PREFIX}', [0, 4])).toEqual({ text: '{PREFIX}-{SEQ}', caret: 8 });
  });
});
