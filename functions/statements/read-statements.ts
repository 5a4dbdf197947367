import { statementEndpoints } from '#domain/statements/statement.endpoints.ts';
import { handler } from '#functions/kernel/handler.ts';
import { cases } from '#functions/records/cases/cases.ts';
import { statements } from '#functions/records/money/statements.ts';
import { presentStatement, presentWhole, requireStatement } from './shared/present-statement.ts';

export const listStatements = handler(statementEndpoints.list, { cases, statements }, async ({ params }, { db }) => {
  const [, all] = await Promise.all([db.cases.requireCore(params.id), db.statements.ofCase(params.id)]);
  return {
    statements: all.toReversed().map((one) => presentStatement(one, all)),
    next_version: (all.at(-1)?.record.version ?? 0) + 1,
  };
});

export const getStatement = handler(statementEndpoints.get, { statements }, async ({ params }, { db }) => {
  const all = await db.statements.ofCase(params.id);
  return presentWhole(requireStatement(all, params.statementId), all);
});
