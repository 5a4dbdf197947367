import { statementEndpoints } from '#domain/statements/statement.endpoints.ts';
import { routesOf } from '#functions/platform/api/handler.ts';
import { acceptStatement } from './accept-statement.ts';
import { finalizeStatement } from './finalize-statement.ts';
import { getStatement, listStatements } from './read-statements.ts';

export const statementRoutes = routesOf(statementEndpoints, {
  list: listStatements,
  finalize: finalizeStatement,
  get: getStatement,
  accept: acceptStatement,
});
