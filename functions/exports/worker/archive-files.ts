import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import * as z from 'zod';
import { caseCsvHeader, caseCsvRow } from '#domain/cases/case-export.ts';
import { csvHeader, csvRow } from '#domain/customers/customer.rules.ts';
import { distinctNames, safeName } from '#domain/documents/document.rules.ts';
import { csvLine } from '#domain/shared/values/csv.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import { dayEventSchema, resourceSchema, shiftSchema } from '#functions/calendar/repository/days.ts';
import { custodyEntrySchema, subjectSchema } from '#functions/care/repository/custody.ts';
import { effectReceiptSchema, effectsSchema } from '#functions/care/repository/personal-effects.ts';
import { countSchema, placeSchema } from '#functions/care/repository/places.ts';
import { caseSchema, caseSectionSchema } from '#functions/cases/repository/case-record.ts';
import { casesList } from '#functions/cases/repository/case-rows.ts';
import { copiesSchema } from '#functions/certificates/repository.ts';
import { customerSchema, customersList, presentRow } from '#functions/customers/repository/customer-record.ts';
import { overridesSchema } from '#functions/deadlines/repository/deadlines.ts';
import { type DocumentRecord, documentSchema } from '#functions/documents/repository/documents.ts';
import { contentOf, nameInZip, type ZipFile } from '#functions/documents/shared/zip-archive.ts';
import { isInZip } from '#functions/documents/shared/zip-requests.ts';
import { familyPageSchema, familyReviewSchema } from '#functions/families/repository/family-pages.ts';
import { firstCallSchema } from '#functions/first-calls/repository/first-call-record.ts';
import { gateEntriesSchema } from '#functions/gates/repository.ts';
import { submissionSchema, submissionsList } from '#functions/intake/repository/submission-record.ts';
import { managedFormSchema } from '#functions/managed-forms/repository.ts';
import { createHomeRepository, homeSchema, withHomeName } from '#functions/organizations/repository/homes.ts';
import { organizationSchema, profileSchema } from '#functions/organizations/repository/organization-record.ts';
import { paymentSchema } from '#functions/payments/repository/payment-record.ts';
import { permitsSchema } from '#functions/permits/repository.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import { auditEntrySchema } from '#functions/platform/store/audit/audit-log.ts';
import type { Item } from '#functions/platform/store/table.ts';
import { monthReportSchema } from '#functions/reports/repository/month-reports.ts';
import { envelopeSchema } from '#functions/signatures/repository/envelope-record.ts';
import { signatureTemplateSchema } from '#functions/signatures/repository/signature-templates.ts';
import { priceListSchema } from '#functions/statements/repository/price-lists.ts';
import { acceptanceSchema, statementSchema } from '#functions/statements/repository/statements.ts';
import { checklistSchema } from '#functions/tasks/repository/checklists.ts';
import { handoverSchema } from '#functions/tasks/repository/handovers.ts';
import { taskPartSchema, taskSchema } from '#functions/tasks/repository/task-record.ts';
import { readMe, verifier } from './explanations.ts';
import {
  auditBatchLines,
  auditEntryLines,
  auditProofOf,
  type KnownCase,
  knownCases,
  mapInOrder,
  namedIn,
  recordLines,
  rowsOf,
  type Source,
} from './record-lines.ts';

/** The ciphertext's id is useless outside of the table. */
const sealed = { ssn_id: true } as const;

const careSchemas = {
  'custody-subjects': subjectSchema.schema,
  'custody-entries': custodyEntrySchema.schema,
  'effect-receipts': effectReceiptSchema.schema,
  'care-places': placeSchema.schema,
  'care-counts': countSchema.schema,
} as const;

const plainSchemas = {
  events: dayEventSchema.schema,
  resources: resourceSchema.schema,
  shifts: shiftSchema.schema,
  tasks: taskSchema.schema,
  checklists: checklistSchema.schema,
  handovers: handoverSchema.schema,
  'price-lists': priceListSchema.schema,
  forms: managedFormSchema.schema,
  'signature-templates': signatureTemplateSchema.schema,
  'month-reports': monthReportSchema.schema,
} as const;

/** The fields of each kind of line: a stored record without references to SSNs, sign-ins and partners' links. */
export const lineSchemas = {
  organization: organizationSchema.schema.omit({ onboarding: true }),
  homes: homeSchema.schema,
  people: profileSchema.schema.omit({ sub: true, sessions_since: true }),
  customers: customerSchema.schema.omit({ open_merge: true }),
  reports: submissionSchema.schema.omit({ ...sealed, bot_check: true }),
  'first-calls': firstCallSchema.schema.omit(sealed),
  cases: caseSchema.schema.omit(sealed).extend({
    sections: z.record(z.string(), caseSectionSchema.schema.shape.values),
    permits: permitsSchema.schema.shape.entries,
    certificate_copies: copiesSchema.schema.shape.entries,
    deadline_decisions: overridesSchema.schema.shape.entries,
    gates: gateEntriesSchema.schema.shape.entries,
    effects: effectsSchema.schema.shape.entries,
    tasks: taskPartSchema.schema.nullable(),
    family_page: familyPageSchema.schema.omit({ reference: true }).nullable(),
    family_review: familyReviewSchema.schema.omit({ reference: true }).nullable(),
  }),
  ...careSchemas,
  ...plainSchemas,
  payments: paymentSchema.schema.omit({ check_number_id: true }),
  statements: statementSchema.schema.extend({ acceptance: acceptanceSchema.schema.nullable() }),
  envelopes: envelopeSchema.schema.omit({ submissions: true, sending: true, read_at: true, check_at: true }),
  documents: documentSchema.schema.omit({ request_id: true, checking_since: true, due_at: true }).extend({
    path: z.string(),
  }),
  'audit-entries': auditEntrySchema.schema.omit({ sealed: true }).extend({
    /** The record of the audit log, such as `CASE#id`. */
    trail: z.string(),
    /** Time of recording and id: the position in the organization's log. */
    position: z.string(),
    /** Its personal data was erased. */
    forgotten: z.boolean().optional(),
    /** The stored item, of which the hash is computed. */
    stored: z.record(z.string(), z.unknown()),
  }),
  'audit-batches': z.record(z.string(), z.unknown()),
} as const satisfies Record<string, z.ZodType>;

type LineKind = keyof typeof lineSchemas;

type Json = Record<string, unknown>;

/** Zod's description of a schema, as far as records use it. */
interface SchemaDefinition {
  type: string;
  shape?: Record<string, z.ZodType>;
  element?: z.ZodType;
  innerType?: z.ZodType;
  valueType?: z.ZodType;
  options?: readonly z.ZodType[];
  entries?: Record<string, string>;
  values?: readonly unknown[];
}

const definitionOf = (schema: z.ZodType): SchemaDefinition => (schema as unknown as { def: SchemaDefinition }).def;

const isOptional = (schema: z.ZodType): boolean => definitionOf(schema).type === 'optional';

/** Returns the JSON Schema of a record; zod's own converter is larger than the rest of the worker. */
export const jsonSchemaOf = (schema: z.ZodType): Json => {
  const {
    type,
    shape = {},
    element,
    innerType,
    valueType,
    options = [],
    entries = {},
    values = [],
  } = definitionOf(schema);
  switch (type) {
    case 'string':
    case 'number':
    case 'boolean':
      return { type };
    case 'unknown':
      return {};
    case 'enum':
      return { enum: Object.values(entries) };
    case 'literal':
      return { enum: [...values] };
    case 'array':
      return { type, ...(element ? { items: jsonSchemaOf(element) } : {}) };
    case 'record':
      return { type: 'object', ...(valueType ? { additionalProperties: jsonSchemaOf(valueType) } : {}) };
    case 'object':
      return {
        type,
        properties: Object.fromEntries(Object.entries(shape).map(([name, field]) => [name, jsonSchemaOf(field)])),
        required: Object.entries(shape).flatMap(([name, field]) => (isOptional(field) ? [] : [name])),
      };
    case 'union':
      return { anyOf: options.map(jsonSchemaOf) };
  }
  if (!innerType) throw new Error(`no JSON Schema of ${type}`);
  return type === 'nullable' ? { anyOf: [jsonSchemaOf(innerType), { type: 'null' }] } : jsonSchemaOf(innerType);
};

/** Byte order mark, by which spreadsheets recognize UTF-8. */
const mark = '\u{FEFF}';

interface Homes {
  names: ReadonlyMap<string, string>;
  timeZone: string;
}

const paymentTitles = [
  'Receipt',
  'Case Number',
  'Deceased',
  'Date',
  'Kind',
  'Amount',
  'Method',
  'Received From',
  'For',
  'Status',
];

/** The lists as CSV files, as the screens export them. */
const csvTables = (source: Source, cases: readonly KnownCase[], { names, timeZone }: Homes) => ({
  async *cases(): AsyncGenerator<string> {
    yield mark + caseCsvHeader();
    for await (const rows of rowsOf(source, casesList, 'created'))
      yield rows.map((row) => caseCsvRow(withHomeName(row, names), timeZone)).join('');
  },
  async *customers(): AsyncGenerator<string> {
    yield mark + csvHeader();
    for await (const rows of rowsOf(source, customersList, 'created_at'))
      yield rows.map((row) => csvRow(presentRow(row, source.now), timeZone)).join('');
  },
  async *payments(): AsyncGenerator<string> {
    const { keys } = source;
    yield mark + csvLine(paymentTitles);
    const ofCase = ({ id }: KnownCase) =>
      namedIn(source, { pk: keys.ledger(id), prefix: 'PAYMENT#', key: keys.payment });
    for await (const items of mapInOrder(cases, ofCase))
      for (const item of items.map(paymentSchema.parse))
        yield csvLine([
          item.receipt_number,
          item.case_number,
          item.deceased_name,
          item.payment_date,
          item.kind,
          toDecimal(item.amount_cents),
          item.payment_method,
          item.received_from,
          item.payment_for,
          item.status,
        ]);
  },
});

type Placed = DocumentRecord & { path: string };
/** Remembered until the file is read. */
type ArchivedFile = Pick<Placed, 'id' | 'organization_id' | 'created_at' | 'path'>;

/** The index of due documents is not part of the record. */
const documentOf = ({ gsi1pk: _pk, gsi1sk: _sk, ...item }: Item) => documentSchema.parse(item as Item);

/** The documents of a case or a report in its folder, each under a unique name. */
const inFolder = async (source: Source, id: string, folder: string): Promise<Placed[]> => {
  const { keys } = source;
  const items = await namedIn(source, { pk: keys.papers(id), prefix: 'DOCUMENT#', key: keys.document });
  const records = items.map(documentOf).filter(isInZip);
  const names = distinctNames(records.map((record) => safeName(nameInZip(record))));
  return records.map((record, at) => ({ ...record, path: `documents/${safeName(folder)}/${names[at] ?? record.id}` }));
};

/** Collects in `files` what is read after the lines. */
async function* documentLines(
  source: Source,
  cases: readonly KnownCase[],
  files: ArchivedFile[],
): AsyncGenerator<object> {
  const noted = (found: readonly Placed[]): readonly Placed[] => {
    for (const { id, organization_id, created_at, path } of found)
      files.push({ id, organization_id, created_at, path });
    return found;
  };
  for await (const found of mapInOrder(cases, ({ id, case_number }) => inFolder(source, id, case_number)))
    yield* noted(found);
  for await (const rows of rowsOf(source, submissionsList, 'created')) {
    const reports = rows.filter(({ case_id }) => case_id === null);
    for await (const found of mapInOrder(reports, ({ id, reference }) => inFolder(source, id, `Report ${reference}`)))
      yield* noted(found);
  }
}

/** Counts of an archive, updated while it is read. */
export interface Archived {
  records: number;
  files: number;
}
/** A file in the manifest. */
interface Listed {
  name: string;
  bytes: number;
  sha256: string;
  lines?: number;
}

type Bucket = Pick<DocumentBucket, 'read'>;

/** Files of one archive; each is listed with its size and digest once it is read completely. */
class ArchiveWriter {
  readonly listed: Listed[] = [];
  readonly archived: Archived;
  readonly #date: Date;

  constructor(archived: Archived, date: Date) {
    this.archived = archived;
    this.#date = date;
  }

  file(
    name: string,
    open: () => AsyncIterable<string | Uint8Array>,
    { isPacked = false, date = this.#date } = {},
  ): ZipFile {
    const listed = this.listed;
    const hash = createHash('sha256');
    let bytes = 0;
    async function* measured(): AsyncGenerator<Uint8Array> {
      for await (const part of open()) {
        const chunk = typeof part === 'string' ? Buffer.from(part) : part;
        hash.update(chunk);
        bytes += chunk.byteLength;
        yield chunk;
      }
      listed.push({ name, bytes, sha256: hash.digest('hex') });
    }
    return { name, date, isPacked, open: () => Readable.from(measured(), { objectMode: false }) };
  }

  text(name: string, text: string): ZipFile {
    return this.file(name, () => Readable.from([text]));
  }

  /** One line per record, reduced to the schema of its kind. */
  lines(name: string, kind: LineKind, records: AsyncIterable<object>): ZipFile {
    const { archived } = this;
    async function* written(): AsyncGenerator<string> {
      for await (const record of records) {
        archived.records += 1;
        yield `${JSON.stringify(lineSchemas[kind].parse(record))}\n`;
      }
    }
    return this.file(name, written);
  }
}

async function* auditFiles(writer: ArchiveWriter, source: Source): AsyncGenerator<ZipFile> {
  const proof = await auditProofOf(source);
  yield writer.text('audit/proof.json', `${JSON.stringify(proof, undefined, 2)}\n`);
  yield writer.lines('audit/entries.jsonl', 'audit-entries', auditEntryLines(source));
  yield writer.lines('audit/batches.jsonl', 'audit-batches', auditBatchLines(source, proof.batches));
  yield writer.text('audit/verify.mjs', verifier);
}

async function* documentFiles(writer: ArchiveWriter, bucket: Bucket, files: readonly ArchivedFile[]) {
  for (const file of files) {
    const open = await contentOf(bucket, file);
    // Deleted permanently since.
    if (!open) continue;
    writer.archived.files += 1;
    yield writer.file(file.path, open, { isPacked: true, date: new Date(file.created_at) });
  }
}

/** Yields every file of an archive, each read when the one before is finished, so that memory holds only ids. */
export async function* archiveFiles(source: Source, bucket: Bucket, archived: Archived): AsyncGenerator<ZipFile> {
  const { table, keys, now } = source;
  const writer = new ArchiveWriter(archived, now);
  const item = await table.get(keys.organization());
  yield writer.text('README.txt', readMe(item ? organizationSchema.parse(item).name : '', now));
  yield* auditFiles(writer, source);
  for (const [kind, schema] of Object.entries(lineSchemas))
    yield writer.text(`schemas/${kind}.schema.json`, `${JSON.stringify(jsonSchemaOf(schema), undefined, 1)}\n`);

  const homes = createHomeRepository(table, keys);
  const [cases, names, zones] = await Promise.all([knownCases(source), homes.homeNames(), homes.homeZones()]);
  const records = recordLines(source, cases, [...names.keys()]);
  for (const kind of Object.keys(records) as (keyof typeof records)[])
    yield writer.lines(`records/${kind}.jsonl`, kind, records[kind]());
  const files: ArchivedFile[] = [];
  yield writer.lines('records/documents.jsonl', 'documents', documentLines(source, cases, files));

  const [timeZone = 'UTC'] = zones.values();
  for (const [name, rows] of Object.entries(csvTables(source, cases, { names, timeZone })))
    yield writer.file(`tables/${name}.csv`, rows);
  yield* documentFiles(writer, bucket, files);
  yield writer.text(
    'manifest.json',
    `${JSON.stringify({ made_at: now.toISOString(), files: writer.listed }, undefined, 1)}\n`,
  );
}
