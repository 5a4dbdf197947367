import { assertAllowed } from '#domain/registry/policies.ts';
import { AppError, invalid, notFound } from '#domain/shared/contract/errors.ts';
import { appendTimeline, deliveryOf, entryOf, resentTo } from '#domain/signatures/envelope.ts';
import { isBeingSent } from '#domain/signatures/envelope-progress.ts';
import { currentSigners, openSubmitters } from '#domain/signatures/reminders.ts';
import { signatureMessages } from '#domain/signatures/signature-messages.ts';
import { isDocuSealAddress } from '#domain/signatures/submission-request.ts';
import type { Actor } from '#functions/platform/api/actor.ts';
import type { Work } from '#functions/platform/api/handler.ts';
import type { EnvelopeRecord } from '#functions/signatures/repository/envelope-record.ts';
import type { Envelopes } from '#functions/signatures/repository/envelopes.ts';

interface Context<W> {
  db: { envelopes: Envelopes };
  work: W;
  actor: Actor;
  now: Date;
}

/** Returns the people to email again: the named one, or all who can sign by email now. Throws 404, 409 or 400. */
const whomToMail = (record: EnvelopeRecord, recipientId: string | undefined): string[] => {
  const named = record.recipients.filter(({ id }) => recipientId === undefined || id === recipientId);
  if (named.length === 0) throw notFound();
  const turn = currentSigners(record).map(({ id }) => id);
  const waiting = named.filter(({ id }) => turn.includes(id) && openSubmitters(record, id).length > 0);
  if (waiting.length === 0) {
    const detail = recipientId === undefined ? signatureMessages.nobodyWaits : signatureMessages.notTheirTurn;
    throw new AppError('conflict', { detail });
  }
  const mailed = waiting.filter((recipient) => deliveryOf(record, recipient) === 'email');
  const wanted = recipientId === undefined && mailed.length > 0 ? mailed : waiting;
  if (wanted.some(({ email }) => email === '')) throw invalid({ email: [signatureMessages.emailRequired] });
  if (wanted.some(({ email }) => !isDocuSealAddress(email))) throw invalid({ email: [signatureMessages.emailRefused] });
  return wanted.map(({ id }) => id);
};

export const collectResend = (
  { db, work, actor, now }: Context<Work<'envelope.resent', 'envelope.resend-requested'>>,
  record: EnvelopeRecord,
  recipientId?: string,
): EnvelopeRecord => {
  assertAllowed(actor, 'envelope:resend', { status: record.status, isBeingSent: isBeingSent(record) });
  const ids = whomToMail(record, recipientId);
  const next: EnvelopeRecord = {
    ...record,
    ...resentTo(record, ids, { by: actor.name, now, kind: 'resent' }),
    updated_at: now.toISOString(),
  };
  const { id, case_id } = record;
  const names = record.recipients.filter((recipient) => ids.includes(recipient.id)).map(({ name }) => name);
  work.add(db.envelopes.change(record, next)).audit('envelope.resent', case_id, [
    { field: 'envelopes.title', from: record.title, to: record.title },
    { field: 'envelopes.recipients', from: null, to: names.join(', ') },
  ]);
  for (const recipient_id of ids)
    work.announce('envelope.resend-requested', case_id, { envelope_id: id, case_id, recipient_id });
  return { ...next, version: record.version + 1 };
};

/** Adds the deletion to `work`; a worker archives open submissions, and signed documents stay in the case. */
export const collectDeletion = (
  { db, work, actor, now }: Context<Work<'envelope.deleted', 'envelope.deleted'>>,
  record: EnvelopeRecord,
  reason: string,
): void => {
  assertAllowed(actor, 'envelope:delete', { status: record.status, isBeingSent: isBeingSent(record) });
  const at = now.toISOString();
  const { id, case_id } = record;
  work
    .add(
      db.envelopes.change(record, {
        ...record,
        deleted: { reason, at, by_name: actor.name },
        check_at: null,
        updated_at: at,
      }),
    )
    .audit('envelope.deleted', case_id, [
      { field: 'envelopes.title', from: record.title, to: null },
      { field: 'envelopes.delete_reason', from: null, to: reason || null },
    ])
    .announce('envelope.deleted', case_id, { envelope_id: id, case_id });
};

/** Returns the voided envelope, without waiting for DocuSeal. */
export const voided = (record: EnvelopeRecord, reason: string, by: string, now: Date): EnvelopeRecord => {
  const at = now.toISOString();
  return {
    ...record,
    void: { reason, at, by_name: by },
    status: 'voided',
    check_at: null,
    updated_at: at,
    timeline: appendTimeline(record.timeline, [entryOf('voided', at, { by, detail: reason })]),
  };
};
