import { assertAllowed } from '#domain/shared/access/policies.ts';
import { invalid } from '#domain/shared/contract/errors.ts';
import { contentEquals } from '#domain/statements/compare-statements.ts';
import { statementEndpoints } from '#domain/statements/statement.endpoints.ts';
import { statementMessages } from '#domain/statements/statement-messages.ts';
import { cases } from '#functions/cases/repository/cases.ts';
import { todayOfCase } from '#functions/cases/shared/today-of-case.ts';
import { homesReadOnly } from '#functions/organizations/repository/homes.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { handler, routesOf } from '#functions/platform/api/handler.ts';
import { finalizeStatement } from './finalize-statement.ts';
import { statements } from './repository/statements.ts';
import {
  contentOfCase,
  presentStatement,
  presentWhole,
  requireStatement,
  statusOf,
} from './shared/present-statement.ts';

/** Commits with the unchanged case, so that no superseded version is accepted. */
const acceptStatement = handler(
  statementEndpoints.accept,
  { cases, statements, organizations: homesReadOnly },
  ({ params: { id, statementId }, body }, context) => {
    const { db, work, actor, now } = context;
    return context.work.attempt(async () => {
      const [core, all] = await Promise.all([db.cases.requireCore(id), db.statements.ofCase(id)]);
      const statement = requireStatement(all, statementId);
      assertAllowed(actor, 'statement:accept', { status: statusOf(statement, all) });
      const finalizedOn = await todayOfCase(db, core, new Date(statement.record.finalized_at));
      if (body.given_on < finalizedOn) throw invalid({ given_on: [statementMessages.givenBeforeStatement] });
      const { accepted_by, given_on, signed_by = '', signature_date = '', co_signer_1 = '', co_signer_2 = '' } = body;
      const acceptance = {
        version: statement.record.version,
        ...{ accepted_by, given_on, signed_by, signature_date, co_signer_1, co_signer_2 },
        recorded_at: now.toISOString(),
        recorded_by_name: actor.name,
      };
      const accepted = { ...statement, acceptance };
      const { statement_number } = statement.record;
      return work
        .add(db.statements.accept(id, acceptance), db.cases.changeCore(core, {}, now))
        .audit('statement.accepted', id, [
          { field: 'statements.statement_number', from: statement_number, to: statement_number },
          { field: 'statements.accepted_by', from: null, to: accepted_by },
          { field: 'statements.given_on', from: null, to: given_on },
        ])
        .announce('statement.accepted', id, { statement_id: statement.record.id, case_id: id })
        .finish(
          presentWhole(
            accepted,
            all.map((other) => (other === statement ? accepted : other)),
          ),
        );
    });
  },
);

const needs = { cases, statements, organizations };

const listStatements = handler(statementEndpoints.list, needs, async ({ params }, { db, now }) => {
  const [caseRecord, all] = await Promise.all([db.cases.require(params.id), db.statements.ofCase(params.id)]);
  const newest = all.at(-1)?.record;
  const home = newest && (await db.organizations.plainHome(caseRecord.core.funeral_home_id));
  return {
    statements: all.toReversed().map((statement) => presentStatement(statement, all)),
    next_version: (newest?.version ?? 0) + 1,
    has_changes: !home || !contentEquals(newest.content, contentOfCase(caseRecord, home, { now })),
  };
});

const getStatement = handler(statementEndpoints.get, { statements }, async ({ params }, { db }) => {
  const all = await db.statements.ofCase(params.id);
  return presentWhole(requireStatement(all, params.statementId), all);
});

export const statementRoutes = routesOf(statementEndpoints, {
  list: listStatements,
  finalize: finalizeStatement,
  get: getStatement,
  accept: acceptStatement,
});
