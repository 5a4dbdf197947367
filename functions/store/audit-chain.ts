import { createHash } from 'node:crypto';
import { keysOf, sharedKeys } from './keys.ts';
import type { Item, Table } from './table.ts';

/** A record whose audit trail is chained. */
export interface Trail {
  organizationId: string;
  kind: string;
  id: string;
}

/** Thrown when another sealer extended the chain first; the stream brings the entry again. */
class ChainMoved extends Error {
  constructor() {
    super('audit chain moved');
    this.name = 'ChainMoved';
  }
}
class AlreadySealed extends Error {}

const sealed = new Set([
  'id',
  'at',
  'action',
  'actor_id',
  'actor_name',
  'actor_role',
  'changes',
  'ip',
  'request_id',
  'pk',
  'sk',
]);

/** JSON with sorted keys: the same entry always gives the same text. */
const canonical = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value ?? null);
  const pairs = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${pairs.map(([key, inner]) => `${JSON.stringify(key)}:${canonical(inner)}`).join(',')}}`;
};

const linkHash = (previous: string, entry: Item): string => {
  const kept = Object.fromEntries(Object.entries(entry).filter(([key]) => sealed.has(key)));
  return createHash('sha256')
    .update(`${previous}\n${canonical(kept)}`)
    .digest('hex');
};

/** The record that an audit entry's key belongs to. */
export const trailOf = (pk: string): Trail => {
  const [, organizationId = '', , kind = '', id = ''] = pk.split('#');
  return { organizationId, kind, id };
};

/**
 * Adds an entry to its record's hash chain: each link's hash covers the entry and the link before it, so that an
 * entry changed or removed later shows (quality S-12). Sealing an entry again changes nothing.
 */
export const sealEntry = async (table: Table, entry: Item): Promise<void> => {
  const trail = trailOf(entry.pk);
  const keys = keysOf(trail.organizationId);
  const head = await table.get(keys.auditChainHead(trail.kind, trail.id));
  const sequence = Number(head?.sequence ?? 0) + 1;
  const hash = linkHash(String(head?.hash ?? ''), entry);
  const link = { ...keys.auditChainLink(trail.kind, trail.id, entry.sk), sequence, hash };
  try {
    await table.transact([
      { put: link, when: 'absent', refused: () => new AlreadySealed() },
      {
        update: keys.auditChainHead(trail.kind, trail.id),
        set: { sequence, hash, gsi1pk: sharedKeys.auditChains, gsi1sk: entry.pk, row: { pk: entry.pk } },
        when: head ? { equals: { sequence: sequence - 1 } } : 'absent',
        refused: () => new ChainMoved(),
      },
    ]);
  } catch (error) {
    if (!(error instanceof AlreadySealed)) throw error;
  }
};

export interface ChainFinding {
  pk: string;
  problem: 'entry-changed' | 'entry-missing' | 'entry-unsealed' | 'link-missing';
  sk: string;
}

/** Recomputes a record's chain. `settledBefore`: entries younger than that may not be sealed yet. */
export const verifyTrail = async (table: Table, pk: string, settledBefore: Date): Promise<ChainFinding[]> => {
  const { organizationId, kind, id } = trailOf(pk);
  const keys = keysOf(organizationId);
  const [head, ...rest] = await table.query({ pk: keys.auditChain(kind, id) });
  const links = (head ? [head, ...rest] : []).filter(({ sk }) => sk.startsWith('LINK#'));
  const last = Number((head?.sk === 'HEAD' ? head : undefined)?.sequence ?? 0);
  const entries = new Map((await table.query({ pk })).map((entry) => [entry.sk, entry]));
  const findings: ChainFinding[] = [];
  let previous = '';
  const ordered = links.sort((a, b) => Number(a.sequence) - Number(b.sequence));
  for (const link of ordered) {
    const sk = link.sk.slice('LINK#'.length);
    const entry = entries.get(sk);
    if (!entry) findings.push({ pk, problem: 'entry-missing', sk });
    else if (linkHash(previous, entry) !== link.hash) findings.push({ pk, problem: 'entry-changed', sk });
    previous = String(link.hash);
    entries.delete(sk);
  }
  if (ordered.length !== last) findings.push({ pk, problem: 'link-missing', sk: String(last) });
  for (const [sk, entry] of entries)
    if (String(entry.at) < settledBefore.toISOString()) findings.push({ pk, problem: 'entry-unsealed', sk });
  return findings;
};

/** Keys of every audit trail that has a chain. */
export const auditTrails = async (table: Table): Promise<string[]> =>
  (await table.query({ pk: sharedKeys.auditChains, index: 'gsi1' })).map(({ row }) =>
    String((row as { pk: string }).pk),
  );
