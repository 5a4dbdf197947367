import type { Role } from '#domain/shared/access/roles.ts';
import type { CallOptions } from '#tests/support/harness.ts';
import type { World } from '#tests/support/records/example-records.ts';

export type Example = (world: World) => Promise<CallOptions>;

export const nothing: Example = async () => ({});

export const about =
  (make: (world: World) => Promise<string> | string, body?: object): Example =>
  async (world) => ({ params: { id: await make(world) }, ...(body ? { body } : {}) });

export const homeId = ({ tenant }: World): string => tenant.home.id;

export const member =
  (role: Role) =>
  ({ tenant }: World) =>
    tenant.profiles[role].id;
