import type { Envelope } from '#domain/signatures/envelope.ts';
import { signerPartLabels } from '#domain/signatures/signer-parts.ts';
import { todayIn } from '#domain/values/calendar-date.ts';
import type { NewAcceptance, Signature } from './statement.schema.ts';

/** As what somebody signs a Statement. */
export const signsAs = ({ part }: Pick<Signature, 'part'>): string =>
  part === 'authorizing_agent' ? 'Purchaser' : signerPartLabels[part];

/**
 * The acceptance of a Statement version that everybody in an envelope has signed: its purchaser, the co-signers, and each
 * signature with its day on the home's calendar. Undefined where nobody of the family signed it there.
 */
export const signedAcceptance = (
  { documents, submissions, recipients }: Pick<Envelope, 'documents' | 'submissions' | 'recipients'>,
  version: number,
  timeZone: string,
): (Required<NewAcceptance> & { signatures: Signature[] }) | undefined => {
  const document = documents.find(({ statement_version }) => statement_version === version);
  const submission = submissions.find(({ document_ids }) => document && document_ids.includes(document.id));
  const signatures = recipients.flatMap(({ id, name, part }) => {
    const own = submission?.submitters.find(({ recipient_id, signs }) => signs && recipient_id === id);
    return own?.completed_at ? [{ name, part, signed_on: todayIn(timeZone, new Date(own.completed_at)) }] : [];
  });
  const family = signatures.filter(({ part }) => part !== 'funeral_director' && part !== 'witness');
  const purchaser = family.find(({ part }) => part === 'authorizing_agent') ?? family[0];
  if (!purchaser) return undefined;
  const { name, signed_on } = purchaser;
  const [co_signer_1 = '', ...others] = family.filter((one) => one !== purchaser).map((one) => one.name);
  return {
    ...{ accepted_by: name, signed_by: name, signature_date: signed_on, given_on: signed_on },
    ...{ co_signer_1, co_signer_2: others.join(', '), signatures },
  };
};
