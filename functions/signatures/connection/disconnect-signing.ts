import { signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections } from '#functions/platform/partners/partner-connections.ts';

export const disconnectSigning = handler(
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
