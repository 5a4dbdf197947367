import * as z from 'zod';
import { erasableKinds, erasureBlockedReason, forgettableKinds } from '#domain/privacy/erasure.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { countErasableEntries, histories } from '#functions/organizations/repository/histories.ts';
import { keysOf } from '#functions/platform/store/keys.ts';
import type { Table } from '#functions/platform/store/table.ts';
import { operatorWork } from './operator-work.ts';
import { organizationAt } from './organization-at.ts';

export const SubjectToForget = z.object({
  slug: z.string('Public address is required'),
  kind: z.enum(forgettableKinds, `Kind is required: ${forgettableKinds.join(', ')}`),
  id: z.uuid('Id of the record is required'),
});

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
  const db = histories.in(table, keys);
  const { isThere, isSealed, history } = await db.of({ kind, id });
  const refusal = erasureBlockedReason({ isThere, history }, now);
  if (refusal) throw invalid({ id: [refusal] });
  if (isSealed)
    await operatorWork(table, organization.id, now)
      .add(db.forget({ kind, id }))
      .audit(erasableKinds[kind].deed, id)
      .step();
  return { organization: organization.name, ...countErasableEntries(history) };
};
