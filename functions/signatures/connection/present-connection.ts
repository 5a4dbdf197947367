import type { SigningConnection } from '#domain/signatures/signing-connection.endpoints.ts';
import type { PartnerConnection } from '#functions/platform/partners/partner-connections.ts';

interface Seen {
  services: readonly { id: string; label: string }[];
  heard: { received_at: string | null; refused_at: string | null };
  /** The staff site's address, at which webhooks come too. */
  siteUrl: string;
}

/** A connection as its owner sees it; of what is secret it says only that it is there. */
export const presentConnection = (
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
