import { deadlineEndpoints } from '#domain/deadlines/deadline.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { overrideDeadline, resetDeadline, runDeadlines } from './override-deadline.ts';
import { listDeadlines, listDeadlinesOfCase } from './read-deadlines.ts';

export const deadlineRoutes = routesOf(deadlineEndpoints, {
  list: listDeadlines,
  ofCase: listDeadlinesOfCase,
  run: runDeadlines,
  override: overrideDeadline,
  reset: resetDeadline,
});
