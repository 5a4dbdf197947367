import { createHmac, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { notFound } from '#domain/shared/contract/errors.ts';
import { signingWebhookEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { webhookDecryptor } from '#functions/platform/api/dependencies.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { webhookOwners, webhooks } from '#functions/platform/partners/partner-connections.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import type { Table } from '#functions/platform/store/table.ts';

const submissionOwnersIn = (table: Table, keys: Keys) => ({
  /** Returns the envelope of a DocuSeal submission; undefined if it is another organization's. */
  async envelopeOf(docusealId: number): Promise<string | undefined> {
    const item = await table.get(keys.submissionOwner(docusealId));
    return item && String(item.envelope_id);
  },
});
/** Reveals only the envelope's id. */
const submissionOwners = { grants: ['table:submission-owners'], in: submissionOwnersIn } as const satisfies Repository;

/** Allowed clock difference in either direction. */
const toleranceSeconds = 300;

/** Checks `seconds.hex`, a recent HMAC-SHA256 of `seconds.bytes` with the whole secret. */
const isSigned = (header: string | undefined, bytes: Uint8Array, secret: string, now: Date): boolean => {
  const [, seconds = '', given = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (!seconds || Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false;
  const expectedSignature = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest();
  return timingSafeEqual(expectedSignature, Buffer.from(given, 'hex'));
};

const partner = 'docuseal';
const accepted = { success: true } as const;
const id = z.number().int();

/** The webhook's identity and its submission. */
const Announcement = z.object({
  event_type: z.string().max(100),
  timestamp: z.string().max(100),
  data: z.object({ id, submission_id: id.nullish() }),
});

/** Returns undefined for other objects, such as templates, and for invalid bodies. */
const announcementIn = (bytes: Uint8Array): { name: string; submissionId: number } | undefined => {
  try {
    const { event_type, timestamp, data } = Announcement.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    const submissionId = event_type.startsWith('submission.') ? data.id : data.submission_id;
    return submissionId ? { name: `${event_type}|${data.id}|${timestamp}`, submissionId } : undefined;
  } catch {
    return undefined;
  }
};

class AlreadyReceivedError extends Error {}

/**
 * The address identifies the organization, and the signature DocuSeal. The content is not trusted: the envelope is
 * polled. Any other caller learns nothing, not even whether the address exists (S-18).
 */
const receiveWebhook = handler(
  signingWebhookEndpoints.received,
  { webhookOwners, webhooks, submissionOwners, webhookOpener: webhookDecryptor },
  async ({ params, body }, { db: shared, within, now, webhookOpener: opener }) => {
    const owner = await shared.webhookOwners.find(params.token);
    if (owner?.partner !== partner) throw notFound();
    const organizationId = owner.organization_id;
    const { db, work } = within(organizationId);
    const sealed = (await db.webhooks.connection(partner))?.sealed.webhook;
    const secret = sealed && (await opener.open({ organizationId, partner, part: 'webhook' }, sealed));
    if (!secret || !isSigned(body.headers['x-docuseal-signature'], body.bytes, secret, now)) {
      await work.add(db.webhooks.refused(partner, now)).step();
      throw notFound();
    }
    // Many webhooks write this at the same time.
    work.hint(db.webhooks.received(partner, now));
    const announcement = announcementIn(body.bytes);
    const envelopeId = announcement && (await db.submissionOwners.envelopeOf(announcement.submissionId));
    if (!announcement || !envelopeId) return work.finish(accepted);
    try {
      return await work
        .add(db.webhooks.remember(partner, announcement.name, now, () => new AlreadyReceivedError()))
        .announce('envelope.check-wanted', envelopeId, { envelope_id: envelopeId })
        .finish(accepted);
    } catch (error) {
      if (error instanceof AlreadyReceivedError) return accepted;
      throw error;
    }
  },
);

export const signingWebhookRoutes = routesOf(signingWebhookEndpoints, { received: receiveWebhook });
