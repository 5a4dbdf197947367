import type { AuditAction } from '#domain/shared/audit/audit-actions.ts';
import type { Endpoint } from '#domain/shared/contract/endpoint.ts';
import type { EventName, EventPayload } from '#domain/shared/events/catalog.ts';
import type { Change } from '#functions/platform/store/audit/audit.ts';
import type { Write } from '#functions/platform/store/table.ts';
import type { UnitOfWork } from '#functions/platform/store/transactions/unit-of-work.ts';

/**
 * The unit of work as a handler has it: it records the deeds and announces the events that its row names, and no
 * others. Functions that several handlers share ask for the narrowest that they need.
 */
export interface Work<D extends AuditAction = never, N extends EventName = never> {
  // Properties and not methods: whoever records more than a row names must not compile.
  readonly add: (...writes: readonly (Write | readonly Write[] | undefined)[]) => Work<D, N>;
  readonly audit: (deed: D, id: string, changes?: readonly Change[]) => Work<D, N>;
  readonly announce: <M extends N>(name: M, aggregateId: string, payload: EventPayload<M>) => Work<D, N>;
  readonly hint: (write: Write | undefined) => Work<D, N>;
  readonly step: () => Promise<void>;
  readonly begin: (id: string) => Promise<string>;
  readonly finish: <T>(answer: T) => Promise<T>;
  readonly attempt: UnitOfWork['attempt'];
}

type Listed<L, All> = L extends readonly (infer One)[] ? Extract<One, All> : never;

/** The unit of work of a row's handler. */
export type WorkOf<E extends Endpoint> = Work<Listed<E['auditActions'], AuditAction>, Listed<E['events'], EventName>>;
