import { Logger } from '@aws-lambda-powertools/logger';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { KMSClient } from '@aws-sdk/client-kms';
import { setting } from '#functions/adapters/environment.ts';
import { originSecrets } from '#functions/adapters/secrets.ts';
import { kmsSsnCipher } from '#functions/adapters/ssn-cipher.ts';
import { Table } from '#functions/data/table.ts';

/** What most entries are built of, made once per execution environment. */
export const logger = new Logger({ serviceName: process.env.POWERTOOLS_SERVICE_NAME ?? 'stillwater' });
export const now = (): Date => new Date();
export const table = (): Table => new Table(new DynamoDBClient({ maxAttempts: 1 }), setting('TABLE_NAME'));
export const cipher = () => kmsSsnCipher(new KMSClient({}), setting('SSN_KEY_ID'));

export const apiSettings = () => ({
  clientId: setting('USER_POOL_CLIENT_ID'),
  originSecrets: originSecrets(setting('ORIGIN_SECRET_ID')),
  siteOrigins: [setting('STAFF_SITE_URL'), setting('INTAKE_SITE_URL')],
  rateLimits: process.env.RATE_LIMITS !== 'off',
});
