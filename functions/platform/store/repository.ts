import type { TableGrant } from '#domain/shared/access/grants.ts';
import type { Keys } from './keys.ts';
import type { Table } from './table.ts';

/** A handler dependency: the factory of a repository for one organization, and its rights on the table. */
export interface Repository<T = unknown> {
  readonly grants: readonly TableGrant[];
  readonly in: (table: Table, keys: Keys) => T;
}

/** The same for data that is read before an organization is known. */
export interface SharedRepository<T = unknown> {
  readonly grants: readonly TableGrant[];
  readonly shared: (table: Table) => T;
}
