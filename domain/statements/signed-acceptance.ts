import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { isSameName } from '#domain/shared/values/same-name.ts';
import { deliveryOf, type Envelope } from '#domain/signatures/envelope.ts';
import { signerPartLabels } from '#domain/signatures/signer-parts.ts';
import type { NewAcceptance, StatementContent, StatementSignature } from './statement.schema.ts';

export const signsAs = ({ part }: Pick<StatementSignature, 'part'>): string =>
  part === 'authorizing_agent' ? 'Purchaser' : signerPartLabels[part];

type Signed = Pick<Envelope, 'delivery' | 'documents' | 'submissions' | 'recipients'>;

/** Signatures of this version in a request, with the home's dates. */
const signaturesOf = (
  { delivery, documents, submissions, recipients }: Signed,
  version: number,
  timeZone: string,
): (StatementSignature & { byEmail: boolean })[] => {
  const document = documents.find(({ statement_version }) => statement_version === version);
  const submission = submissions.find(({ document_ids }) => document && document_ids.includes(document.id));
  return recipients.flatMap((person) => {
    const { id, name, part } = person;
    const own = submission?.submitters.find(({ recipient_id, signs }) => signs && recipient_id === id);
    if (!own?.completed_at) return [];
    const byEmail = deliveryOf({ delivery }, person) === 'email';
    return [{ name, part, signed_on: todayIn(timeZone, new Date(own.completed_at)), byEmail }];
  });
};

/**
 * Returns the acceptance once purchaser and co-signers signed, over all requests, else undefined. Only a purchaser who
 * signs by email gets a copy from DocuSeal that day (16 CFR 453.2(b)(5)).
 */
export const signedAcceptance = (
  envelopes: readonly Signed[],
  { version, content }: { version: number; content: Pick<StatementContent, 'purchaser' | 'co_signers'> },
  timeZone: string,
): (Required<NewAcceptance> & { signatures: StatementSignature[] }) | undefined => {
  const signatures = envelopes.flatMap((envelope) => signaturesOf(envelope, version, timeZone));
  const family = signatures.filter(({ part }) => part !== 'funeral_director' && part !== 'witness');
  const isNamed = (wanted: string) => (signature: StatementSignature) => isSameName(signature.name, wanted);
  const purchaser =
    family.find(({ part }) => part === 'authorizing_agent') ?? family.find(isNamed(content.purchaser.name));
  // A purchaser who signed two requests is one person.
  const others = family.filter(
    (signature) =>
      signature !== purchaser &&
      !(signature.part === 'authorizing_agent' && purchaser && isNamed(purchaser.name)(signature)),
  );
  const coSigners = (content.co_signers ?? []).filter((name) => name !== '');
  // Father and son may share a name: each name needs as many signatures as people.
  const isMissing = coSigners.some(
    (name) => others.filter(isNamed(name)).length < coSigners.filter((coSigner) => isSameName(coSigner, name)).length,
  );
  if (!purchaser || isMissing) return undefined;
  const { name, signed_on, byEmail } = purchaser;
  const [co_signer_1 = '', ...further] = others.map((signature) => signature.name);
  return {
    accepted_by: name,
    signed_by: name,
    signature_date: signed_on,
    given_on: byEmail ? signed_on : '',
    co_signer_1,
    co_signer_2: further.join(', '),
    signatures: signatures.map(({ byEmail: _, ...signature }) => signature),
  };
};
