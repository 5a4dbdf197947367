import type { EventName, EventPayload } from '#domain/registry/event-catalog.ts';
import { type AuditAction, type EncryptedAction, isEncrypted } from '#domain/shared/audit/audit-actions.ts';
import type { Endpoint, HandlerInput, HandlerOutput, Multipart, RateLimit } from '#domain/shared/contract/endpoint.ts';
import type { AppError } from '#domain/shared/contract/errors.ts';
import { count } from '../adapters/metrics.ts';
import type { Change, Trace } from '../store/audit/audit-log.ts';
import { keysOf, sharedKeys } from '../store/keys.ts';
import type { Repository, SharedRepository } from '../store/repository.ts';
import { changeEncryptor } from '../store/subject-keys.ts';
import type { Table, Write } from '../store/table.ts';
import { UnitOfWork } from '../store/transactions/unit-of-work.ts';
import {
  type Actor,
  type ApiDependencies,
  actorUnchanged,
  type Call,
  type Cursor,
  type Handler,
  type RequestInfo,
} from './actor.ts';
import {
  type Adapter,
  type Dependencies,
  type DependencyName,
  type HandlerDependencies,
  type HandlerDependency,
  requireDependency,
} from './dependencies.ts';

/** Records the audit actions and publishes the events that the endpoint names. */
export interface Work<D extends AuditAction = never, N extends EventName = never> {
  // Properties, because method parameters are bivariant: recording more than the endpoint names must not compile.
  readonly add: (...writes: readonly (Write | readonly Write[] | undefined)[]) => Work<D, N>;
  readonly audit: (action: D, id: string, changes?: readonly Change[]) => Work<D, N>;
  readonly announce: <M extends N>(name: M, aggregateId: string, payload: EventPayload<M>) => Work<D, N>;
  readonly hint: (write: Write | undefined) => Work<D, N>;
  readonly step: () => Promise<void>;
  readonly begin: (id: string) => Promise<string>;
  readonly finish: <T>(answer: T) => Promise<T>;
  readonly attempt: UnitOfWork['attempt'];
}

type Listed<L, All> = L extends readonly (infer One)[] ? Extract<One, All> : never;

export type WorkOf<E extends Endpoint> = Work<Listed<E['auditActions'], AuditAction>, Listed<E['events'], EventName>>;

type Made<N extends HandlerDependencies, Kind> = {
  [Name in keyof N as N[Name] extends Kind ? Name : never]: N[Name] extends
    | Repository<infer T>
    | SharedRepository<infer T>
    ? T
    : N[Name] extends Adapter<infer P>
      ? Dependencies[P]
      : never;
};

interface Common {
  now: Date;
  request: RequestInfo;
  count: typeof count;
  /** Counts an accepted call once, even if the unit of work retries. Returns the 429 if the limit is used up. */
  countAccepted(by: RateLimit['by'], about?: string): Promise<AppError | undefined>;
  cursor: Cursor;
  setHeader(name: string, value: string): void;
}

interface Within<E extends Endpoint, N extends HandlerDependencies> {
  db: Made<N, Repository>;
  work: WorkOf<E>;
}

interface StaffContext<E extends Endpoint, N extends HandlerDependencies> extends Within<E, N> {
  actor: Actor;
  /** Call after a change of a member: the next call here uses it. */
  forgetActor(profileId: string): void;
  forgetOrganization(): void;
}

interface PublicContext<E extends Endpoint, N extends HandlerDependencies> {
  db: Made<N, SharedRepository>;
  within(organizationId: string): Within<E, N>;
}

export type ContextOf<E extends Endpoint, N extends HandlerDependencies> = Common &
  Made<N, Adapter> &
  (E['permission'] extends 'public' ? PublicContext<E, N> : StaffContext<E, N>);

const pick = (needs: HandlerDependencies, make: (need: HandlerDependency) => unknown): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(needs).flatMap(([name, need]) => {
      const made = make(need);
      return made === undefined ? [] : [[name, made]];
    }),
  );

const whoActs = ({ actor, byOperator }: Call): Trace['actor'] => {
  if (byOperator) return { id: null, name: 'System', role: null };
  return actor ? { id: actor.id, name: actor.name, role: actor.role } : { id: null, name: 'Public form', role: null };
};

export const traceOf = (call: Call): Trace => {
  const { request, now } = call;
  return { actor: whoActs(call), ip: request.ip, requestId: request.id, now };
};

/** Returns the table, with credentials of the organization for organization-scoped calls (S-02). */
export const tableOf = ({ handler }: Call, provisions: Partial<Dependencies>, organizationId: string): Table =>
  handler.endpoint.organizationScoped
    ? requireDependency(provisions, 'organizationTable')(organizationId)
    : requireDependency(provisions, 'table');

const within = (needs: HandlerDependencies, call: Call, provisions: Partial<Dependencies>, organizationId: string) => {
  const table = tableOf(call, provisions, organizationId);
  const keys = keysOf(organizationId);
  const { identity, actor, byOperator } = call;
  const key = identity && (actor ? keys.idempotency(identity.key) : sharedKeys.publicIdempotency(identity.key));
  return {
    db: pick(needs, (need) => ('in' in need ? need.in(table, keys) : undefined)),
    work: new UnitOfWork(table, keys, organizationId, traceOf(call), {
      remembered: identity && key ? { key, identity } : undefined,
      seal: provisions.keyWrapper && changeEncryptor(table, keys, provisions.keyWrapper),
      guard: actor && !byOperator ? { guard: actorUnchanged(keys, actor), enough: 'sessions_since' } : undefined,
    }),
  };
};

const contextOf = <E extends Endpoint, N extends HandlerDependencies>(
  _row: E,
  needs: N,
  call: Call,
  { provisions, countAccepted, cursorOf, actors }: ApiDependencies,
): ContextOf<E, N> => {
  const { actor, now, request } = call;
  const counted = new Map<string, Promise<AppError | undefined>>();
  const countOnce = (by: RateLimit['by'], about?: string): Promise<AppError | undefined> => {
    const name = `${by} ${about ?? ''}`;
    const refusal = counted.get(name) ?? countAccepted(call, by, about);
    counted.set(name, refusal);
    return refusal;
  };
  const common = {
    ...pick(needs, (need) => ('adapter' in need ? requireDependency(provisions, need.adapter) : undefined)),
    now,
    request,
    count,
    countAccepted: countOnce,
    cursor: cursorOf(call),
    setHeader: (name: string, value: string): void => {
      call.headers[name.toLowerCase()] = value;
    },
  };
  const bound = actor
    ? {
        actor,
        forgetActor: actors.forget,
        forgetOrganization: () => actors.forgetOrganization(actor.organizationId),
        ...within(needs, call, provisions, actor.organizationId),
      }
    : {
        db: pick(needs, (need) => ('shared' in need ? need.shared(requireDependency(provisions, 'table')) : undefined)),
        within: (organizationId: string) => within(needs, call, provisions, organizationId),
      };
  return { ...common, ...bound } as unknown as ContextOf<E, N>;
};

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

const provisionsOf = (endpoint: Endpoint, needs: HandlerDependencies): DependencyName[] => {
  const ofNeeds = Object.values(needs).map((need): DependencyName => ('adapter' in need ? need.adapter : 'table'));
  const usesTable = endpoint.permission !== 'public' || endpoint.limits !== undefined || endpoint.idempotent;
  const readsFiles = endpoint.body !== undefined && 'kind' in endpoint.body && endpoint.body.kind === 'multipart';
  return [
    ...new Set([
      ...ofNeeds,
      ...(usesTable ? ['table' as const] : []),
      ...(endpoint.organizationScoped ? ['organizationTable' as const] : []),
      ...(readsFiles ? ['multipart' as const] : []),
      ...(endpoint.auditActions?.some(isEncrypted) ? ['keyWrapper' as const] : []),
    ]),
  ];
};

/** Defines the handler of an endpoint; only declared dependencies are available to it. */
export const handler = <const E extends Endpoint, const N extends HandlerDependencies>(
  endpoint: E,
  needs: N,
  run: (input: HandlerInput<E>, context: ContextOf<E, N>) => Promise<HandlerOutput<E>>,
): Handler<E, ProvisionsOf<E, N>> => ({
  endpoint,
  needs,
  provisions: provisionsOf(endpoint, needs) as ProvisionsOf<E, N>[],
  run: (call, dependencies) => run(call.input as HandlerInput<E>, contextOf(endpoint, needs, call, dependencies)),
});

type ProvisionOfHandler<H> = H extends Handler<Endpoint, infer P> ? P : never;

type Disclosing = { organizationScoped: true };
type OrdinaryName<Rows> = { [Name in keyof Rows]: Rows[Name] extends Disclosing ? never : Name }[keyof Rows];
type DisclosingName<Rows> = { [Name in keyof Rows]: Rows[Name] extends Disclosing ? Name : never }[keyof Rows];

/** Pairs the endpoints of an area with their handlers; a missing one does not compile. */
export const routesOf = <
  Rows extends Record<string, Endpoint>,
  Handlers extends { [Name in OrdinaryName<Rows>]: Handler<Rows[Name]> },
>(
  _rows: Rows,
  handlers: Handlers,
): readonly Handler<Endpoint, ProvisionOfHandler<Handlers[keyof Handlers]>>[] => Object.values(handlers);

/** Returns the same for the organization-scoped endpoints, which another function serves. */
export const organizationScopedRoutes = <
  Rows extends Record<string, Endpoint>,
  Handlers extends { [Name in DisclosingName<Rows>]: Handler<Rows[Name]> },
>(
  _rows: Rows,
  handlers: Handlers,
): readonly Handler<Endpoint, ProvisionOfHandler<Handlers[keyof Handlers]>>[] => Object.values(handlers);
