import { Logger } from '@aws-lambda-powertools/logger';
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient } from '@aws-sdk/client-eventbridge';
import { KMSClient } from '@aws-sdk/client-kms';
import { setting } from '#functions/platform/adapters/env.ts';
import { kmsKeyWrapper, kmsSsnEncryptor } from '#functions/platform/adapters/kms.ts';

/** Shared by most entries, created once per execution environment. */
export const logger = new Logger({
  serviceName: process.env.POWERTOOLS_SERVICE_NAME ?? 'stillwater',
  persistentKeys: { function: process.env.AWS_LAMBDA_FUNCTION_NAME },
});
export const now = (): Date => new Date();

/**
 * Timeout of one service call in milliseconds. Without it a silent connection holds a request until the function's
 * time limit.
 */
export const clientTimeouts = (requestTimeout: number) => ({
  requestHandler: { connectionTimeout: 1_000, requestTimeout, throwOnRequestTimeout: true },
});

export const ssnEncryptor = () => kmsSsnEncryptor(new KMSClient(clientTimeouts(2_000)), setting('SSN_KEY_ID'));
export const keyWrapper = () => {
  const client = new KMSClient(clientTimeouts(2_000));
  return kmsKeyWrapper(() => client, setting('SUBJECT_KEY_ID'));
};
export const eventBus = () => ({
  bus: new EventBridgeClient(clientTimeouts(5_000)),
  busName: setting('EVENT_BUS_NAME'),
});
export const cognito = ({ maxAttempts = 2 } = {}) =>
  new CognitoIdentityProviderClient({ maxAttempts, ...clientTimeouts(5_000) });
