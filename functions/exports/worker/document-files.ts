import { distinctNames, safeName } from '#domain/documents/document.rules.ts';
import { type DocumentRecord, documentSchema } from '#functions/documents/repository/document-record.ts';
import { nameInZip } from '#functions/documents/shared/zip-archive.ts';
import { submissionsList } from '#functions/intake/repository/submission-rows.ts';
import type { Item } from '#functions/platform/store/table.ts';
import { type KnownCase, mapInOrder, namedIn, rowsOf, type Source } from './source.ts';

/** A document with where its file lies in the archive. */
type Placed = DocumentRecord & { path: string };
/** What of it is remembered until its file is read. */
export type ArchivedFile = Pick<Placed, 'id' | 'organization_id' | 'created_at' | 'path'>;

/** Its place in the index of what is due is nothing of a record. */
const documentOf = ({ gsi1pk: _pk, gsi1sk: _sk, ...item }: Item) => documentSchema.parse(item as Item);

/** The documents of a case or a report in a folder of its name, each under a name of its own. */
const inFolder = async (source: Source, id: string, folder: string): Promise<Placed[]> => {
  const { keys } = source;
  const items = await namedIn(source, { pk: keys.papers(id), prefix: 'DOCUMENT#', key: keys.document });
  const records = items.map(documentOf).filter(({ status, deleted_at }) => status === 'ready' && deleted_at === null);
  const names = distinctNames(records.map((record) => safeName(nameInZip(record))));
  return records.map((record, at) => ({ ...record, path: `documents/${safeName(folder)}/${names[at] ?? record.id}` }));
};

/**
 * What is told of the documents of every case, and of those that came with reports which are no cases. Where each file lies
 * is noted in `files`, by which they are read once the lines are written.
 */
export async function* documentLines(
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
