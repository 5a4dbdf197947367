import { describe, expect, it } from 'vitest';
import { attemptFor, newAttempt, nextAttempt } from './use-submit.ts';

describe('attempt keys', () => {
  it('keeps its key after a lost response, also after changes', () => {
    const first = newAttempt();
    const lost = nextAttempt(first, 0, 'a');
    expect(attemptFor(lost, 'a').key).toBe(first.key);
    expect(attemptFor(lost, 'b').key).toBe(first.key);
  });

  it('keeps its key if the same content is sent again after a rejection', () => {
    const refused = nextAttempt(newAttempt(), 400, 'a');
    expect(attemptFor(refused, 'a').key).toBe(refused.key);
  });

  it('gets a new key if the content changed after a definite rejection', () => {
    const refused = nextAttempt(newAttempt(), 400, 'a');
    expect(attemptFor(refused, 'b').key).not.toBe(refused.key);
  });

  it('keeps its key after a rejection while an earlier response is unknown', () => {
    const lost = nextAttempt(newAttempt(), 503, 'a');
    const refused = nextAttempt(lost, 400, 'a');
    expect(attemptFor(refused, 'b').key).toBe(lost.key);
  });
});
