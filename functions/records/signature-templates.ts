import { notFound } from '#domain/contract/errors.ts';
import type { Keys } from '#functions/store/keys.ts';
import type { Repository } from '#functions/store/repository.ts';
import { WriteConflict } from '#functions/store/retry-on-conflict.ts';
import { after, type Table, type Write } from '#functions/store/table.ts';
import { type SignatureTemplateRecord, signatureTemplateShape } from './signature-template-record.ts';

export const signatureTemplatesIn = (table: Table, keys: Keys) => {
  const put = (record: SignatureTemplateRecord) =>
    signatureTemplateShape.item(keys.signatureTemplate(record.id), record);
  const allDeletedToo = async (): Promise<SignatureTemplateRecord[]> => {
    const items = await table.query({ pk: keys.signatureTemplates(), between: ['TEMPLATE#', after('TEMPLATE#')] });
    return items.map((item) => signatureTemplateShape.parse(item)).sort((a, b) => a.name.localeCompare(b.name));
  };
  return {
    allDeletedToo,
    /** Those that are not deleted, by name. */
    all: async (): Promise<SignatureTemplateRecord[]> =>
      (await allDeletedToo()).filter(({ deleted_at }) => deleted_at === null),
    async find(id: string): Promise<SignatureTemplateRecord | undefined> {
      const record = await this.findDeletedToo(id);
      return record?.deleted_at === null ? record : undefined;
    },
    async findDeletedToo(id: string): Promise<SignatureTemplateRecord | undefined> {
      const item = await table.get(keys.signatureTemplate(id));
      return item && signatureTemplateShape.parse(item);
    },
    async require(id: string): Promise<SignatureTemplateRecord> {
      const found = await this.find(id);
      if (!found) throw notFound();
      return found;
    },
    create: (record: SignatureTemplateRecord): Write => ({
      put: put(record),
      when: 'absent',
      refused: () => new WriteConflict(),
    }),
    /** Writes `next` if nobody changed `before` meanwhile; throws {@link WriteConflict}. */
    change: (before: SignatureTemplateRecord, next: SignatureTemplateRecord): Write => ({
      put: put({ ...next, version: before.version + 1 }),
      when: { equals: { version: before.version } },
      refused: (current) => (current ? new WriteConflict() : notFound()),
    }),
  };
};

export type SignatureTemplates = ReturnType<typeof signatureTemplatesIn>;
export const signatureTemplates = {
  grants: ['table:signature-templates'],
  in: signatureTemplatesIn,
} as const satisfies Repository;
