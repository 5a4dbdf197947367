import { importEndpoints } from '#domain/imports/import.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { beginImport } from './begin-import.ts';
import { discardImport } from './discard-import.ts';
import { previewImport } from './preview-import.ts';
import { getImport, listImports, listLines } from './read-imports.ts';
import { runImport } from './run-import.ts';
import { sendLines } from './send-lines.ts';
import { undoImport } from './undo-import.ts';

export const importRoutes = routesOf(importEndpoints, {
  list: listImports,
  begin: beginImport,
  get: getImport,
  send: sendLines,
  lines: listLines,
  look: previewImport,
  run: runImport,
  undo: undoImport,
  discard: discardImport,
});
