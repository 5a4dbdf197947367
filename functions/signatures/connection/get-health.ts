import { connectionMessages } from '#domain/signatures/connection-messages.ts';
import { type SigningHealth, signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { docuseal } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections } from '#functions/platform/partners/partner-connections.ts';
import { PartnerError } from '#functions/platform/store/partners/partner-error.ts';

type Probe = Pick<SigningHealth, 'docuseal' | 'detail'>;

const refusedKey = ['401', '403'];

/** What DocuSeal says to a question that costs it nothing. */
const probe = async (ask: () => Promise<unknown>): Promise<Probe> => {
  const began = performance.now();
  const latency = (): number => Math.round(performance.now() - began);
  try {
    await ask();
    return { docuseal: { reachable: true, authenticated: true, latency_ms: latency() }, detail: '' };
  } catch (error) {
    // Also what is ours, such as a key that cannot be opened at the moment, is no answer of 5xx.
    const isRefused = error instanceof PartnerError && refusedKey.includes(error.message);
    return {
      docuseal: { reachable: isRefused, authenticated: false, latency_ms: isRefused ? latency() : null },
      detail: isRefused ? connectionMessages.keyUnknown : connectionMessages.notAnswering,
    };
  }
};

/** Whether e-signatures work just now: 200 whatever DocuSeal does. */
export const getHealth = handler(
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
      const nothing = { reachable: false, authenticated: false, latency_ms: null };
      return {
        status: 'not_connected',
        docuseal: nothing,
        ...common,
        detail: connectionMessages.notConnected,
      } as const;
    }
    const answer = await probe(async () => (await accounts.of(actor.organizationId, { patient: false }))?.account());
    return { status: answer.docuseal.authenticated && !isPaused ? 'ok' : 'degraded', ...answer, ...common } as const;
  },
);
