import type { Endpoint, RateLimit } from '#domain/shared/contract/endpoint.ts';
import type { AppError } from '#domain/shared/contract/errors.ts';
import { count } from '#functions/platform/adapters/metrics.ts';
import type { Trace } from '#functions/platform/store/audit/audit.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Repository, SharedRepository } from '#functions/platform/store/repository.ts';
import { sharedKeys } from '#functions/platform/store/shared-keys.ts';
import { changeEncryptor } from '#functions/platform/store/subject-keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';
import type { Actor } from './actor.ts';
import { actorUnchanged } from './actor-unchanged.ts';
import type { ApiDependencies, Call, Cursor, RequestInfo } from './call.ts';
import { type Adapter, type Dependencies, requireDependency } from './dependencies.ts';
import type { HandlerDependencies, HandlerDependency } from './handler-dependencies.ts';
import type { WorkOf } from './work.ts';

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
  /** Counts something that an alarm watches. */
  count: typeof count;
  /**
   * Counts the call, now that it is known to be meant, against what the row takes of the caller's address, or of the
   * home, organization or e-mail address that it is `about`; once, however often its work begins anew. Answers the 429 where
   * that is used up, to throw or not.
   */
  countAccepted(by: RateLimit['by'], about?: string): Promise<AppError | undefined>;
  /** Where a walk goes on, for the caller to carry. */
  cursor: Cursor;
  /** A further header of the answer. */
  setHeader(name: string, value: string): void;
}

/** The organization's repositories, and what the call changes in it. */
interface Within<E extends Endpoint, N extends HandlerDependencies> {
  db: Made<N, Repository>;
  work: WorkOf<E>;
}

/** What a staff handler works with: `db` and `work` are bound to the actor's organization and can name no other. */
interface StaffContext<E extends Endpoint, N extends HandlerDependencies> extends Within<E, N> {
  actor: Actor;
  /** A member's role, home or status has changed: their next call here is decided by the new one. */
  forgetActor(profileId: string): void;
  /** The organization's rule for signing in has changed: the next call of each of its people here is decided by it. */
  forgetOrganization(): void;
}

/** What a public handler works with: cards and statuses, and an organization once one is known. */
interface PublicContext<E extends Endpoint, N extends HandlerDependencies> {
  db: Made<N, SharedRepository>;
  within(organizationId: string): Within<E, N>;
}

/** What the handler of a row has, with adapters by their names. */
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

/** Calls that disclose read and write with the rights of their organization alone (quality S-02). */
export const tableOf = ({ handler }: Call, provisions: Partial<Dependencies>, organizationId: string): Table =>
  handler.row.organizationScoped
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

/** Makes what a handler names among its needs, for one call. */
export const contextOf = <E extends Endpoint, N extends HandlerDependencies>(
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
  // Made name by name of the needs that its type is made of.
  return { ...common, ...bound } as unknown as ContextOf<E, N>;
};
