import { taskRoutes } from '#functions/tasks/routes.ts';
import { serve } from './wiring/api.ts';
import { table } from './wiring/table.ts';
import { keyWrapper } from './wiring.ts';

export const handler = serve(taskRoutes, { table: table(), keyWrapper: keyWrapper() });
