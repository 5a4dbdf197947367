import { openSubmitters } from '#domain/signatures/current-signers.ts';
import type { EnvelopeRow, SignatureEnvelope } from '#domain/signatures/envelope.schema.ts';
import { deliveryOf, deliveryOfAll } from '#domain/signatures/envelope.ts';
import { percentOf } from '#domain/signatures/envelope-progress.ts';
import { envelopeStatusLabels, recipientStatusLabels } from '#domain/signatures/envelope-status.ts';
import { signedFilesOf } from '#domain/signatures/signed-files.ts';
import { signerPartLabels } from '#domain/signatures/signer-parts.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelope-record.ts';

type Names = ReadonlyMap<string, string>;

const submissionIds = ({ submissions }: EnvelopeRecord): number[] =>
  submissions.flatMap(({ docuseal_id }) => docuseal_id ?? []);

const headOf = (record: EnvelopeRecord, homes: Names) => ({
  id: record.id,
  case: { id: record.case_id, case_number: record.case_number, deceased_name: record.deceased_name },
  funeral_home_id: record.funeral_home_id,
  funeral_home_name: homes.get(record.funeral_home_id) ?? '',
  title: record.title,
  delivery: deliveryOfAll(record),
  status: record.status,
  status_display: envelopeStatusLabels[record.status],
  completion_percentage: percentOf(record),
  submission_ids: submissionIds(record),
  sending: record.sending?.state ?? ('not_asked' as const),
  sent_at: record.sent_at,
  created_at: record.created_at,
});

export const presentEnvelopeRow = (record: EnvelopeRecord, homes: Names): EnvelopeRow => ({
  ...headOf(record, homes),
  documents: record.documents.map(({ name }) => ({ name })),
  recipients: record.recipients.map(({ id, name, status }) => ({ recipient_id: id, name, status })),
});

/** The pages on which somebody signs, each with the papers that it shows. */
const pagesOf = (record: EnvelopeRecord, recipientId: string) =>
  openSubmitters(record, recipientId).flatMap(({ id, embed_src }) => {
    const submission = record.submissions.find(({ submitters }) => submitters.some((one) => one.id === id));
    const names = record.documents.filter((one) => submission?.document_ids.includes(one.id)).map(({ name }) => name);
    return embed_src ? [{ document: names.join(', '), url: embed_src }] : [];
  });

const presentRecipient = (record: EnvelopeRecord, one: EnvelopeRecord['recipients'][number]) => {
  const { id, sent_at, viewed_at, completed_at, declined_at, decline_reason, reminded_at, ...said } = one;
  const pages = record.void ? [] : pagesOf(record, id);
  return {
    ...{ recipient_id: id, name: said.name, email: said.email, phone: said.phone, part: said.part },
    delivery: deliveryOf(record, one),
    part_display: signerPartLabels[said.part],
    ...{ relationship: said.relationship, order: said.order, signs: said.signs, status: said.status },
    status_display: recipientStatusLabels[said.status],
    ...{ sent_at, viewed_at, completed_at, declined_at, decline_reason, reminded_at },
    is_turn: openSubmitters(record, id).length > 0,
    signing_pages: pages,
  };
};

export const presentEnvelope = (record: EnvelopeRecord, homes: Names): SignatureEnvelope => ({
  ...headOf(record, homes),
  version: record.version,
  message: record.message,
  in_order: record.in_order,
  documents: record.documents.map(({ docuseal_template_id: _id, values: _values, ...document }) => document),
  recipients: record.recipients.map((one) => presentRecipient(record, one)),
  signed_documents: signedFilesOf(record, record.submissions, 'signed'),
  audit_documents: signedFilesOf(record, record.submissions, 'audit'),
  problem: record.sending?.problem ?? '',
  timeline: record.timeline,
  is_prepared: record.prepared,
  read_at: record.read_at,
  completed_at: record.completed_at,
  expires_at: record.expires_at,
  voided_at: record.void?.at ?? null,
  voided_by_name: record.void?.by_name ?? null,
  void_reason: record.void?.reason ?? null,
  updated_at: record.updated_at,
  created_by_name: record.created_by_name,
});
