import * as z from 'zod';
import { type Language, languages } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import type { DocuSealSubmissionStatus, DocuSealSubmitterStatus } from './docuseal-state.ts';
import type { EnvelopeStatus, RecipientStatus } from './envelope-status.ts';

/** Names in an envelope's emails, and the language of the family; staff are written to in English. */
export const SigningMail = z.object({
  ...{ home: z.string(), phone: z.string(), deceased: z.string(), language: z.enum(languages) },
});
export type SigningMail = z.output<typeof SigningMail>;

/** Returns DocuSeal's email to a signer; DocuSeal inserts the link. */
export const signingMail = (
  { home, phone, deceased }: SigningMail,
  { title, message }: { title: string; message: string },
  language: Language,
): { subject: string; body: string } => {
  const say = (en: string, es: string): string => (language === 'es' ? es : en);
  const about = deceased && `${say(' for ', ' de ')}${deceased}`;
  const body = [
    `${home} ${say('asks you to sign documents', 'le pide que firme documentos')}${about}: ${title}.`,
    message,
    `${say('Read and sign them here:', 'Léalos y fírmelos aquí:')}\n{{submitter.link}}`,
    phone && `${say('Questions? Call us at', '¿Preguntas? Llámenos al')} ${formatPhone(phone)}.`,
  ];
  return {
    subject: `${home}: ${say('documents to sign', 'documentos para firmar')}${about}`,
    body: body.filter(Boolean).join('\n\n'),
  };
};

/** Connects a person of a case with a role of a template. */
export const signerParts = ['authorizing_agent', 'co_signer', 'witness', 'funeral_director', 'signer'] as const;
export type SignerPart = (typeof signerParts)[number];

export const signerPartLabels: Record<SignerPart, string> = {
  authorizing_agent: 'Authorizing agent',
  co_signer: 'Co-signer',
  witness: 'Witness',
  funeral_director: 'Funeral director',
  signer: 'Signer',
};

/** Returns the part of a template's role by its name; the first role is the family's by default. */
export const partOfRole = (role: string, at: number): SignerPart => {
  const name = role.toLowerCase();
  if (/director|funeral home|embalmer|staff|firm/.test(name)) return 'funeral_director';
  if (/witness|notary/.test(name)) return 'witness';
  if (/co-?\s?sign|second/.test(name)) return 'co_signer';
  if (/agent|kin|informant|purchaser|family|customer|authori/.test(name)) return 'authorizing_agent';
  return at === 0 ? 'authorizing_agent' : 'signer';
};

export type Delivery = 'email' | 'in_person';

/** A document of an envelope: a template, a finalized Statement, or a PDF of the case. */
export interface EnvelopeDocument {
  id: string;
  kind: 'template' | 'statement' | 'document';
  name: string;
  template_id: string | null;
  docuseal_template_id: number | null;
  statement_version: number | null;
  document_id: string | null;
  /** The signers with their roles. */
  roles: { role: string; recipient_id: string }[];
  /** Values of fields before signing, frozen when it is sent. */
  values: { field: string; role: string; value: string }[];
  superseded_by: number | null;
}

export interface Recipient {
  id: string;
  name: string;
  /** '' for a person who only signs in person. */
  email: string;
  delivery?: Delivery | undefined;
  phone: string;
  part: SignerPart;
  relationship: string;
  /** From 1; signers with equal numbers sign at the same time. */
  order: number;
  /** False for a recipient of a copy. */
  signs: boolean;
  status: RecipientStatus;
  sent_at: string | null;
  delivered_at: string | null;
  opened_at: string | null;
  viewed_at: string | null;
  completed_at: string | null;
  declined_at: string | null;
  decline_reason: string;
  reminded_at: string | null;
  reminders: number;
}

export const initialDeliveryState = {
  ...{ status: 'pending', decline_reason: '', reminded_at: null, reminders: 0 },
  ...{ sent_at: null, delivered_at: null, opened_at: null, viewed_at: null, completed_at: null, declined_at: null },
} as const satisfies Partial<Recipient>;

export interface SubmitterState {
  id: number;
  recipient_id: string;
  role: string;
  uuid: string;
  slug: string;
  status: DocuSealSubmitterStatus;
  embed_src: string | null;
  sent_at: string | null;
  opened_at: string | null;
  completed_at: string | null;
  declined_at: string | null;
  signs: boolean;
}

/** A submission at DocuSeal: one template, or all PDFs of the envelope. */
export interface SubmissionState {
  key: string;
  document_ids: string[];
  source: 'template' | 'pdf';
  docuseal_id: number | null;
  status: DocuSealSubmissionStatus | null;
  archived_at: string | null;
  expire_at: string | null;
  completed_at: string | null;
  /** When DocuSeal was asked for this state; absent in older records. */
  read_at?: string | null | undefined;
  submitters: SubmitterState[];
  stored: { name: string; document_id: string }[];
  audit_document_id: string | null;
  stored_at: string | null;
}

/** A signed file that a scan rejected, with the reason as text. */
export interface RefusedFile {
  document_id: string;
  why: string;
}

export const timelineKinds = [
  'created',
  'edited',
  'asked',
  'made',
  'refused',
  'sent',
  'bounced',
  'opened',
  'viewed',
  'started',
  'signed',
  'declined',
  'expired',
  'resent',
  'reminded',
  'voided',
  // With a detail, a scan rejected the file.
  'stored',
  'superseded',
] as const;
export type TimelineKind = (typeof timelineKinds)[number];

export interface TimelineEntry {
  id: string;
  at: string;
  kind: TimelineKind;
  recipient_id: string | null;
  by_name: string;
  detail: string;
}

/** An envelope with its documents, signers and submissions at DocuSeal. */
export interface Envelope {
  id: string;
  organization_id: string;
  case_id: string;
  title: string;
  message: string;
  reply_to: string;
  delivery: Delivery;
  /** Frozen when it is sent; absent in older records. */
  mail?: SigningMail | undefined;
  in_order: boolean;
  status: EnvelopeStatus;
  documents: EnvelopeDocument[];
  recipients: Recipient[];
  submissions: SubmissionState[];
  sending: {
    requested_at: string;
    requested_by: { id: string; name: string; role: string };
    request_id: string;
    state: 'asked' | 'made' | 'refused';
    problem: string;
  } | null;
  /** Oldest first. */
  timeline: TimelineEntry[];
  /** When DocuSeal was last asked. */
  read_at: string | null;
  /** When to poll DocuSeal if no webhook arrives. */
  check_at: string | null;
  sent_at: string | null;
  completed_at: string | null;
  expires_at: string | null;
  void: { reason: string; at: string; by_name: string } | null;
  deleted: { reason: string; at: string; by_name: string } | null;
}

export const deliveryOf = ({ delivery }: Pick<Envelope, 'delivery'>, person: Pick<Recipient, 'delivery'>): Delivery =>
  person.delivery ?? delivery;

/** Returns 'email' as soon as one person is emailed. */
export const deliveryOfAll = (envelope: Pick<Envelope, 'delivery' | 'recipients'>): Delivery => {
  const ways = envelope.recipients.map((one) => deliveryOf(envelope, one));
  return ways.includes('email') ? 'email' : (ways[0] ?? envelope.delivery);
};

/** Older entries are dropped, except the first. */
const timelineLimit = 200;

/** Returns the timeline with new entries, in order of time. */
export const appendTimeline = (
  timeline: readonly TimelineEntry[],
  added: readonly TimelineEntry[],
): TimelineEntry[] => {
  const known = new Set(timeline.map(({ id }) => id));
  const all = [...timeline, ...added.filter(({ id }) => !known.has(id))];
  all.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
  return all.length <= timelineLimit ? all : [...all.slice(0, 1), ...all.slice(all.length - timelineLimit + 1)];
};

export const entryOf = (
  kind: TimelineKind,
  at: string,
  { by = '', recipient = null, detail = '' }: { by?: string; recipient?: string | null; detail?: string } = {},
): TimelineEntry => ({
  id: [kind, at, recipient].filter(Boolean).join('/'),
  ...{ at, kind, recipient_id: recipient, by_name: by, detail },
});

/** Returns the external id of a person in a submission, by which a lost response is looked up. */
export const externalId = (envelopeId: string, key: string, recipientId: string): string =>
  `${envelopeId}:${key}:${recipientId}`;

export const parseExternalId = (
  text: string | null | undefined,
): { envelopeId: string; key: string; recipientId: string } | undefined => {
  const [envelopeId, key, recipientId, ...more] = (text ?? '').split(':');
  return envelopeId && key && recipientId && more.length === 0 ? { envelopeId, key, recipientId } : undefined;
};

/** Records that people were emailed their link again, by a user or as a reminder. */
export const resentTo = (
  envelope: Envelope,
  recipientIds: readonly string[],
  { by, now, kind }: { by: string; now: Date; kind: 'resent' | 'reminded' },
): Envelope => {
  const at = now.toISOString();
  return {
    ...envelope,
    recipients: envelope.recipients.map((one) =>
      kind === 'reminded' && recipientIds.includes(one.id)
        ? { ...one, reminded_at: at, reminders: one.reminders + 1 }
        : one,
    ),
    timeline: appendTimeline(
      envelope.timeline,
      recipientIds.map((recipient) => entryOf(kind, at, { by, recipient })),
    ),
  };
};

/**
 * Marks documents that have a later version, by `laterOf`. An existing mark of the same or a later version stays, and
 * so do signatures.
 */
export const withSuperseded = (
  envelope: Envelope,
  laterOf: (document: EnvelopeDocument) => number | undefined,
  now: Date,
): Envelope => {
  const at = now.toISOString();
  const marked: string[] = [];
  const documents = envelope.documents.map((document) => {
    const later = laterOf(document);
    if (later === undefined || later <= (document.superseded_by ?? 0)) return document;
    marked.push(`${document.name}: version ${later}`);
    return { ...document, superseded_by: later };
  });
  if (marked.length === 0) return envelope;
  const detail = marked.join(', ');
  // Two versions at the same instant are two entries.
  const entry = { ...entryOf('superseded', at, { detail }), id: `superseded/${at}/${detail}` };
  return { ...envelope, documents, timeline: appendTimeline(envelope.timeline, [entry]) };
};
