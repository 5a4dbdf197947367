import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { Table } from '#functions/platform/store/table.ts';
import { dataDirFromEnvironment, runningProduct } from '#local/data-dir.ts';
import { LOCAL_CREDENTIALS, REGION, TABLE_NAME } from '#local/environment.ts';

export interface DeployedProduct {
  staffUrl: string;
  /** Address of the API without CloudFront, which must be rejected. */
  apiUrl: string;
  table: Table;
  /** Returns an address whose email reaches the tester; `name` identifies the run. */
  mailAddress(name: string): string;
  /** Returns a bot check token for one report, or undefined. */
  botToken(kind: string, page: string): Promise<string | undefined>;
  /** Triggers an alarm and returns whether its topic accepted the message; undefined without alarms. */
  ringAlarm?(): Promise<string>;
}

export interface StaffConfig {
  userPoolId: string;
  userPoolClientId: string;
  userPoolEndpoint?: string;
  intakeUrl: string;
}

/** Returns the product that runs on DATA_DIR, or throws an explanation. */
export const localProduct = (dataDir = dataDirFromEnvironment()): DeployedProduct => {
  const running = runningProduct(dataDir);
  if (!running) throw new Error('No local product is running. Run npm start, or set --stage to use AWS.');
  const { staffUrl, apiUrl, databaseUrl } = running;
  const client = new DynamoDBClient({ endpoint: databaseUrl, region: REGION, credentials: LOCAL_CREDENTIALS });
  return {
    staffUrl,
    apiUrl,
    table: new Table(client, TABLE_NAME),
    mailAddress: (name) => `smoke-${name}@stillwater.example`,
    // The emulator accepts it any number of times.
    botToken: async () => 'pass',
  };
};
