import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { imports, type StoredLine } from './repository.ts';
import { presentImport, presentLine } from './shared/present-import.ts';

export const listImports = handler(importEndpoints.list, { imports }, async (_, { db }) => ({
  results: (await db.imports.latest()).map(presentImport),
}));

export const getImport = handler(importEndpoints.get, { imports }, async ({ params }, { db }) =>
  presentImport(await db.imports.require(params.id)),
);

/** Parts that are read together, and lines after which an answer ends; a call reads at most a hundred parts, some 2 MB. */
const [partsPerRead, enoughLines, maxParts] = [10, 90, 100];

export const listLines = handler(importEndpoints.lines, { imports }, async ({ params, query }, { db }) => {
  const record = await db.imports.require(params.id);
  const results = [];
  const isSought = Boolean(query.outcome || query.with_notes);
  const isWanted = ({ outcome, notes }: StoredLine): boolean =>
    (!query.outcome || outcome === query.outcome) && (!query.with_notes || notes.length > 0);
  const start = Number(query.after ?? 0);
  let at = start;
  while (at < record.parts && at < start + maxParts && results.length < enoughLines) {
    // The next one alone, where nothing is sought: a page is a part.
    const to = Math.min(at + (isSought ? partsPerRead : 1), record.parts);
    for (const part of await db.imports.parts(record.id, at, to)) {
      at = part.part + 1;
      results.push(...part.lines.filter(isWanted).map((line) => presentLine(record, line)));
      if (results.length >= enoughLines) break;
    }
    if (results.length < enoughLines) at = to;
  }
  return { results, next_after: at < record.parts ? String(at) : null };
});
