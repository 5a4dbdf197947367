import { runSheetPaperRoutes } from '#functions/calendar/run-sheet/paper-routes.ts';
import { carePaperRoutes } from '#functions/care/papers/routes.ts';
import { paperRoutes } from '#functions/documents/printing/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';

export const handler = serve([...paperRoutes, ...carePaperRoutes, ...runSheetPaperRoutes], { table: table() });
