import { deadlineEndpoints } from '#domain/deadlines/deadline.endpoints.ts';
import { routesOf } from '#functions/kernel/handler.ts';
import { overrideDeadline, resetDeadline } from './override-deadline.ts';
import { listDeadlines, listDeadlinesOfCase } from './read-deadlines.ts';

export const deadlineRoutes = routesOf(deadlineEndpoints, {
  list: listDeadlines,
  ofCase: listDeadlinesOfCase,
  override: overrideDeadline,
  reset: resetDeadline,
});
