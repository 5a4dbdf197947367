import type { Grant } from '#domain/shared/access/grants.ts';
import { isEncrypted } from '#domain/shared/audit/audit-actions.ts';
import type { Handler } from '#functions/platform/api/actor.ts';
import type { HandlerDependency } from '#functions/platform/api/dependencies.ts';

const ofChain = ({ endpoint }: Handler): Grant[] => [
  'secret:origin',
  ...(endpoint.permission === 'public' ? [] : (['table:session', 'table:limits'] as const)),
  ...(endpoint.limits ? (['table:limits'] as const) : []),
  ...(endpoint.idempotent
    ? ([endpoint.permission === 'public' ? 'table:public-replays' : 'table:replays'] as const)
    : []),
];

/** Lookups before the organization is known cannot use organization credentials. */
const isOfFunction = (need: HandlerDependency): boolean =>
  'shared' in need || ('adapter' in need && need.ofFunction === true);

/** Secrets of the installation belong to no organization. */
const isOfInstallation = (grant: Grant): boolean => grant.startsWith('secret:');

/** Privileges for which even organization-scoped endpoints use the function's own role. */
const ofFunction = ({ needs }: Handler): Grant[] =>
  Object.values(needs).flatMap((need) => (isOfFunction(need) ? need.grants : need.grants.filter(isOfInstallation)));

const ofHandler = ({ endpoint, needs }: Handler): Grant[] => [
  ...(endpoint.auditActions ? (['table:audit-write'] as const) : []),
  ...(endpoint.auditActions?.some(isEncrypted) ? (['table:subject-keys', 'subject-key:use'] as const) : []),
  ...(endpoint.events ? (['table:outbox-write'] as const) : []),
  ...Object.values(needs)
    .filter((need) => !(endpoint.organizationScoped && isOfFunction(need)))
    .flatMap(({ grants }) => grants.filter((grant) => !(endpoint.organizationScoped && isOfInstallation(grant)))),
];

/** Returns the distinct privileges that a function needs for these handlers. */
export const grantsOf = (handlers: readonly Handler[]): Grant[] => [
  ...new Set(
    handlers.flatMap((handler) => [
      ...ofChain(handler),
      ...(handler.endpoint.organizationScoped
        ? ['organization-role:assume' as const, ...ofFunction(handler)]
        : ofHandler(handler)),
    ]),
  ),
];

/** Returns the privileges that organization-scoped handlers need per organization. */
export const organizationGrantsOf = (handlers: readonly Handler[]): Grant[] => [
  ...new Set(
    handlers
      .filter(({ endpoint }) => endpoint.organizationScoped)
      .flatMap((handler) => [
        ...(handler.endpoint.auditActions ? (['table:actor-check'] as const) : []),
        ...ofHandler(handler),
      ]),
  ),
];
