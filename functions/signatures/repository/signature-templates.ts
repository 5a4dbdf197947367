import { createHash } from 'node:crypto';
import * as z from 'zod';
import { notFound } from '#domain/shared/contract/errors.ts';
import { signerParts } from '#domain/signatures/signer-parts.ts';
import { templateTypes } from '#domain/signatures/standard-document-templates.ts';
import type { Keys } from '#functions/platform/store/keys.ts';
import { ifUnchanged, type Repository } from '#functions/platform/store/repository.ts';
import { storedSchema } from '#functions/platform/store/stored-schema.ts';
import { type Key, prefixEnd, type Table, type Write } from '#functions/platform/store/table.ts';
import { WriteConflictError } from '#functions/platform/store/transactions/retry-on-conflict.ts';

/** A template at DocuSeal as last read, with the sources of its fields. */
export const signatureTemplateSchema = storedSchema({
  kind: 'signature template',
  shape: 1,
  schema: z.object({
    id: z.string(),
    organization_id: z.string(),
    version: z.number(),
    name: z.string(),
    description: z.string(),
    template_type: z.enum(templateTypes),
    /** Null until it is connected to a template there. */
    docuseal_id: z.number().nullable(),
    roles: z.array(z.object({ name: z.string(), uuid: z.string(), part: z.enum(signerParts), signs: z.boolean() })),
    fields: z.array(
      z.object({
        uuid: z.string(),
        name: z.string(),
        type: z.string(),
        role: z.string(),
        required: z.boolean(),
        page: z.number().nullable(),
        document: z.string(),
        options: z.array(z.string()).default([]),
      }),
    ),
    /** Name of a field → source; '' if the signer fills it in. */
    mapping: z.record(z.string(), z.string()),
    is_active: z.boolean(),
    in_default_set: z.boolean(),
    /** The product created the template at DocuSeal. */
    made_by_us: z.boolean(),
    /** Archived or deleted there since then. */
    missing_since: z.string().nullable(),
    synced_at: z.string().nullable(),
    created_at: z.string(),
    updated_at: z.string(),
    updated_by_name: z.string().nullable(),
    deleted_at: z.string().nullable(),
  }),
});
export type SignatureTemplateRecord = z.output<typeof signatureTemplateSchema.schema>;

/** Longer than any call that checked uniqueness before. */
const heldSeconds = 600;

/** Unique per organization: the name, regardless of case, and the DocuSeal template. */
export const uniquenessKeys = (keys: Keys, { name, docuseal_id, deleted_at }: SignatureTemplateRecord): Key[] => {
  if (deleted_at !== null) return [];
  // A name from DocuSeal may be longer than a DynamoDB key.
  const ofName = createHash('sha256').update(name.toLowerCase()).digest('base64url');
  const heldNames = [`NAME#${ofName}`, ...(docuseal_id === null ? [] : [`DOCUSEAL#${docuseal_id}`])];
  return heldNames.map((heldName) => keys.signatureTemplateHeld(heldName));
};

export const createSignatureTemplateRepository = (table: Table, keys: Keys) => {
  const put = (record: SignatureTemplateRecord) =>
    signatureTemplateSchema.item(keys.signatureTemplate(record.id), record);
  const allDeletedToo = async (): Promise<SignatureTemplateRecord[]> => {
    const items = await table.query({ pk: keys.signatureTemplates(), between: ['TEMPLATE#', prefixEnd('TEMPLATE#')] });
    return items.map((item) => signatureTemplateSchema.parse(item)).sort((a, b) => a.name.localeCompare(b.name));
  };
  /** The caller reads again and finds the template that has it. */
  const refused = () => new WriteConflictError();
  /** Blocks callers that checked before this commit; later ones see the record, also if an older release wrote it. */
  const hold = ({ id, updated_at }: SignatureTemplateRecord, heldKeys: readonly Key[]): Write[] => {
    const at = Math.floor(Date.parse(updated_at) / 1000);
    const when = { expiredAt: at, orEquals: { template_id: id } };
    return heldKeys.map((key) => ({ put: { ...key, template_id: id, expires_at: at + heldSeconds }, when, refused }));
  };
  const letGo = ({ id }: SignatureTemplateRecord, heldKeys: readonly Key[]): Write[] =>
    heldKeys.map((key) => ({ delete: key, when: { absentOr: { template_id: id } }, refused }));
  const without = (heldKeys: readonly Key[], otherKeys: readonly Key[]): Key[] =>
    heldKeys.filter(({ sk }) => !otherKeys.some((key) => key.sk === sk));
  return {
    allDeletedToo,
    /** Without deleted ones, by name. */
    all: async (): Promise<SignatureTemplateRecord[]> =>
      (await allDeletedToo()).filter(({ deleted_at }) => deleted_at === null),
    async find(id: string): Promise<SignatureTemplateRecord | undefined> {
      const record = await this.findDeletedToo(id);
      return record?.deleted_at === null ? record : undefined;
    },
    findDeletedToo: (id: string) => signatureTemplateSchema.find(table, keys.signatureTemplate(id)),
    async require(id: string): Promise<SignatureTemplateRecord> {
      const template = await this.find(id);
      if (!template) throw notFound();
      return template;
    },
    /** Throws {@link WriteConflictError} if another template has its name or DocuSeal template. */
    create: (record: SignatureTemplateRecord): Write[] => [
      { put: put(record), when: 'absent', refused: () => new WriteConflictError() },
      ...hold(record, uniquenessKeys(keys, record)),
    ],
    /** Writes `next` unless `before` changed or its name is taken; throws {@link WriteConflictError}. */
    change: (before: SignatureTemplateRecord, next: SignatureTemplateRecord): Write[] => {
      const [had, has] = [uniquenessKeys(keys, before), uniquenessKeys(keys, next)];
      return [
        {
          put: put({ ...next, version: before.version + 1 }),
          ...ifUnchanged(before),
        },
        ...hold(next, without(has, had)),
        ...letGo(before, without(had, has)),
      ];
    },
  };
};

export type SignatureTemplates = ReturnType<typeof createSignatureTemplateRepository>;
export const signatureTemplates = {
  grants: ['table:signature-templates'],
  in: createSignatureTemplateRepository,
} as const satisfies Repository;
