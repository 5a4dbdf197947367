import { notFound } from '#domain/shared/contract/errors.ts';
import { todayIn } from '#domain/shared/values/calendar-date.ts';
import { pick } from '#domain/shared/values/pick.ts';
import type { Statement, StatementContent, WholeStatement } from '#domain/statements/statement.schema.ts';
import { statementContent } from '#domain/statements/statement-content.ts';
import type { StatementStatus } from '#domain/statements/statement-messages.ts';
import type { StoredCase } from '#functions/cases/repository/cases.ts';
import type { PlainHome } from '#functions/organizations/repository/homes.ts';
import type { StoredStatement } from '#functions/statements/repository/statements.ts';

export const valuesOf = (sections: StoredCase['sections']) =>
  Object.fromEntries(Object.entries(sections).map(([id, { values }]) => [id, values]));

export const contentOfCase = (
  { core, sections }: StoredCase,
  home: PlainHome,
  { now, director }: { now: Date; director?: StatementContent['director'] },
): StatementContent =>
  statementContent({
    sections: valuesOf(sections),
    case_number: core.case_number,
    home,
    director,
    paid: core.paid_cents,
    instalments: core.money_to_come?.plan?.instalments,
    today: todayIn(home.time_zone, now),
  });

/** Only the last version is not superseded. */
export const statusOf = ({ record, acceptance }: StoredStatement, all: readonly StoredStatement[]): StatementStatus => {
  if (all.some((statement) => statement.record.version > record.version)) return 'superseded';
  return acceptance ? 'accepted' : 'final';
};

export const presentStatement = (statement: StoredStatement, all: readonly StoredStatement[]): Statement => {
  const { record, acceptance } = statement;
  const { version: _, ...accepted } = acceptance ?? { version: 0 };
  return {
    ...pick(record, ['id', 'statement_number', 'version', 'reason', 'digest', 'finalized_at', 'finalized_by_name']),
    case: record.case_id,
    status: statusOf(statement, all),
    complete_total: record.content.totals.complete_total,
    acceptance: acceptance ? (accepted as Omit<typeof acceptance, 'version'>) : null,
  };
};

export const presentWhole = (statement: StoredStatement, all: readonly StoredStatement[]): WholeStatement => ({
  ...presentStatement(statement, all),
  content: statement.record.content,
});

/** Throws 404 for a version of another case. */
export const requireStatement = (all: readonly StoredStatement[], id: string): StoredStatement => {
  const statement = all.find(({ record }) => record.id === id);
  if (!statement) throw notFound();
  return statement;
};
