import { googleWebhookEndpoints } from '#domain/google-calendar/google.endpoints.ts';
import { notFound } from '#domain/shared/contract/errors.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { webhookOwners, webhooks } from '#functions/platform/partners/partner-connections.ts';

const partner = 'google-calendar';

/** A notification contains no data and is authenticated by its secret address: the worker then reads what changed. */
const googleWebhook = handler(
  googleWebhookEndpoints.received,
  { webhookOwners, webhooks },
  async ({ params }, { db: shared, within, now }) => {
    const owner = await shared.webhookOwners.find(params.token);
    if (owner?.partner !== partner) throw notFound();
    const organization_id = owner.organization_id;
    const { db, work } = within(organization_id);
    work.hint(db.webhooks.received(partner, now));
    return work
      .announce('google-calendar.changed', organization_id, { organization_id })
      .finish({ success: true as const });
  },
);

export const googleWebhookRoutes = routesOf(googleWebhookEndpoints, { received: googleWebhook });
