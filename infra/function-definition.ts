import { resolve } from 'node:path';
import type { Area } from '#domain/registry/endpoints.ts';
import type { Grant as ImpliedGrant } from '#domain/shared/access/grants.ts';
import type { SecretName } from './environment-names.ts';
import type { QueueName, StreamName } from './queues.ts';

export type Grant = Exclude<ImpliedGrant, `secret:${string}`> | `secret:${SecretName}`;

/** Cognito's names of user pool triggers. */
export type PoolTrigger = 'PreAuthentication' | 'PostAuthentication' | 'PostConfirmation';

export interface FunctionDefinition {
  endpoints?: readonly Area[];
  trigger?:
    | { stream: StreamName }
    | { schedule: 'rate(1 minute)' | 'rate(5 minutes)' | 'rate(1 hour)' }
    | { queue: QueueName }
    | { userPool: readonly PoolTrigger[] };
  grants: readonly Grant[];
  /** Grants of the role that it assumes for one organization: it serves disclosing endpoints (S-02). */
  inOrganization?: readonly Grant[];
  timeoutSeconds: number;
  memoryMb: number;
  carries?: string;
}

export const bundledFunctions = resolve(import.meta.dirname, '../dist/functions');

export const entryFile = (name: string): string => `functions/lambdas/${name}.ts`;
