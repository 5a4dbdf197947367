import { createHash } from 'node:crypto';
import type { ArchivedPrintout } from '#domain/documents/printing/kept-papers.ts';
import type { Paper } from '#domain/documents/printing/paper.ts';
import { sortedJson } from '#functions/platform/store/sorted-json.ts';

/** When a record last changed is not what its paper says: a paper is made anew when it would say something else. */
const notSaid = new Set(['asOf']);

/** Under which series and key a paper of a case is kept: one series for each record, one key for each thing that it says. */
export const printoutKey = (
  { paper: kind, of }: { paper: ArchivedPrintout; of: string },
  paper: Paper,
): { series: string; key: string } => ({
  series: `${kind} ${of}`,
  key: createHash('sha256').update(sortedJson(paper, notSaid)).digest('hex'),
});
