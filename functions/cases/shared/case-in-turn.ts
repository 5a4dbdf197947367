import type { Work } from '#functions/kernel/work.ts';
import type { Locks } from '#functions/store/locks/locks.ts';

/**
 * Changes a case from what stands when a try begins: two quick tries, which are over as soon as somebody else is found at the same
 * items, then in line with all who write to the same case, as spoiled transactions cost more than waiting.
 */
export const caseInTurn = <Answer>(
  { db, work }: { db: { locks: Locks }; work: Pick<Work<never, never>, 'attempt' | 'tryUncontended'> },
  caseId: string,
  attempt: () => Promise<Answer>,
): Promise<Answer> =>
  work.attempt(
    async () => undefined,
    (_, tries) => (tries <= 2 ? work.tryUncontended(attempt) : db.locks.withLock(`case-${caseId}`, attempt)),
  );
