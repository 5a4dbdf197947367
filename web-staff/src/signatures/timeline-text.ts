import type { SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import type { TimelineEntry } from '../ui/timeline.tsx';

type Entry = SignatureEnvelope['timeline'][number];

const words: Record<Entry['kind'], (name: string, detail: string) => string> = {
  created: () => 'Draft prepared',
  edited: () => 'Draft changed',
  asked: () => 'Asked to be sent',
  made: () => 'Sent to DocuSeal',
  refused: () => 'DocuSeal did not take it',
  sent: (name) => `Sent to ${name}`,
  bounced: (name) => `The email to ${name} came back`,
  opened: () => 'Opened the email',
  viewed: () => 'Viewed the papers',
  started: () => 'Began to sign',
  signed: () => 'Signed',
  declined: () => 'Declined',
  expired: () => 'Expired',
  resent: (name) => `Sent again to ${name}`,
  reminded: (name) => `Reminder sent to ${name}`,
  voided: () => 'Voided',
  stored: (_, detail) => (detail ? 'A signed paper was not kept' : 'Signed papers joined the documents of the case'),
  superseded: () => 'There is a later version',
};

/** What happens here, without anybody. */
const ownDeeds: readonly Entry['kind'][] = ['stored', 'superseded', 'reminded'];

/** Who did what nobody of the house did: the product itself, or DocuSeal where the words name the person. */
const doer = (kind: Entry['kind'], name: string): string => {
  if (ownDeeds.includes(kind)) return 'Stillwater';
  return words[kind](name, '').includes(name) ? 'DocuSeal' : name;
};

/** The timeline of an envelope, the newest first; of one person where one is named. */
export const timelineOf = ({ timeline, recipients }: SignatureEnvelope, recipientId: string): TimelineEntry[] =>
  timeline
    .filter(({ recipient_id }) => recipientId === '' || recipient_id === recipientId)
    .toReversed()
    .map(({ id, at, kind, recipient_id, by_name, detail }) => {
      const name = recipients.find((one) => one.recipient_id === recipient_id)?.name ?? 'DocuSeal';
      const what = words[kind](name, detail);
      return { id, at, who: by_name || doer(kind, name), what, ...(detail ? { note: detail } : {}) };
    });
