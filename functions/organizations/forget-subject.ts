import * as z from 'zod';
import { invalid } from '#domain/contract/errors.ts';
import { type Forgettable, forgettable, whyNotForgotten } from '#domain/privacy/forgetting.ts';
import { storedEntry } from '#functions/store/audit.ts';
import { type Keys, keysOf } from '#functions/store/keys.ts';
import type { Key, Table } from '#functions/store/table.ts';
import { operatorWork } from './operator-work.ts';
import { organizationAt } from './organization-at.ts';

const kinds = Object.keys(forgettable) as [Forgettable, ...Forgettable[]];

export const SubjectToForget = z.object({
  slug: z.string('Public address is required'),
  kind: z.enum(kinds, `Kind is required: ${kinds.join(', ')}`),
  id: z.uuid('Id of the record is required'),
});

/** More entries than a record ever gets. */
const maxEntries = 50_000;

const recordOf = (keys: Keys, kind: Forgettable, id: string): Key => {
  if (kind === 'customer') return keys.customer(id);
  if (kind === 'submission') return keys.submission(id);
  return kind === 'case' ? keys.case(id) : keys.firstCall(id);
};

export interface Forgotten {
  organization: string;
  /** Entries whose contents nobody can read any more. */
  forgotten: number;
  /** Entries of releases before there were keys: what they say of people stays as it is. */
  inClear: number;
}

/**
 * Destroys the key of what the history of a deleted record says of people. Who did what, when and to which fields stays,
 * and so does the chain over it. Done twice is done once. Throws where the record is there, or what the law keeps is
 * younger than the law says.
 */
export const forgetSubject = async (
  table: Table,
  { slug, kind, id }: z.output<typeof SubjectToForget>,
  now: Date,
): Promise<Forgotten> => {
  const { organization } = await organizationAt(table, slug);
  const keys = keysOf(organization.id);
  const { kind: auditKind, deed } = forgettable[kind];
  const record = recordOf(keys, kind, id);
  const [stands, items, key] = await Promise.all([
    table.get(record),
    table.query({ pk: keys.audit(auditKind, id), limit: maxEntries }),
    table.get(keys.subjectKey(auditKind, id)),
  ]);
  const history = items.map(storedEntry);
  const refusal = whyNotForgotten({ isThere: stands !== undefined, history }, now);
  if (refusal) throw invalid({ id: [refusal] });
  if (key)
    await operatorWork(table, organization.id, now)
      // It is not brought back meanwhile, by the undoing of a merge say.
      .add({ check: record, when: 'absent' }, { delete: keys.subjectKey(auditKind, id) })
      .audit(deed, id)
      .step();
  return {
    organization: organization.name,
    forgotten: history.filter(({ sealed }) => sealed !== undefined).length,
    inClear: history.filter(({ changes }) => changes.some(({ from, to }) => from !== null || to !== null)).length,
  };
};
