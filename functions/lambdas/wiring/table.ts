import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { setting } from '#functions/platform/adapters/env.ts';
import {
  cachedPerOrganization,
  type OrganizationSessions,
} from '#functions/platform/adapters/organization-sessions.ts';
import { callMs } from '#functions/platform/store/retries.ts';
import { Table } from '#functions/platform/store/table.ts';
import { clientTimeouts } from '../wiring.ts';

/** A separate file, because importing it adds DynamoDB's clients to the bundle. */
export const table = (): Table =>
  new Table(new DynamoDBClient({ maxAttempts: 1, ...clientTimeouts(callMs) }), setting('TABLE_NAME'));

/** The table with the session of one organization. All organizations share the connections. */
export const organizationTables = (sessions: OrganizationSessions): ((organizationId: string) => Table) => {
  const { requestHandler } = new DynamoDBClient(clientTimeouts(callMs)).config;
  const client = (organizationId: string) =>
    new DynamoDBClient({ maxAttempts: 1, requestHandler, credentials: sessions(organizationId) });
  return cachedPerOrganization((organizationId) => new Table(client(organizationId), setting('TABLE_NAME')));
};
