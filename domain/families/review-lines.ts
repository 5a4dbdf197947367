import type { MailProblem } from '#domain/shared/email/mail-problem.ts';
import {
  type CertificateFact,
  type Correction,
  factText,
  type LineState,
  type StaffReview,
} from './family-review.schema.ts';

interface Sent {
  revision: number;
  sent_at: string;
  sent_by_name: string | null;
  facts: readonly CertificateFact[];
}
interface Confirmed {
  name: string;
  at: string;
  corrections: readonly Correction[];
}

const stateOf = (sent: CertificateFact, corrected: string | undefined, now: string): LineState => {
  if (corrected === undefined) return now === sent.value ? 'same' : 'changed';
  if (now === corrected) return 'taken';
  return now === sent.value ? 'open' : 'changed';
};

/**
 * Returns the state of a case's review from what was sent, what the family confirmed, and the case. Staff accept a
 * correction by entering it in the case; a line that differs from what was confirmed needs a new confirmation.
 */
export const reviewStatus = (
  sent: Sent | undefined,
  confirmed: Confirmed | undefined,
  now: readonly CertificateFact[],
  mail_problem: MailProblem | null = null,
): StaffReview => {
  if (!sent)
    return { revision: 0, state: 'none', sent_at: null, sent_by_name: null, confirmed: null, mail_problem, lines: [] };
  const current = new Map(now.map((fact) => [fact.id, fact]));
  const wanted = new Map(confirmed?.corrections.map(({ id, value }) => [id, value]));
  const lines = sent.facts.map((fact) => {
    const corrected = wanted.get(fact.id);
    const latest = current.get(fact.id) ?? fact;
    return {
      id: fact.id,
      label: fact.label,
      kind: fact.kind,
      sent: fact.text,
      now: latest.text,
      corrected: corrected === undefined ? null : { value: corrected, text: factText(fact, corrected) },
      state: stateOf(fact, corrected, latest.value),
    };
  });
  const isChanged = lines.some(({ state }) => state === 'changed');
  return {
    revision: sent.revision,
    sent_at: sent.sent_at,
    sent_by_name: sent.sent_by_name,
    state: isChanged ? 'changed' : confirmed ? 'confirmed' : 'waiting',
    confirmed: confirmed ? { name: confirmed.name, at: confirmed.at } : null,
    mail_problem,
    lines,
  };
};
