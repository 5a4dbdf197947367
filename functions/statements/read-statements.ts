import { contentEquals } from '#domain/statements/compare-statements.ts';
import { statementEndpoints } from '#domain/statements/statement.endpoints.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler } from '#functions/platform/api/handler.ts';
import { statements } from '#functions/statements/repository/statements.ts';
import { contentOfCase, presentStatement, presentWhole, requireStatement } from './shared/present-statement.ts';

const needs = { cases, statements, organizations };

export const listStatements = handler(statementEndpoints.list, needs, async ({ params }, { db, now }) => {
  const [caseRecord, all] = await Promise.all([db.cases.require(params.id), db.statements.ofCase(params.id)]);
  const newest = all.at(-1)?.record;
  const home = newest && (await db.organizations.plainHome(caseRecord.core.funeral_home_id));
  return {
    statements: all.toReversed().map((one) => presentStatement(one, all)),
    next_version: (newest?.version ?? 0) + 1,
    has_changes: !home || !contentEquals(newest.content, contentOfCase(caseRecord, home, { now })),
  };
});

export const getStatement = handler(statementEndpoints.get, { statements }, async ({ params }, { db }) => {
  const all = await db.statements.ofCase(params.id);
  return presentWhole(requireStatement(all, params.statementId), all);
});
