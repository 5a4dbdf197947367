import { storePrintouts } from '#functions/documents/worker/keep-papers.ts';
import { bucket } from './wiring/documents.ts';
import { table } from './wiring/table.ts';
import { work } from './wiring/worker.ts';
import { keyWrapper } from './wiring.ts';

const keeps = storePrintouts({ table: table(), bucket: bucket(), keyWrapper: keyWrapper() });

export const handler = work({
  'paper.printed': keeps.printed,
  'statement.finalized': keeps.statement,
  'statement.accepted': keeps.statement,
});
