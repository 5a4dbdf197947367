import type { Grant } from '#domain/access/grants.ts';
import { isSealed } from '#domain/audit/deeds.ts';
import type { Handler } from './call.ts';

/** What the chain itself takes for a row, whatever its handler needs. */
const ofRow = ({ row }: Handler): Grant[] => [
  'secret:origin',
  ...(row.may === 'public' ? [] : (['table:session', 'table:limits'] as const)),
  ...(row.limits ? (['table:limits'] as const) : []),
  ...(row.idempotent ? ([row.may === 'public' ? 'table:public-replays' : 'table:replays'] as const) : []),
  ...(row.records ? (['table:audit-write'] as const) : []),
  ...(row.records?.some(isSealed) ? (['table:subject-keys', 'subject-key:use'] as const) : []),
  ...(row.announces ? (['table:outbox-write'] as const) : []),
];

/** The words of privilege that handlers imply: those of their rows and those of their needs, each once. */
export const grantsOf = (handlers: readonly Handler[]): Grant[] => [
  ...new Set(
    handlers.flatMap((handler) => [...ofRow(handler), ...Object.values(handler.needs).flatMap(({ grants }) => grants)]),
  ),
];
