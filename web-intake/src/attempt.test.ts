import { describe, expect, it } from 'vitest';
import { attemptFor, newAttempt, nextAttempt } from './attempt.ts';

describe('the key of an attempt', () => {
  it('stays the same when an answer was lost, also after changes', () => {
    const first = newAttempt();
    const lost = nextAttempt(first, 0, 'a');
    expect(attemptFor(lost, 'a').key).toBe(first.key);
    expect(attemptFor(lost, 'b').key).toBe(first.key);
  });

  it('stays the same when the same content is tried again after a refusal', () => {
    const refused = nextAttempt(newAttempt(), 400, 'a');
    expect(attemptFor(refused, 'a').key).toBe(refused.key);
  });

  it('is new when the content changed after a definite refusal', () => {
    const refused = nextAttempt(newAttempt(), 400, 'a');
    expect(attemptFor(refused, 'b').key).not.toBe(refused.key);
  });

  it('is not renewed by a refusal while an earlier answer is still open', () => {
    const lost = nextAttempt(newAttempt(), 503, 'a');
    const refused = nextAttempt(lost, 400, 'a');
    expect(attemptFor(refused, 'b').key).toBe(lost.key);
  });
});
