import type { AuditEntry } from '#domain/shared/audit/audit-log.schema.ts';

/** Saves of one person in one section within these minutes are shown as one entry. */
export const groupedMinutes = 5;

/** Returns the section whose fields an entry changes; undefined for any other entry. */
export const sectionOfEntry = ({ action, changes }: Pick<AuditEntry, 'action' | 'changes'>): string | undefined => {
  const [first] = changes;
  const at = first?.field.indexOf('.') ?? -1;
  return action === 'case.updated' && first && at > 0 ? first.field.slice(0, at) : undefined;
};

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

const utf8 = new TextEncoder();
const bytesOf = (entry: AuditEntry): number => utf8.encode(JSON.stringify(entry)).byteLength;

/** A merged entry without changes was undone completely and is hidden. */
const isShown = ({ saves, changes }: AuditEntry): boolean => saves === undefined || changes.length > 0;
const shownBytes = (entry: AuditEntry): number => (isShown(entry) ? bytesOf(entry) : 0);

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
    // A secured value is masked, so that equal texts may still be a change.
    changes: [...fields.values()].filter(({ field, from, to }) => secured(field) || !same(from, to)),
  };
};

/** Merges audit entries, newest first: autosaves of one person in a section, with no one else's in between. */
export class AuditGrouping {
  readonly #groups: AuditEntry[] = [];
  /** The index of the group that an earlier entry may join, by section. */
  readonly #open = new Map<string, number>();
  #bytes = 0;

  get entries(): readonly AuditEntry[] {
    return this.#groups.filter(isShown);
  }

  /** Returns whether the next older entry joins a group. */
  joins(entry: AuditEntry): boolean {
    const section = sectionOfEntry(entry);
    const group = this.#groupOf(section);
    if (!group || group.actor_id !== entry.actor_id) return false;
    return Date.parse(group.at) - Date.parse(entry.at) <= groupedMinutes * 60_000;
  }

  /** Returns the size of the entries in bytes with the next older one added. */
  bytesWith(entry: AuditEntry): number {
    const group = this.joins(entry) ? this.#groupOf(sectionOfEntry(entry)) : undefined;
    return this.#bytes + (group ? shownBytes(joined(entry, group)) - shownBytes(group) : shownBytes(entry));
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

  /** Closes the group of a section at an entry that the filter leaves out. */
  passOver(entry: AuditEntry): void {
    const section = sectionOfEntry(entry);
    if (section !== undefined) this.#open.delete(section);
    else this.#open.clear();
  }

  #groupOf(section: string | undefined): AuditEntry | undefined {
    const place = section === undefined ? undefined : this.#open.get(section);
    return place === undefined ? undefined : this.#groups[place];
  }
}
