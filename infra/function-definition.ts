import type { Grant as ImpliedGrant } from '#domain/shared/access/grants.ts';
import type { Area } from '#domain/shared/contract/endpoints.ts';
import type { SecretName } from './environment-names.ts';
import type { StreamName } from './streams.ts';

/** A secret is one of infra/environment-names.ts. */
export type Grant = Exclude<ImpliedGrant, `secret:${string}`> | `secret:${SecretName}`;

/** When a user pool calls a function, by the names that its settings have for it. */
export type PoolTrigger = 'PreAuthentication' | 'PostAuthentication' | 'PostConfirmation';

/** What the privilege table says of one function (functions.ts). */
export interface FunctionDefinition {
  /** Entry file functions/lambdas/<name>.ts. */
  entry: string;
  /** Areas of the contract that it serves. */
  endpoints?: readonly Area[];
  trigger?:
    | { stream: StreamName }
    | { schedule: 'rate(1 minute)' | 'rate(5 minutes)' | 'rate(1 hour)' }
    | { queue: string }
    | { userPool: readonly PoolTrigger[] };
  grants: readonly Grant[];
  /** What it may do for one organization at a time, in a role that it assumes for that: it serves the rows that disclose (S-02). */
  inOrganization?: readonly Grant[];
  timeoutSeconds: number;
  memoryMb: number;
  /** A folder of files that stands beside its code, under its own name. */
  carries?: string;
}
