import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { actorOf, isAllowed } from '#domain/shared/access/policies.ts';
import type { Statement } from '#domain/statements/statement.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { CardFrame } from '../../cases/parts/section-card-fields.tsx';
import { PaperButton } from '../../documents/parts/paper-button.tsx';
import { useTodayAt } from '../../organizations/homes/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { EmptyState, ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import { usePreserveFocus } from '../../ui/preserve-focus.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { statementQuery, statementsQuery } from '../queries.ts';
import { AcceptDialog } from './accept-dialog.tsx';
import classes from './statement.module.css';
import { StatementComparison } from './statement-comparison.tsx';
import { money, StatementPaper, StatementStatusChip, signersOf } from './statement-paper.tsx';

/** What is looked at: a version, or a version beside the one before. */
interface Shown {
  statement: Statement;
  before?: Statement | undefined;
}

/** The finalized Statements of a case: each to be read, compared with the one before, and accepted. */
export const StatementVersions = ({ kase: caseRecord }: { kase: Case }) => {
  const query = useQuery(statementsQuery(useApi(), caseRecord.id));
  const viewer = actorOf(useCurrentUser());
  const today = useTodayAt(caseRecord.funeral_home_id);
  const [shown, setShown] = useState<Shown>();
  const [accepting, setAccepting] = useState<Statement>();
  const part = usePreserveFocus<HTMLDivElement>();
  const all = query.data?.statements;
  return (
    <CardFrame title="Finalized Statements" editing={false}>
      {query.isError && !all && (
        <ErrorState title="Failed to load the Statements" error={query.error} onRetry={() => void query.refetch()} />
      )}
      {!all && !query.isError && <RowsSkeleton rows={2} />}
      {all?.length === 0 && <EmptyState title="Nothing is finalized yet" />}
      <div ref={part} tabIndex={-1} className={classes.part}>
        <ul className={classes.versions}>
          {all?.map((statement, at) => (
            <li key={statement.id} className={classes.version}>
              <span>
                <strong>
                  Version {statement.version}, {statement.statement_number}
                </strong>{' '}
                <StatementStatusChip status={statement.status} />
              </span>
              <strong className={classes.figure}>{money(statement.complete_total)}</strong>
              <p className={classes.said}>
                Finalized <TimeAgo at={statement.finalized_at} />
                {statement.finalized_by_name && ` by ${statement.finalized_by_name}`}
                {statement.reason && ` · “${statement.reason}”`}
                {statement.acceptance &&
                  ` · ${signersOf(statement.acceptance) || `accepted by ${statement.acceptance.accepted_by}`}`}
              </p>
              <div className={classes.tools}>
                {isAllowed(viewer, 'statement:accept', statement) && (
                  <Button variant="default" onClick={() => setAccepting(statement)}>
                    Mark signed
                  </Button>
                )}
                <Button variant="default" onClick={() => setShown({ statement })}>
                  Read version {statement.version}
                </Button>
                <PaperButton paper="statement" id={statement.id} caseId={caseRecord.id}>
                  Print version {statement.version}
                </PaperButton>
                {all[at + 1] && (
                  <Button variant="subtle" onClick={() => setShown({ statement, before: all[at + 1] })}>
                    Compare with version {statement.version - 1}
                  </Button>
                )}
              </div>
            </li>
          ))}
        </ul>
      </div>
      {shown && (
        <SidePanel
          title={
            shown.before
              ? `Versions ${shown.before.version} and ${shown.statement.version}`
              : `Version ${shown.statement.version}`
          }
          closeLabel="Close the Statement"
          onClose={() => setShown(undefined)}
        >
          <ShownStatement caseId={caseRecord.id} shown={shown} />
          <Button variant="default" mt="md" fullWidth onClick={() => setShown(undefined)}>
            Close
          </Button>
        </SidePanel>
      )}
      {accepting && (
        <AcceptDialog kase={caseRecord} statement={accepting} today={today} onClose={() => setAccepting(undefined)} />
      )}
    </CardFrame>
  );
};

const ShownStatement = ({ caseId, shown: { statement, before } }: { caseId: string; shown: Shown }) => {
  const call = useApi();
  const one = useQuery(statementQuery(call, caseId, statement.id));
  const other = useQuery({ ...statementQuery(call, caseId, before?.id ?? statement.id), enabled: Boolean(before) });
  const failed = [one, other].find(({ isError }) => isError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!one.data || (before && !other.data)) return <RowsSkeleton rows={8} />;
  return before && other.data ? (
    <StatementComparison before={other.data} after={one.data} />
  ) : (
    <StatementPaper statement={one.data} />
  );
};
