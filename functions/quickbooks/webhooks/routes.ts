import { createHmac, timingSafeEqual } from 'node:crypto';
import { type NotifiedChange, notifiedChanges } from '#domain/quickbooks/postings.ts';
import { quickBooksWebhookEndpoints } from '#domain/quickbooks/quickbooks.endpoints.ts';
import { AppError } from '#domain/shared/contract/errors.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { quickBooksWebhookToken, webhookOwners, webhooks } from '#functions/platform/partners/partner-connections.ts';
import { quickBooksVerifier } from '../client/adapters.ts';

/** Checks the base64 HMAC-SHA256 of the raw bytes. It has no time, but a repeated notification does no harm. */
export const isSigned = (header: string | undefined, bytes: Uint8Array, verifier: string): boolean => {
  const expectedSignature = createHmac('sha256', verifier).update(bytes).digest();
  const sentSignature = Buffer.from(header ?? '', 'base64');
  return sentSignature.length === expectedSignature.length && timingSafeEqual(expectedSignature, sentSignature);
};

const partner = 'quickbooks';
const received = { success: true } as const;
/** Further records are in the next event. */
const maxPerEvent = 50;
/** The events of a step are one item of at most 400 kB. */
const maxPerStep = 2_000;

class CameBeforeError extends Error {}

const read = (bytes: Uint8Array): NotifiedChange[] => {
  try {
    return notifiedChanges(JSON.parse(Buffer.from(bytes).toString('utf8')));
  } catch {
    return [];
  }
};

/** Workers read the records later, so that the response is immediate. A repeated notification has no effect. */
const receiveNotifications = handler(
  quickBooksWebhookEndpoints.received,
  { webhookOwners, webhooks, quickBooksVerifier },
  async ({ body }, { db: shared, within, now, quickBooksVerifier: verifier }) => {
    const token = await verifier();
    if (!token || !isSigned(body.headers['intuit-signature'], body.bytes, token)) throw new AppError('unauthenticated');
    const byCompany = Map.groupBy(read(body.bytes), ({ realm }) => realm);
    for (const [realm, all] of byCompany) {
      const owner = await shared.webhookOwners.find(quickBooksWebhookToken(realm));
      if (owner?.partner !== partner) continue;
      const organization_id = owner.organization_id;
      for (let from = 0; from < all.length; from += maxPerStep) {
        const part = all.slice(from, from + maxPerStep);
        const { db, work } = within(organization_id);
        work.hint(db.webhooks.received(partner, now));
        work.add(db.webhooks.remember(partner, JSON.stringify(part), now, () => new CameBeforeError()));
        for (let at = 0; at < part.length; at += maxPerEvent) {
          const changes = part
            .slice(at, at + maxPerEvent)
            .map(({ type, id, at: changed_at }) => ({ type, id, changed_at }));
          work.announce('accounting.changes-heard', organization_id, { organization_id, realm, changes });
        }
        await work.step().catch((error: unknown) => {
          if (!(error instanceof CameBeforeError)) throw error;
        });
      }
    }
    return received;
  },
);

export const quickBooksWebhookRoutes = routesOf(quickBooksWebhookEndpoints, { received: receiveNotifications });
