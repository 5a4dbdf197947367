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
  /** The envelope that a submission of DocuSeal belongs to; undefined for one that is not the organization's. */
  async envelopeOf(docusealId: number): Promise<string | undefined> {
    const item = await table.get(keys.submissionOwner(docusealId));
    return item && String(item.envelope_id);
  },
});
/** Which envelope is meant, and nothing of it. */
const submissionOwners = {
  grants: ['table:submission-owners'],
  in: submissionOwnersIn,
} as const satisfies Repository;

/** How far the clock of the sender may be from ours, either way. */
const toleranceSeconds = 300;

/**
 * Whether DocuSeal signed these very bytes a moment ago: `seconds.hex`, an HMAC-SHA256 over `seconds.bytes` under the whole
 * secret. Anything else, also a header that cannot be read, is a no.
 */
const isSigned = (header: string | undefined, bytes: Uint8Array, secret: string, now: Date): boolean => {
  const [, seconds = '', given = ''] = /^(\d{1,12})\.([0-9a-f]{64})$/.exec(header ?? '') ?? [];
  if (!seconds || Math.abs(now.getTime() / 1000 - Number(seconds)) > toleranceSeconds) return false;
  const wanted = createHmac('sha256', secret).update(`${seconds}.`).update(bytes).digest();
  return timingSafeEqual(wanted, Buffer.from(given, 'hex'));
};

const partner = 'docuseal';
const accepted = { success: true } as const;
const id = z.number().int();

/** What is read of an announcement: what tells it from others, and which submission it is about. */
const Announcement = z.object({
  event_type: z.string().max(100),
  timestamp: z.string().max(100),
  data: z.object({ id, submission_id: id.nullish() }),
});

/** Undefined for what is about no submission, such as a template, and for what cannot be read. */
const announcementIn = (bytes: Uint8Array): { name: string; submissionId: number } | undefined => {
  try {
    const { event_type, timestamp, data } = Announcement.parse(JSON.parse(Buffer.from(bytes).toString('utf8')));
    const submissionId = event_type.startsWith('submission.') ? data.id : data.submission_id;
    return submissionId ? { name: `${event_type}|${data.id}|${timestamp}`, submissionId } : undefined;
  } catch {
    return undefined;
  }
};

class AlreadyReceived extends Error {}

/**
 * DocuSeal announces that something happened. Whose announcement it is comes from the address, that it is DocuSeal's from
 * the signature over its bytes; what it says is not believed: the envelope is asked for anew. Whoever sends anything else
 * learns nothing, not even whether the address is one (quality S-18).
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
    // Many may come at once, and all of them write this.
    work.hint(db.webhooks.received(partner, now));
    const announcement = announcementIn(body.bytes);
    const envelopeId = announcement && (await db.submissionOwners.envelopeOf(announcement.submissionId));
    if (!announcement || !envelopeId) return work.finish(accepted);
    try {
      return await work
        .add(db.webhooks.remember(partner, announcement.name, now, () => new AlreadyReceived()))
        .announce('envelope.check-wanted', envelopeId, { envelope_id: envelopeId })
        .finish(accepted);
    } catch (error) {
      if (error instanceof AlreadyReceived) return accepted;
      throw error;
    }
  },
);

export const signingWebhookRoutes = routesOf(signingWebhookEndpoints, { received: receiveWebhook });
