import { randomBytes } from 'node:crypto';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { connectionMessages } from '#domain/signatures/connection-messages.ts';
import { signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { partnerEncryptor, type SigningConnector, signingDoor } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections, type PartnerConnection } from '#functions/platform/partners/partner-connections.ts';
import { PermanentError, RetryableError } from '#functions/platform/store/partners/partner-error.ts';
import { presentConnection } from './present-connection.ts';

const partner = 'docuseal';

/** Whose key it is. Throws a 400 at the key when DocuSeal refuses it, a 409 when it does not answer. */
const accountOf = async (door: SigningConnector, service: string, key: string): Promise<string> => {
  try {
    return (await door.at(service, key).account()).email;
  } catch (error) {
    const isRefused = error instanceof RetryableError && ['401', '403'].includes(error.message);
    if (isRefused || error instanceof PermanentError) throw invalid({ api_key: [connectionMessages.keyUnknown] });
    throw new AppError('conflict', { detail: connectionMessages.notAnswering });
  }
};

/** Tries the key, seals it with the webhooks' secret, and keeps both; what is not sent stays as it is. */
export const connectSigning = handler(
  signingConnectionEndpoints.connect,
  { connections, partnerSealer: partnerEncryptor, signingDoor },
  async ({ body }, { db, work, actor, now, partnerSealer: sealer, signingDoor: door }) => {
    const { service, api_key, webhook_secret } = body;
    const organizationId = actor.organizationId;
    if (!door.services.some(({ id }) => id === service))
      throw invalid({ service: [connectionMessages.serviceUnknown] });
    const account = api_key && (await accountOf(door, service, api_key));
    const sealed = (part: 'access' | 'webhook', secret: string | undefined) =>
      secret ? sealer.seal({ organizationId, partner, part }, secret) : undefined;
    const [access, webhook] = await Promise.all([sealed('access', api_key), sealed('webhook', webhook_secret)]);
    return work.attempt(
      () => db.connections.find(partner),
      async (before) => {
        // A key is of one service alone.
        if (!access && before?.service !== service) throw invalid({ api_key: [connectionMessages.keyRequired] });
        const at = now.toISOString();
        const next: PartnerConnection = {
          ...{ organization_id: organizationId, partner, version: 1, service, updated_at: at },
          account: account ?? before?.account ?? '',
          sealed: { access: access ?? before?.sealed.access ?? '', webhook: webhook ?? before?.sealed.webhook ?? null },
          webhook_token: before?.webhook_token ?? randomBytes(32).toString('base64url'),
          connected_at: access ? at : (before?.connected_at ?? at),
          connected_by_name: access ? actor.name : (before?.connected_by_name ?? actor.name),
        };
        const { services, siteUrl } = door;
        return work
          .add(db.connections.put(before, next))
          .audit('signing.connected', organizationId, [
            { field: 'signing.account', from: before?.account ?? null, to: next.account },
          ])
          .announce('signing-connection.changed', organizationId, { organization_id: organizationId })
          .finish(presentConnection(next, { services, siteUrl, heard: await db.connections.heard(partner) }));
      },
    );
  },
);
