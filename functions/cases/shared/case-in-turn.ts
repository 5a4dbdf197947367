import type { Work } from '#functions/kernel/work.ts';
import type { Locks } from '#functions/store/locks.ts';

/**
 * One try to change a case, from what stands when it begins. The first two are over as soon as somebody else is found at
 * the same items, as coming again and again is what keeps many of them busy. From the third one on those who write to the same
 * case come in turn: spoiled transactions cost more than waiting.
 */
export const caseInTurn = <Answer>(
  { db, work }: { db: { locks: Locks }; work: Pick<Work<never, never>, 'attempt' | 'eagerly'> },
  caseId: string,
  attempt: () => Promise<Answer>,
): Promise<Answer> =>
  work.attempt(
    async () => undefined,
    (_, tries) => (tries <= 2 ? work.eagerly(attempt) : db.locks.withLock(`case-${caseId}`, attempt)),
  );
