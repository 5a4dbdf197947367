import { signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { signingDoor } from '#functions/platform/api/dependencies.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { connections } from '#functions/platform/partners/partner-connections.ts';
import { presentConnection } from './present-connection.ts';

export const getConnection = handler(
  signingConnectionEndpoints.get,
  { connections, signingDoor },
  async (_, { db, signingDoor: { services, siteUrl } }) => {
    const [connection, heard] = await Promise.all([db.connections.find('docuseal'), db.connections.heard('docuseal')]);
    return presentConnection(connection, { services, siteUrl, heard });
  },
);
