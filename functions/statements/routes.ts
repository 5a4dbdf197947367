import { createHash } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import { assertAllowed } from '#domain/registry/policies.ts';
import { AppError, invalid } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { parseMoney } from '#domain/shared/values/money.ts';
import { contentEquals } from '#domain/statements/compare-statements.ts';
import { statementEndpoints } from '#domain/statements/statement.endpoints.ts';
import type { NewAcceptance, StatementContent } from '#domain/statements/statement.schema.ts';
import { finalizeBlockers } from '#domain/statements/statement-checks.ts';
import { statementMessages } from '#domain/statements/statement-messages.ts';
import { cases, type StoredCase } from '#functions/cases/repository/cases.ts';
import { todayOfCase } from '#functions/cases/shared/today-of-case.ts';
import { homesReadOnly, type PlainHome } from '#functions/organizations/repository/homes.ts';
import { organizations } from '#functions/organizations/repository/organizations.ts';
import { type ContextOf, handler, routesOf } from '#functions/platform/api/handler.ts';
import { sortedJson } from '../platform/store/sorted-json.ts';
import { type StatementRecord, statements } from './repository/statements.ts';
import {
  contentOfCase,
  presentStatement,
  presentWhole,
  requireStatement,
  statusOf,
  valuesOf,
} from './shared/present-statement.ts';

const needs = { cases, statements, organizations };

const digestOf = (content: StatementContent): string => createHash('sha256').update(sortedJson(content)).digest('hex');

const changesOf = ({ statement_number, content }: StatementRecord, before: StatementRecord | undefined) => [
  { field: 'statements.statement_number', from: before?.statement_number ?? null, to: statement_number },
  {
    field: 'statements.complete_total',
    from: before?.content.totals.complete_total ?? null,
    to: content.totals.complete_total,
  },
];

type Context = ContextOf<typeof statementEndpoints.finalize, typeof needs>;

/** Sets the contract total if the home has it follow the Statement. */
const followed = ({ db, work, now }: Context, { core, sections }: StoredCase, home: PlainHome, to: string): void => {
  const { financial } = sections;
  const from = financial?.values.contract_total ?? null;
  if (!home.contract_follows_statement || from === to) return;
  work
    .add(db.cases.putSection(core.id, 'financial', financial, { ...financial?.values, contract_total: to }, now))
    .audit('case.updated', core.id, [{ field: 'financial.contract_total', from, to }])
    .announce('case.updated', core.id, { case_id: core.id });
};

/** Throws a conflict if the fees differ from those that the user saw, or equal the last Statement's. */
const assertAsSeen = (
  content: StatementRecord['content'],
  seen: string | number | undefined,
  before?: StatementRecord,
): void => {
  if (seen !== undefined && parseMoney(seen) !== parseMoney(content.totals.complete_total))
    throw new AppError('conflict', { detail: statementMessages.othersSince });
  if (before && contentEquals(before.content, content))
    throw new AppError('conflict', { detail: statementMessages.unchanged });
};

type NewRecord = Pick<StatementRecord, 'case_id' | 'funeral_home_id' | 'statement_number' | 'reason' | 'content'>;

const newStatement = (
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  { case_id, funeral_home_id, statement_number, reason, content }: NewRecord,
  before: StatementRecord | undefined,
): StatementRecord => ({
  id: uuid({ msecs: now.getTime() }),
  organization_id: actor.organizationId,
  case_id,
  funeral_home_id,
  statement_number,
  version: (before?.version ?? 0) + 1,
  reason,
  content,
  digest: digestOf(content),
  finalized_at: now.toISOString(),
  finalized_by_name: actor.name,
});

/** Statement, number and unchanged case commit together; later nothing writes to the Statement. */
const finalizeStatement = handler(statementEndpoints.finalize, needs, ({ params: { id }, body }, context) => {
  const { db, work, actor, now } = context;
  return context.work.attempt(async () => {
    const [caseRecord, all] = await Promise.all([db.cases.require(id), db.statements.ofCase(id)]);
    assertAllowed(actor, 'statement:finalize', caseRecord.core);
    const [home, profile] = await Promise.all([
      db.organizations.homeOfRecord(caseRecord.core.funeral_home_id),
      db.organizations.profile(actor.id),
    ]);
    const director = { name: actor.name, license_number: profile?.license_number ?? '' };
    const stops = finalizeBlockers(valuesOf(caseRecord.sections), home);
    if (stops.length > 0) throw invalid({ non_field_errors: stops.map(({ title }) => title) });
    const content = contentOfCase(caseRecord, home, { now, director });
    const before = all.at(-1)?.record;
    assertAsSeen(content, body.complete_total, before);
    const { statement_number, counted } = await db.statements.nextNumber(
      home,
      Number(todayIn(home.time_zone, now).slice(0, 4)),
    );
    const record = newStatement(
      context,
      { case_id: id, funeral_home_id: home.id, statement_number, reason: body.reason ?? '', content },
      before,
    );
    const caseStatement = { record, acceptance: undefined };
    followed(context, caseRecord, home, content.contract.total);
    return work
      .add(
        counted,
        db.statements.create(record),
        db.cases.changeCore(caseRecord.core, { statements: record.version }, now),
      )
      .audit('statement.finalized', id, changesOf(record, before))
      .announce('statement.finalized', id, { statement_id: record.id, case_id: id, version: record.version })
      .finish(presentWhole(caseStatement, [...all, caseStatement]));
  });
});

const newAcceptance = (
  { actor, now }: Pick<Context, 'actor' | 'now'>,
  version: number,
  { accepted_by, given_on, signed_by = '', signature_date = '', co_signer_1 = '', co_signer_2 = '' }: NewAcceptance,
) => ({
  version,
  accepted_by,
  given_on,
  signed_by,
  signature_date,
  co_signer_1,
  co_signer_2,
  recorded_at: now.toISOString(),
  recorded_by_name: actor.name,
});

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
      const acceptance = newAcceptance(context, statement.record.version, body);
      const accepted = { ...statement, acceptance };
      const { statement_number } = statement.record;
      return work
        .add(db.statements.accept(id, acceptance), db.cases.changeCore(core, {}, now))
        .audit('statement.accepted', id, [
          { field: 'statements.statement_number', from: statement_number, to: statement_number },
          { field: 'statements.accepted_by', from: null, to: acceptance.accepted_by },
          { field: 'statements.given_on', from: null, to: acceptance.given_on },
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
