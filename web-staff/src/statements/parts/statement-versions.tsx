import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { disclosuresAgreementFields } from '#domain/cases/sections/office-and-agreement.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { schemaErrors } from '#domain/shared/forms/validate.ts';
import { type Cents, formatAmount, formatMoney } from '#domain/shared/values/money.ts';
import { compareStatements } from '#domain/statements/compare-statements.ts';
import { NewAcceptance, type Statement, type WholeStatement } from '#domain/statements/statement.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { CardFrame } from '../../cases/parts/section-card-fields.tsx';
import { PaperButton } from '../../documents/parts/paper-button.tsx';
import { useTodayAt } from '../../organizations/homes/queries.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { EmptyState, ErrorState, QueryState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { type FieldShape, useSentForm } from '../../ui/fields/use-values-form.ts';
import { SidePanel } from '../../ui/page/side-panel.tsx';
import { usePreserveFocus } from '../../ui/preserve-focus.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import { statementQuery, statementsQuery, useAcceptStatement } from '../queries.ts';
import classes from './statement.module.css';
import { StatementPaper, StatementStatusChip, signersOf } from './statement-paper.tsx';

const givenOnField: FieldShape = {
  name: 'given_on',
  label: 'Copy given to the family on',
  kind: 'date',
  requiredIf: true,
};
const signatureNames = ['accepted_by', 'signed_by', 'signature_date', 'co_signer_1', 'co_signer_2'] as const;
const fields: readonly FieldShape[] = [
  ...signatureNames.flatMap((name) =>
    disclosuresAgreementFields
      .filter((field) => field.name === name)
      .map((field) => (name === 'accepted_by' ? { ...field, requiredIf: true, isFirst: true } : field)),
  ),
  givenOnField,
];

interface AcceptDialogProps {
  caseRecord: Case;
  statement: Statement;
  today: string;
  onClose: () => void;
}

/** A signature is proposed only if the case has a “Signed By”: co-signers in Disclosures have yet to sign. */
const proposed = ({ sections }: Case, today: string): Record<string, string> => {
  const disclosures: Readonly<Record<string, unknown>> = sections.disclosuresAgreement?.values ?? {};
  const agreementText = (name: string): string => String(disclosures[name] ?? '');
  // The purchaser's name as on the Statement.
  const purchaser = String(sections.informant?.values.informant_name ?? '');
  return {
    ...Object.fromEntries(signatureNames.map((name) => [name, agreementText('signed_by') && agreementText(name)])),
    accepted_by: agreementText('accepted_by') || agreementText('signed_by') || purchaser,
    given_on: today,
  };
};

export const AcceptDialog = ({ caseRecord, statement, today, onClose }: AcceptDialogProps) => {
  const accepting = useAcceptStatement(caseRecord.id, statement.id);
  const keyFor = useIdempotencyKey();
  const { form, ...sent } = useSentForm({
    start: proposed(caseRecord, today),
    judge: (values) => schemaErrors(NewAcceptance, values),
    send: (values) => {
      const body = NewAcceptance.parse(values);
      return accepting.mutateAsync({ body, idempotencyKey: keyFor(body) });
    },
    done: `Version ${statement.version} marked signed`,
    onDone: onClose,
  });
  return (
    <FormDialog title={`Mark version ${statement.version} signed`} submit="Mark signed" {...sent} onClose={onClose}>
      <Text>For a Statement signed on paper. Record who accepted it and when you gave the family their copy.</Text>
      <FormFields form={form} fields={fields} />
    </FormDialog>
  );
};

const signed = (cents: Cents): string => (cents > 0 ? `+${formatMoney(cents)}` : formatMoney(cents));

const StatementComparison = ({ before, after }: { before: WholeStatement; after: WholeStatement }) => {
  const { lines, tax, complete, texts } = compareStatements(before.content, after.content);
  return (
    <div className={classes.paper}>
      <p className={classes.detail}>
        {before.statement_number} and {after.statement_number}
        {after.reason && `: “${after.reason}”`}
      </p>
      <table className={classes.table} data-columns aria-label="Differences">
        <thead>
          <tr>
            <th>Line</th>
            <th data-figure>Version {before.version}</th>
            <th data-figure>Version {after.version}</th>
            <th data-figure>Change</th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={`${line.title} ${line.label}`}>
              <td>
                {line.label}
                <p className={classes.detail}>{line.title}</p>
              </td>
              <td data-figure>{line.before ? formatAmount(line.before.amount) : '—'}</td>
              <td data-figure>{line.after ? formatAmount(line.after.amount) : '—'}</td>
              <td data-figure>{line.change === 0 ? 'wording' : signed(line.change)}</td>
            </tr>
          ))}
          {tax !== 0 && (
            <tr>
              <td>Sales tax</td>
              <td data-figure>{formatAmount(before.content.totals.sales_tax)}</td>
              <td data-figure>{formatAmount(after.content.totals.sales_tax)}</td>
              <td data-figure>{signed(tax)}</td>
            </tr>
          )}
        </tbody>
        <tfoot>
          <tr>
            <th>Complete total</th>
            <td data-figure>{formatAmount(before.complete_total)}</td>
            <td data-figure>{formatAmount(after.complete_total)}</td>
            <td data-figure>{signed(complete)}</td>
          </tr>
        </tfoot>
      </table>
      {texts.map((text) => (
        <div key={text.label}>
          <h3>{text.label}</h3>
          <p className={classes.detail}>
            Version {before.version}: {text.before || 'nothing'}
          </p>
          <p>
            Version {after.version}: {text.after || 'nothing'}
          </p>
        </div>
      ))}
    </div>
  );
};

interface Shown {
  statement: Statement;
  before?: Statement | undefined;
}

export const StatementVersions = ({ caseRecord }: { caseRecord: Case }) => {
  const query = useQuery(statementsQuery(useApi(), caseRecord.id));
  const viewer = actorOf(useCurrentUser());
  const today = useTodayAt(caseRecord.funeral_home_id);
  const [shown, setShown] = useState<Shown>();
  const [accepting, setAccepting] = useState<Statement>();
  const part = usePreserveFocus<HTMLDivElement>();
  const all = query.data?.statements;
  return (
    <CardFrame title="Finalized Statements" editing={false}>
      {!all && <QueryState query={query} title="Failed to load the Statements" rows={2} />}
      {all?.length === 0 && <EmptyState title="No finalized Statements" />}
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
              <strong className={classes.figure}>{formatAmount(statement.complete_total)}</strong>
              <p className={classes.detail}>
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
          closeLabel="Close Statement"
          onClose={() => setShown(undefined)}
        >
          <ShownStatement caseId={caseRecord.id} shown={shown} />
          <Button variant="default" mt="md" fullWidth onClick={() => setShown(undefined)}>
            Close
          </Button>
        </SidePanel>
      )}
      {accepting && (
        <AcceptDialog
          caseRecord={caseRecord}
          statement={accepting}
          today={today}
          onClose={() => setAccepting(undefined)}
        />
      )}
    </CardFrame>
  );
};

const ShownStatement = ({ caseId, shown: { statement, before } }: { caseId: string; shown: Shown }) => {
  const call = useApi();
  const currentQuery = useQuery(statementQuery(call, caseId, statement.id));
  const previousQuery = useQuery({
    ...statementQuery(call, caseId, before?.id ?? statement.id),
    enabled: Boolean(before),
  });
  const failed = [currentQuery, previousQuery].find(({ isError }) => isError);
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />;
  if (!currentQuery.data || (before && !previousQuery.data)) return <RowsSkeleton rows={8} />;
  return before && previousQuery.data ? (
    <StatementComparison before={previousQuery.data} after={currentQuery.data} />
  ) : (
    <StatementPaper statement={currentQuery.data} />
  );
};
