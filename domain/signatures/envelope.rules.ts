import type { FieldErrors } from '#domain/shared/contract/errors.ts';
import { cut } from '#domain/shared/values/text.ts';
import type { FactsOfCase } from './case-sources.ts';
import type { NewEnvelopeDocument, NewEnvelopeRecipient } from './envelope.schema.ts';
import {
  deliveryOf,
  type Envelope,
  type EnvelopeDocument,
  initialDeliveryState,
  type Recipient,
  type SubmissionState,
} from './envelope.ts';
import { type FieldMapping, filledFields, type ResolvedField, type TemplateField } from './roles-and-fields.ts';
import { signatureMessages } from './signature-messages.ts';
import type { SignerPart } from './signer-parts.ts';
import { isDocuSealAddress, maxSignersOnPage, roleOnFiles } from './submission-request.ts';

export const defaultExpiryDays = 30;

/** A document to sign: a template, or a file that is signed on an extra page. */
export interface Paper {
  kind: EnvelopeDocument['kind'];
  name: string;
  template_id: string | null;
  docuseal_template_id: number | null;
  statement_version: number | null;
  document_id: string | null;
  /** Undefined for a file, which all signers sign. */
  roles: readonly { name: string; part: SignerPart; signs: boolean }[] | undefined;
  fields: readonly TemplateField[];
  mapping: FieldMapping;
  problem: string | undefined;
}

/** Fills in defaults of recipients: all sign, one after the other. */
export const recipientsOf = (sent: readonly NewEnvelopeRecipient[], newId: () => string): Recipient[] =>
  sent.map((recipient, at) => ({
    id: newId(),
    name: recipient.name,
    email: recipient.email ?? '',
    phone: recipient.phone ?? '',
    part: recipient.part ?? (at === 0 ? 'authorizing_agent' : 'signer'),
    relationship: recipient.relationship ?? '',
    order: recipient.order ?? at + 1,
    signs: recipient.signs ?? true,
    ...initialDeliveryState,
    ...(recipient.delivery ? { delivery: recipient.delivery } : {}),
  }));

/** Assigns recipients to roles: the sender's choice first, then people by their part, each once, then the rest. */
const rolesOfTemplate = (
  roles: NonNullable<Paper['roles']>,
  recipients: readonly Recipient[],
  given: NewEnvelopeDocument['roles'] = [],
): EnvelopeDocument['roles'] => {
  const assigned = new Map<string, string>();
  for (const { role, recipient } of given) {
    const named = recipients[recipient];
    if (named && roles.some(({ name }) => name === role)) assigned.set(role, named.id);
  }
  const isFree = ({ id }: Recipient): boolean => ![...assigned.values()].includes(id);
  const signing = recipients.filter(({ signs }) => signs);
  const open = () => roles.filter(({ name, signs }) => signs && !assigned.has(name));
  for (const { name, part } of open()) {
    const fits = signing.find((recipient) => recipient.part === part && isFree(recipient));
    if (fits) assigned.set(name, fits.id);
  }
  for (const { name, part } of open()) {
    // A family member never signs for the funeral home, nor the funeral home for the family.
    const isHouse = part === 'funeral_director';
    const fits = signing.find((recipient) => (recipient.part === 'funeral_director') === isHouse && isFree(recipient));
    if (fits) assigned.set(name, fits.id);
  }
  for (const { name, signs } of roles) {
    const reads = recipients.find((recipient) => !recipient.signs && isFree(recipient));
    if (!signs && !assigned.has(name) && reads) assigned.set(name, reads.id);
  }
  return roles.flatMap(({ name }) => {
    const recipient_id = assigned.get(name);
    return recipient_id === undefined ? [] : [{ role: name, recipient_id }];
  });
};

const rolesOfFile = (recipients: readonly Recipient[]): EnvelopeDocument['roles'] =>
  recipients
    .filter(({ signs }) => signs)
    .map((recipient, at) => ({ role: roleOnFiles(at), recipient_id: recipient.id }));

/** Returns the fields of a document with their values. */
export const resolveFields = (
  paper: Paper,
  roles: EnvelopeDocument['roles'],
  recipients: readonly Recipient[],
  facts: FactsOfCase,
): ResolvedField[] => {
  const people = new Map(
    roles.flatMap(({ role, recipient_id }) => {
      const found = recipients.find(({ id }) => id === recipient_id);
      return found ? [[role, found] as const] : [];
    }),
  );
  return filledFields(paper, facts, people);
};

/** Returns a document of an envelope with its signers and values. */
export const documentOf = (
  paper: Paper,
  sent: Pick<NewEnvelopeDocument, 'roles'>,
  recipients: readonly Recipient[],
  { facts, id }: { facts: FactsOfCase; id: string },
): EnvelopeDocument => {
  const roles = paper.roles ? rolesOfTemplate(paper.roles, recipients, sent.roles) : rolesOfFile(recipients);
  const filled = resolveFields(paper, roles, recipients, facts);
  return {
    id,
    kind: paper.kind,
    name: paper.name,
    template_id: paper.template_id,
    docuseal_template_id: paper.docuseal_template_id,
    statement_version: paper.statement_version,
    document_id: paper.document_id,
    roles,
    superseded_by: null,
    values: filled
      .filter(({ value, role }) => value !== '' && roles.some((part) => part.role === role))
      .map(({ name, role, value }) => ({ field: name, role, value })),
  };
};

/** Returns the submissions of an envelope: one per template, and one for all files. */
export const submissionsOf = (documents: readonly EnvelopeDocument[]): SubmissionState[] => {
  const blank = {
    docuseal_id: null,
    status: null,
    archived_at: null,
    expire_at: null,
    completed_at: null,
    stored_at: null,
    submitters: [],
    stored: [],
    audit_document_id: null,
  };
  const files = documents.filter(({ kind }) => kind !== 'template').map(({ id }) => id);
  const templates = documents.filter(({ kind }) => kind === 'template');
  return [
    ...templates.map(({ id }) => ({ document_ids: [id], source: 'template' as const })),
    ...(files.length ? [{ document_ids: files, source: 'pdf' as const }] : []),
  ].map((one, at) => ({ ...blank, ...one, key: `s${at + 1}` }));
};

/** Returns the default title of an envelope. */
export const titleOf = (documents: readonly Pick<EnvelopeDocument, 'name'>[]): string => {
  const [first = 'Papers', ...others] = documents.map(({ name }) => name);
  const title =
    others.length === 0
      ? first
      : others.length === 1
        ? `${first} and ${others[0]}`
        : `${first} and ${others.length} more`;
  return cut(title, signatureMessages.titleLimit);
};

type Sendable = Pick<Envelope, 'documents' | 'recipients' | 'delivery'>;

/** Returns why an envelope cannot be sent, by field (D3 §2). */
export const sendingErrors = ({ documents, recipients, delivery }: Sendable, papers: readonly Paper[]): FieldErrors => {
  const errors: FieldErrors = {};
  const add = (field: string, message: string): void => {
    errors[field] = [...(errors[field] ?? []), message];
  };
  if (documents.length === 0) add('documents', signatureMessages.noDocument);
  const signing = recipients.filter(({ signs }) => signs);
  if (signing.length === 0) add('recipients', signatureMessages.noSigner);
  recipients.forEach((recipient, at) => {
    if (deliveryOf({ delivery }, recipient) !== 'email') return;
    if (recipient.email === '') add(`recipients.${at}.email`, signatureMessages.emailRequired);
    else if (!isDocuSealAddress(recipient.email)) add(`recipients.${at}.email`, signatureMessages.emailRefused);
  });
  // DocuSeal never writes to a person without a role, so the envelope would wait for them until it expires.
  const placed = new Set(documents.flatMap(({ roles }) => roles.map(({ recipient_id }) => recipient_id)));
  if (documents.length > 0)
    recipients.forEach(({ id, name, signs }, at) => {
      if (!placed.has(id))
        add(
          `recipients.${at}`,
          signs
            ? `${name} has nowhere to sign in these documents`
            : `${name} does not receive a copy of any of these documents`,
        );
    });
  documents.forEach((document, at) => {
    const paper = papers[at];
    if (paper?.problem) add(`documents.${at}`, paper.problem);
    for (const { name, signs } of paper?.roles ?? [])
      if (signs && !document.roles.some(({ role }) => role === name))
        add(`documents.${at}.roles`, `Choose who signs “${document.name}” as ${name}`);
    if (!paper?.roles && signing.length > maxSignersOnPage) add(`documents.${at}`, signatureMessages.tooManySigners);
  });
  return errors;
};
