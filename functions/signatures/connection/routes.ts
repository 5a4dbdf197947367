import { randomBytes } from 'node:crypto';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { connectionMessages } from '#domain/signatures/signature-messages.ts';
import {
  type SigningConnection,
  type SigningHealth,
  signingConnectionEndpoints,
} from '#domain/signatures/signing-connection.endpoints.ts';
import { partnerEncryptor } from '#functions/platform/api/dependencies.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { connections, type PartnerConnection } from '#functions/platform/partners/partner-connections.ts';
import { PartnerError, PermanentError, RetryableError } from '#functions/platform/store/partners/circuit.ts';
import { docuseal, type SigningConnector, signingConnector } from '../client/adapters.ts';

interface Seen {
  services: readonly { id: string; label: string }[];
  heard: { received_at: string | null; refused_at: string | null };
  /** Address of the staff site, which also receives webhooks. */
  siteUrl: string;
}

const presentConnection = (
  connection: PartnerConnection | undefined,
  { services, heard, siteUrl }: Seen,
): SigningConnection => ({
  connected: connection !== undefined,
  services: services.map(({ id, label }) => ({ id, label })),
  service: connection?.service ?? null,
  account: connection?.account ?? null,
  has_webhook_secret: Boolean(connection?.sealed.webhook),
  webhook_url: connection ? `${siteUrl}/api/webhooks/docuseal/${connection.webhook_token}/` : null,
  webhook_last_received_at: heard.received_at,
  webhook_last_refused_at: heard.refused_at,
  connected_at: connection?.connected_at ?? null,
  connected_by_name: connection?.connected_by_name ?? null,
});

const partner = 'docuseal';

/** Returns the owner of a key. Throws 400 at the key if DocuSeal rejects it, 409 if it does not respond. */
const accountOf = async (connector: SigningConnector, service: string, key: string): Promise<string> => {
  try {
    return (await connector.at(service, key).account()).email;
  } catch (error) {
    const isRefused = error instanceof RetryableError && ['401', '403'].includes(error.message);
    if (isRefused || error instanceof PermanentError) throw invalid({ api_key: [connectionMessages.keyUnknown] });
    throw new AppError('conflict', { detail: connectionMessages.notAnswering });
  }
};

interface Connecting {
  organization_id: string;
  service: string;
  account: string | undefined;
  access: string | undefined;
  webhook: string | undefined;
  by: string;
  now: Date;
}
/** Keeps what is not sent again, and the webhook address. */
const newConnection = (
  { organization_id, service, account, access, webhook, by, now }: Connecting,
  before: PartnerConnection | undefined,
): PartnerConnection => {
  const at = now.toISOString();
  return {
    organization_id,
    partner,
    version: 1,
    service,
    updated_at: at,
    account: account ?? before?.account ?? '',
    sealed: { access: access ?? before?.sealed.access ?? '', webhook: webhook ?? before?.sealed.webhook ?? null },
    webhook_token: before?.webhook_token ?? randomBytes(32).toString('base64url'),
    connected_at: access ? at : (before?.connected_at ?? at),
    connected_by_name: access ? by : (before?.connected_by_name ?? by),
  };
};

/** Checks the key and stores it with the webhook secret, both encrypted; omitted values stay. */
const connectSigning = handler(
  signingConnectionEndpoints.connect,
  { connections, partnerEncryptor, signingConnector },
  async ({ body }, { db, work, actor, now, partnerEncryptor: encryptor, signingConnector: connector }) => {
    const { service, api_key, webhook_secret } = body;
    const organizationId = actor.organizationId;
    if (!connector.services.some(({ id }) => id === service))
      throw invalid({ service: [connectionMessages.serviceUnknown] });
    const account = api_key && (await accountOf(connector, service, api_key));
    const sealed = (part: 'access' | 'webhook', secret: string | undefined) =>
      secret ? encryptor.seal({ organizationId, partner, part }, secret) : undefined;
    const [access, webhook] = await Promise.all([sealed('access', api_key), sealed('webhook', webhook_secret)]);
    return work.attempt(
      () => db.connections.find(partner),
      async (before) => {
        // A key belongs to one service.
        if (!access && before?.service !== service) throw invalid({ api_key: [connectionMessages.keyRequired] });
        const next = newConnection(
          { organization_id: organizationId, service, account, access, webhook, by: actor.name, now },
          before,
        );
        const { services, siteUrl } = connector;
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

type Probe = Pick<SigningHealth, 'docuseal' | 'detail'>;

const refusedKey = ['401', '403'];

const probe = async (ask: () => Promise<unknown>): Promise<Probe> => {
  const began = performance.now();
  const latency = (): number => Math.round(performance.now() - began);
  try {
    await ask();
    return { docuseal: { reachable: true, authenticated: true, latency_ms: latency() }, detail: '' };
  } catch (error) {
    // An internal failure, such as a key that cannot be decrypted now, is not answered with 5xx either.
    const isRefused = error instanceof PartnerError && refusedKey.includes(error.message);
    return {
      docuseal: { reachable: isRefused, authenticated: false, latency_ms: isRefused ? latency() : null },
      detail: isRefused ? connectionMessages.keyUnknown : connectionMessages.notAnswering,
    };
  }
};

/** Reports whether e-signatures work; always 200. */
const getHealth = handler(
  signingConnectionEndpoints.health,
  { connections, docuseal },
  async (_, { db, now, actor, docuseal: accounts }) => {
    const [connection, heard, pausedUntil] = await Promise.all([
      db.connections.find('docuseal'),
      db.connections.heard('docuseal'),
      db.connections.pausedUntil('docuseal'),
    ]);
    const isPaused = pausedUntil !== undefined && pausedUntil * 1000 > now.getTime();
    const common = {
      webhook_last_received_at: heard.received_at,
      paused_until: isPaused ? new Date(pausedUntil * 1000).toISOString() : null,
    };
    if (!connection) {
      const docuseal = { reachable: false, authenticated: false, latency_ms: null };
      return { status: 'not_connected', docuseal, ...common, detail: connectionMessages.notConnected } as const;
    }
    const answer = await probe(async () => (await accounts.of(actor.organizationId, { patient: false }))?.account());
    return { status: answer.docuseal.authenticated && !isPaused ? 'ok' : 'degraded', ...answer, ...common } as const;
  },
);

const disconnectSigning = handler(
  signingConnectionEndpoints.disconnect,
  { connections },
  (_, { db, work, actor: { organizationId } }) =>
    work.attempt(
      () => db.connections.find('docuseal'),
      async (connection) => {
        if (!connection) return { success: true } as const;
        return work
          .add(db.connections.remove(connection))
          .audit('signing.disconnected', organizationId, [
            { field: 'signing.account', from: connection.account, to: null },
          ])
          .announce('signing-connection.changed', organizationId, { organization_id: organizationId })
          .finish({ success: true } as const);
      },
    ),
);

const getConnection = handler(
  signingConnectionEndpoints.get,
  { connections, signingConnector },
  async (_, { db, signingConnector: { services, siteUrl } }) => {
    const [connection, heard] = await Promise.all([db.connections.find('docuseal'), db.connections.heard('docuseal')]);
    return presentConnection(connection, { services, siteUrl, heard });
  },
);

export const signingConnectionRoutes = routesOf(signingConnectionEndpoints, {
  get: getConnection,
  connect: connectSigning,
  disconnect: disconnectSigning,
  health: getHealth,
});
