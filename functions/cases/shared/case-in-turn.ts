import type { Work } from '#functions/kernel/work.ts';
import type { Locks } from '#functions/store/locks.ts';

/**
 * One try to change a case, from what stands when it begins. From the third one on those who write to the same case come
 * in turn: spoiled transactions cost more than waiting.
 */
export const caseInTurn = <Answer>(
  { db, work }: { db: { locks: Locks }; work: Pick<Work<never, never>, 'attempt'> },
  caseId: string,
  attempt: () => Promise<Answer>,
): Promise<Answer> =>
  work.attempt(
    async () => undefined,
    (_, tries) => (tries <= 2 ? attempt() : db.locks.withLock(`case-${caseId}`, attempt)),
  );
