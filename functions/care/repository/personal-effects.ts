import * as z from 'zod';
import { EffectReceipt } from '#domain/care/care.schema.ts';
import { EffectEntry, effectsHere } from '#domain/care/personal-effects.ts';
import { casePartIn } from '#functions/cases/repository/case-part.ts';
import type { CaseListRow } from '#functions/cases/repository/case-rows.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import type { Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Item, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';

/** The ledger of personal effects of a case, in order of recording. */
export const effectsSchema = storedSchema({
  kind: 'effects',
  shape: 1,
  schema: z.object({ version: z.number(), entries: z.array(EffectEntry) }),
});
export type EffectRecord = z.output<typeof EffectEntry>;

/** A receipt has the signatures, which are too long for the ledger. */
export const effectReceiptSchema = storedSchema({ kind: 'effect receipt', shape: 1, schema: EffectReceipt });

/** Returns the column of a case's rows with its personal effects. */
export const effectsColumn = (items: readonly Item[]): CaseListRow['effects'] => {
  const item = items.find(({ sk }) => sk === 'PART#EFFECTS');
  const here = item ? effectsHere(effectsSchema.parse(item).entries) : [];
  return { count: here.length, undecided: here.filter(({ decision }) => decision === null).length };
};

export const createEffectRepository = (table: Table, keys: Keys) => ({
  ...casePartIn<EffectRecord>('PART#EFFECTS', effectsSchema)(table, keys),
  async receipts(caseId: string): Promise<EffectReceipt[]> {
    const between = ['RECEIPT#', prefixEnd('RECEIPT#')] as const;
    const items = await table.query({ pk: keys.custody(caseId), between });
    return items.map((item) => effectReceiptSchema.parse(item));
  },
  addReceipt: (caseId: string, receipt: EffectReceipt): Write => ({
    put: effectReceiptSchema.item(keys.effectReceipt(caseId, receipt.id), receipt),
    when: 'absent',
  }),
});

export const effects = {
  grants: ['table:cases', 'table:care'],
  in: createEffectRepository,
} as const satisfies Repository;
