import type { Language } from '#domain/shared/values/language.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import type { Delivery, Envelope, EnvelopeDocument, Recipient, SigningMail, TimelineEntry } from './envelope-state.ts';

export type {
  Delivery,
  Envelope,
  EnvelopeDocument,
  Recipient,
  SubmissionState,
  SubmitterState,
  TimelineEntry,
} from './envelope-state.ts';

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

export const initialDeliveryState = {
  status: 'pending',
  decline_reason: '',
  reminded_at: null,
  reminders: 0,
  sent_at: null,
  delivered_at: null,
  opened_at: null,
  viewed_at: null,
  completed_at: null,
  declined_at: null,
} as const satisfies Partial<Recipient>;

/** A signed file that a scan rejected, with the reason as text. */
export interface RefusedFile {
  document_id: string;
  why: string;
}

export const deliveryOf = ({ delivery }: Pick<Envelope, 'delivery'>, person: Pick<Recipient, 'delivery'>): Delivery =>
  person.delivery ?? delivery;

/** Returns 'email' as soon as one person is emailed. */
export const deliveryOfAll = (envelope: Pick<Envelope, 'delivery' | 'recipients'>): Delivery => {
  const ways = envelope.recipients.map((recipient) => deliveryOf(envelope, recipient));
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
  kind: TimelineEntry['kind'],
  at: string,
  { by = '', recipient = null, detail = '' }: { by?: string; recipient?: string | null; detail?: string } = {},
): TimelineEntry => ({
  id: [kind, at, recipient].filter(Boolean).join('/'),
  at,
  kind,
  recipient_id: recipient,
  by_name: by,
  detail,
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
    recipients: envelope.recipients.map((recipient) =>
      kind === 'reminded' && recipientIds.includes(recipient.id)
        ? { ...recipient, reminded_at: at, reminders: recipient.reminders + 1 }
        : recipient,
    ),
    timeline: appendTimeline(
      envelope.timeline,
      recipientIds.map((recipient) => entryOf(kind, at, { by, recipient })),
    ),
  };
};

/** Marks documents that have a later version, by `laterOf`; signatures stay. */
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
