import type { TableGrant } from '#domain/shared/access/grants.ts';
import type { Keys } from './keys.ts';
import type { Table } from './table.ts';

/**
 * A repository as a handler names it among its needs: how it is made for one organization, and which rights on the
 * table it takes.
 */
export interface Repository<T = unknown> {
  readonly grants: readonly TableGrant[];
  readonly in: (table: Table, keys: Keys) => T;
}

/** A repository of what is looked up before an organization is known. */
export interface SharedRepository<T = unknown> {
  readonly grants: readonly TableGrant[];
  readonly shared: (table: Table) => T;
}
