import { type EncryptedAction, isEncrypted } from '#domain/shared/audit/audit-actions.ts';
import type { Multipart } from '#domain/shared/contract/bodies.ts';
import type { Endpoint, HandlerInput, HandlerOutput } from '#domain/shared/contract/endpoint.ts';
import type { Handler } from './call.ts';
import { type ContextOf, contextOf } from './context.ts';
import type { Adapter, DependencyName } from './dependencies.ts';
import type { HandlerDependencies, HandlerDependency } from './handler-dependencies.ts';

type ProvisionOfNeed<T> = T extends Adapter<infer P> ? P : T extends HandlerDependency ? 'table' : never;
type ProvisionOfRow<E extends Endpoint> =
  | (E extends { organizationScoped: true } ? 'organizationTable' : never)
  | (E['permission'] extends 'public' ? never : 'table')
  | (E extends { limits: readonly unknown[] } | { idempotent: true } ? 'table' : never)
  | (E extends { body: Multipart } ? 'multipart' : never)
  | (E extends { auditActions: readonly (infer D)[] }
      ? Extract<D, EncryptedAction> extends never
        ? never
        : 'keyWrapper'
      : never);
type ProvisionsOf<E extends Endpoint, N extends HandlerDependencies> = ProvisionOfRow<E> | ProvisionOfNeed<N[keyof N]>;

const provisionsOf = (row: Endpoint, needs: HandlerDependencies): DependencyName[] => {
  const ofNeeds = Object.values(needs).map((need): DependencyName => ('adapter' in need ? need.adapter : 'table'));
  const usesTable = row.permission !== 'public' || row.limits !== undefined || row.idempotent;
  const readsFiles = row.body !== undefined && 'kind' in row.body && row.body.kind === 'multipart';
  return [
    ...new Set([
      ...ofNeeds,
      ...(usesTable ? ['table' as const] : []),
      ...(row.organizationScoped ? ['organizationTable' as const] : []),
      ...(readsFiles ? ['multipart' as const] : []),
      ...(row.auditActions?.some(isEncrypted) ? ['keyWrapper' as const] : []),
    ]),
  ];
};

/**
 * One call of the API: its row of the contract, what it needs, and what it does: load, guard, change, record, announce,
 * return. It refuses by throwing an AppError. What it does not name among its needs is not there for it, and a Lambda
 * entry that does not give what is needed does not compile.
 */
export const handler = <const E extends Endpoint, const N extends HandlerDependencies>(
  row: E,
  needs: N,
  run: (input: HandlerInput<E>, context: ContextOf<E, N>) => Promise<HandlerOutput<E>>,
): Handler<E, ProvisionsOf<E, N>> => ({
  row,
  needs,
  // Read off the same row and needs as the types above.
  provisions: provisionsOf(row, needs) as ProvisionsOf<E, N>[],
  // The chain has parsed the input by this very row, and the context is made of these very needs.
  run: (call, dependencies) => run(call.input as HandlerInput<E>, contextOf(row, needs, call, dependencies)),
});

type ProvisionOfHandler<H> = H extends Handler<Endpoint, infer P> ? P : never;

type Disclosing = { organizationScoped: true };
type OrdinaryName<Rows> = { [Name in keyof Rows]: Rows[Name] extends Disclosing ? never : Name }[keyof Rows];
type DisclosingName<Rows> = { [Name in keyof Rows]: Rows[Name] extends Disclosing ? Name : never }[keyof Rows];

/** Pairs an area's rows with their handlers; a row without its handler does not compile. Those that disclose are apart. */
export const routesOf = <
  Rows extends Record<string, Endpoint>,
  Handlers extends { [Name in OrdinaryName<Rows>]: Handler<Rows[Name]> },
>(
  _rows: Rows,
  handlers: Handlers,
): readonly Handler<Endpoint, ProvisionOfHandler<Handlers[keyof Handlers]>>[] => Object.values(handlers);

/** The same for the rows of an area that disclose: another function serves them. */
export const organizationScopedRoutes = <
  Rows extends Record<string, Endpoint>,
  Handlers extends { [Name in DisclosingName<Rows>]: Handler<Rows[Name]> },
>(
  _rows: Rows,
  handlers: Handlers,
): readonly Handler<Endpoint, ProvisionOfHandler<Handlers[keyof Handlers]>>[] => Object.values(handlers);
