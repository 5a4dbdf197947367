import type { Grant } from '#domain/shared/access/grants.ts';
import { isEncrypted } from '#domain/shared/audit/audit-actions.ts';
import type { Handler } from './call.ts';
import type { HandlerDependency } from './handler-dependencies.ts';

/** What the chain itself takes for a row before its handler runs. */
const ofChain = ({ row }: Handler): Grant[] => [
  'secret:origin',
  ...(row.permission === 'public' ? [] : (['table:session', 'table:limits'] as const)),
  ...(row.limits ? (['table:limits'] as const) : []),
  ...(row.idempotent ? ([row.permission === 'public' ? 'table:public-replays' : 'table:replays'] as const) : []),
];

/** What is looked up before an organization is known can be looked up by no organization's rights. */
const isOfFunction = (need: HandlerDependency): boolean =>
  'shared' in need || ('adapter' in need && need.ofFunction === true);

/** The installation's own secrets are of no organization. */
const isOfInstallation = (grant: Grant): boolean => grant.startsWith('secret:');

/** What needs take by the function's own rights also where the row discloses. */
const ofFunction = ({ needs }: Handler): Grant[] =>
  Object.values(needs).flatMap((need) => (isOfFunction(need) ? need.grants : need.grants.filter(isOfInstallation)));

/** What a handler takes, with what its row lets it record and announce. */
const ofHandler = ({ row, needs }: Handler): Grant[] => [
  ...(row.auditActions ? (['table:audit-write'] as const) : []),
  ...(row.auditActions?.some(isEncrypted) ? (['table:subject-keys', 'subject-key:use'] as const) : []),
  ...(row.events ? (['table:outbox-write'] as const) : []),
  ...Object.values(needs)
    .filter((need) => !(row.organizationScoped && isOfFunction(need)))
    .flatMap(({ grants }) => grants.filter((grant) => !(row.organizationScoped && isOfInstallation(grant)))),
];

/** The words of privilege that handlers imply for their function: those of their rows and those of their needs, each once. */
export const grantsOf = (handlers: readonly Handler[]): Grant[] => [
  ...new Set(
    handlers.flatMap((handler) => [
      ...ofChain(handler),
      ...(handler.row.organizationScoped
        ? ['organization-role:assume' as const, ...ofFunction(handler)]
        : ofHandler(handler)),
    ]),
  ),
];

/** What handlers that disclose take for one organization at a time. */
export const organizationGrantsOf = (handlers: readonly Handler[]): Grant[] => [
  ...new Set(
    handlers
      .filter(({ row }) => row.organizationScoped)
      .flatMap((handler) => [
        ...(handler.row.auditActions ? (['table:actor-check'] as const) : []),
        ...ofHandler(handler),
      ]),
  ),
];
