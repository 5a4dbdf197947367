import { type Config, googleEndpoints, quickBooksOf, signingServicesOf } from '../config.ts';
import { bySecretSetting } from '../environment-names.ts';
import type { DataStack } from './data-stack.ts';
import type { EdgeStack } from './edge-stack.ts';
import type { IdentityStack } from './identity-stack.ts';

/** Stacks that the API, the workers and the pages use. */
export interface BaseStacks {
  data: DataStack;
  identity: IdentityStack;
  edge: EdgeStack;
}

/** Settings of the API's functions and of the workers. */
export const functionSettings = (config: Config, { data, identity, edge }: BaseStacks) => ({
  TABLE_NAME: data.table.tableName,
  AUDIT_KEY_ID: data.auditKey.keyArn,
  SUBJECT_KEY_ID: data.subjectKey.keyArn,
  PARTNER_KEY_ID: data.partnerKey.keyArn,
  SIGNING_SERVICES: JSON.stringify(signingServicesOf(config)),
  QUICKBOOKS: JSON.stringify(quickBooksOf(config)),
  GOOGLE_ENDPOINTS: JSON.stringify(googleEndpoints),
  AUDIT_WITNESS_BUCKET: data.auditWitness.bucketName,
  DOCUMENTS_BUCKET: edge.documents.bucket.bucketName,
  ...bySecretSetting((name) => data.secrets[name].secretArn),
  USER_POOL_ID: identity.pool.userPoolId,
  STAFF_SITE_URL: edge.staff.url,
});
