import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';

/** What one person saves in one section within so many minutes is told as one entry. */
export const groupedMinutes = 5;

/** The section that an entry is about; undefined of entries that tell of anything else than fields of one section. */
export const sectionOfEntry = ({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string | undefined => {
  const [first] = changes;
  const at = first?.field.indexOf('.') ?? -1;
  return action === 'case.updated' && first && at > 0 ? first.field.slice(0, at) : undefined;
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const utf8 = new TextEncoder();
const bytesOf = (entry: AuditEntry): number => utf8.encode(JSON.stringify(entry)).byteLength;

/** Entries that are told; of savings that took back what they had written nothing is. */
const isTold = ({ saves, changes }: AuditEntry): boolean => saves === undefined || changes.length > 0;
const toldBytes = (entry: AuditEntry): number => (isTold(entry) ? bytesOf(entry) : 0);

/** Two savings as one: every field from what it was before the first to what it is after the second. */
const joined = (earlier: AuditEntry, later: AuditEntry): AuditEntry => {
  const fields = new Map(earlier.changes.map((change) => [change.field, change]));
  for (const { field, from, to } of later.changes) {
    const known = fields.get(field);
    fields.set(field, { field, from: known ? known.from : from, to });
  }
  const secured = (field: string): boolean => field.endsWith('social_security_number');
  return {
    ...later,
    saves: (later.saves ?? 1) + (earlier.saves ?? 1),
    since: earlier.since ?? earlier.at,
    // What was typed and taken back is not told; that a number was written is, though not which.
    changes: [...fields.values()].filter(({ field, from, to }) => secured(field) || !same(from, to)),
  };
};

/**
 * Entries of a case's trail as people read them, newest first: the savings that autosave makes while somebody types in a
 * section become one, as long as nobody else wrote there in between. Every one of them stands in the trail for itself.
 */
export class AuditGrouping {
  readonly #groups: AuditEntry[] = [];
  /** Per section the place of the group that an earlier entry may join. */
  readonly #open = new Map<string, number>();
  #bytes = 0;

  /** The entries so far. */
  get entries(): readonly AuditEntry[] {
    return this.#groups.filter(isTold);
  }

  /** Whether the entry, the next older one, belongs to what one of those so far tells. */
  joins(entry: AuditEntry): boolean {
    const section = sectionOfEntry(entry);
    const group = this.#groupOf(section);
    if (!group || group.actor_id !== entry.actor_id) return false;
    return Date.parse(group.at) - Date.parse(entry.at) <= groupedMinutes * 60_000;
  }

  /** How many bytes the entries are with this one, the next older one, among them. */
  bytesWith(entry: AuditEntry): number {
    const group = this.joins(entry) ? this.#groupOf(sectionOfEntry(entry)) : undefined;
    return this.#bytes + (group ? toldBytes(joined(entry, group)) - toldBytes(group) : toldBytes(entry));
  }

  add(entry: AuditEntry): void {
    this.#bytes = this.bytesWith(entry);
    const section = sectionOfEntry(entry);
    const place = section === undefined ? undefined : this.#open.get(section);
    const group = this.#groupOf(section);
    if (place !== undefined && group && this.joins(entry)) {
      this.#groups[place] = joined(entry, group);
      return;
    }
    this.passOver(entry);
    this.#groups.push(entry);
    if (section !== undefined) this.#open.set(section, this.#groups.length - 1);
  }

  /** Ends what the next older entry stands between, though it is not told itself: it may be by somebody who is not asked about. */
  passOver(entry: AuditEntry): void {
    const section = sectionOfEntry(entry);
    if (section !== undefined) this.#open.delete(section);
    // Another deed, such as a completion, ends what came before it.
    else this.#open.clear();
  }

  #groupOf(section: string | undefined): AuditEntry | undefined {
    const place = section === undefined ? undefined : this.#open.get(section);
    return place === undefined ? undefined : this.#groups[place];
  }
}
