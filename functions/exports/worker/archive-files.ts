import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { contentOf } from '#functions/documents/shared/zip-archive.ts';
import type { ZipFile } from '#functions/documents/shared/zip-files.ts';
import { createHomeRepository } from '#functions/organizations/repository/homes.ts';
import { organizationSchema } from '#functions/organizations/repository/organization-record.ts';
import type { DocumentBucket } from '#functions/platform/adapters/document-bucket.ts';
import { auditBatchLines, auditEntryLines, auditProofOf } from './audit-lines.ts';
import { csvTables } from './csv-tables.ts';
import { type ArchivedFile, documentLines } from './document-files.ts';
import { readMe, verifier } from './explanations.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { type LineKind, lineSchemas } from './line-schemas.ts';
import { knownCases, recordLines } from './record-lines.ts';
import type { Source } from './source.ts';

/** What an archive holds, counted while it is read. */
export interface Archived {
  records: number;
  files: number;
}
/** What the manifest says of a file. */
interface Listed {
  name: string;
  bytes: number;
  sha256: string;
  lines?: number;
}

type Bucket = Pick<DocumentBucket, 'read'>;

/** Files of one archive: each is listed with its size and its digest once it was read to its end. */
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

  /** Records, a line for each; what of a record is written says the schema of its kind. */
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
    // Deleted for good meanwhile.
    if (!open) continue;
    writer.archived.files += 1;
    yield writer.file(file.path, open, { isPacked: true, date: new Date(file.created_at) });
  }
}

/**
 * Everything of an organization, file by file, each read when the one before was taken: as a stream, nothing of it is in
 * memory but the ids of cases and documents and what the manifest says. `archived` counts along.
 */
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
