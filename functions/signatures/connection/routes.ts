import { signingConnectionEndpoints } from '#domain/signatures/signing-connection.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { connectSigning } from './connect-signing.ts';
import { disconnectSigning } from './disconnect-signing.ts';
import { getConnection } from './get-connection.ts';
import { getHealth } from './get-health.ts';

export const signingConnectionRoutes = routesOf(signingConnectionEndpoints, {
  get: getConnection,
  connect: connectSigning,
  disconnect: disconnectSigning,
  health: getHealth,
});
