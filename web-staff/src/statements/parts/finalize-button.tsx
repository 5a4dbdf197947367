import { Button, Text } from '@mantine/core';
import { IconLock, IconWritingSign } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { formatDate, todayIn } from '#domain/shared/values/calendar-date.ts';
import { type Cents, formatMoney, toCents, toDecimal } from '#domain/shared/values/money.ts';
import { isSettledStatus } from '#domain/signatures/envelope-status.ts';
import type { Check, StatementCheckInput } from '#domain/statements/checked-statement.ts';
import type { Statement } from '#domain/statements/statement.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { useTimeZoneAt } from '../../organizations/homes/queries.ts';
import { paths } from '../../paths.ts';
import { envelopesOfCaseQuery } from '../../signatures/queries.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';
import { FormDialog } from '../../ui/feedback/form-dialog.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { FormFields } from '../../ui/fields/field-input.tsx';
import { useSentForm } from '../../ui/fields/use-values-form.ts';
import { DisabledReasonButton } from '../../ui/gated-button.tsx';
import { toastUnsaved } from '../../ui/record-form/save-state.tsx';
import { statementsQuery, useFinalizeStatement } from '../queries.ts';
import classes from './statement.module.css';

const reasonField = {
  name: 'reason',
  label: 'Reason for the new version',
  kind: 'text',
  maxLength: 500,
  isFirst: true,
} as const;

interface FinalizeDialogProps {
  caseId: string;
  version: number;
  /** Cents, as shown on the screen. */
  total: Cents;
  warnings: readonly Check[];
  onClose: () => void;
}

const FinalizeDialog = ({ caseId, version, total, warnings, onClose }: FinalizeDialogProps) => {
  const finalizing = useFinalizeStatement(caseId);
  const keyFor = useIdempotencyKey();
  const { form, ...sent } = useSentForm({
    start: { reason: '' },
    send: ({ reason }) => {
      const body = { complete_total: toDecimal(total), ...(reason.trim() ? { reason } : {}) };
      return finalizing.mutateAsync({ body, idempotencyKey: keyFor({ body, version }) });
    },
    done: ({ statement_number }) => `Statement ${statement_number} finalized`,
    onDone: onClose,
  });
  return (
    <FormDialog title={`Finalize version ${version}`} submit="Finalize" {...sent} onClose={onClose}>
      <Text>
        Statement of <strong>{formatMoney(total)}</strong> is locked and numbered. Later fee changes go into the next
        version.
      </Text>
      {warnings.map(({ id, title, detail }) => (
        <Notice key={id} tone="warning" title={title}>
          {detail}
        </Notice>
      ))}
      {version > 1 && <FormFields form={form} fields={[reasonField]} />}
    </FormDialog>
  );
};

export interface NewestStatement {
  newest: Statement;
  next: number;
  isChanged: boolean;
}

/** Returns the newest Statement and whether the case or the unsaved fees differ from it; undefined without one. */
export const useNewestStatement = (caseId: string, complete: Cents): NewestStatement | undefined => {
  const { data } = useQuery(statementsQuery(useApi(), caseId));
  const newest = data?.statements[0];
  if (!newest) return undefined;
  const isChanged = data.has_changes || toCents(newest.complete_total) !== complete;
  return { newest, next: data.next_version, isChanged };
};

const signedText = ({ acceptance }: Statement): string => {
  if (!acceptance) return 'not signed yet';
  const { signed_by, co_signer_1, co_signer_2, signatures, accepted_by } = acceptance;
  const names = signatures?.map(({ name }) => name) ?? [signed_by, co_signer_1, co_signer_2].filter(Boolean);
  return names.length > 0 ? `signed by ${names.join(' and ')}` : `accepted by ${accepted_by}`;
};

const sinceText = ({ newest, next, isChanged }: NewestStatement, complete: Cents): string => {
  if (!isChanged) return '; nothing changed since.';
  const before = toCents(newest.complete_total);
  const what =
    before === complete ? 'Details' : `The complete total (${formatMoney(before)}, now ${formatMoney(complete)})`;
  return `. ${what} changed since: finalize version ${next}.`;
};

interface StatementStateProps {
  caseRecord: Case;
  complete: Cents;
}

/** One line at the top of the fees: how far the Statement is. */
export const StatementState = ({ caseRecord, complete }: StatementStateProps) => {
  const state = useNewestStatement(caseRecord.id, complete);
  const { isPending } = useQuery(statementsQuery(useApi(), caseRecord.id));
  const timeZone = useTimeZoneAt(caseRecord.funeral_home_id);
  if (!state)
    return (
      <p className={classes.state} role="status">
        {isPending ? '\u00a0' : 'Statement: version 1 is a draft, not finalized yet.'}
      </p>
    );
  const { version, finalized_at, acceptance } = state.newest;
  const day = formatDate(todayIn(timeZone, new Date(finalized_at)));
  return (
    <p className={classes.state} role="status" data-tone={state.isChanged ? 'warn' : acceptance ? 'ok' : 'info'}>
      Statement: version {version} finalized {day}, {signedText(state.newest)}
      {sinceText(state, complete)}
    </p>
  );
};

interface FinalizeButtonProps {
  caseRecord: Case;
  checked: StatementCheckInput;
  checks: readonly Check[];
  /** Saves pending changes, because stored fees are frozen; resolves to whether all are saved. */
  onBefore: () => Promise<boolean>;
}

const UpToDate = ({ caseId, statement: { version, status } }: { caseId: string; statement: Statement }) => {
  const can = useCan();
  const { data: envelopes } = useQuery(envelopesOfCaseQuery(useApi(), caseId));
  const asked = envelopes?.find(
    (envelope) =>
      !isSettledStatus(envelope.status) &&
      envelope.documents.some(({ statement_version }) => statement_version === version),
  );
  if (status !== 'final' || !can('signature:send')) return null;
  return (
    <div className={classes.finalize}>
      <Button
        component={Link}
        to={asked ? paths.signature(asked.id) : paths.signatureOfStatement(caseId, version)}
        fullWidth
        size="md"
        leftSection={<IconWritingSign size={18} stroke={1.6} aria-hidden />}
      >
        {asked ? 'See signature request' : 'Request signatures'}
      </Button>
    </div>
  );
};

/** Freezes the fees as the next version, or shows the problems to fix first. */
export const FinalizeButton = ({ caseRecord, checked, checks, onBefore }: FinalizeButtonProps) => {
  const { data } = useQuery(statementsQuery(useApi(), caseRecord.id));
  const viewer = actorOf(useCurrentUser());
  const [asking, setAsking] = useState(false);
  if (!data || !isAllowed(viewer, 'statement:finalize', caseRecord)) return null;
  const stops = checks.filter(({ tone }) => tone === 'stop').length;
  const [newest] = data.statements;
  if (newest && !data.has_changes) return <UpToDate caseId={caseRecord.id} statement={newest} />;
  const things = stops === 1 ? '1 issue to fix first' : `${stops} issues to fix first`;
  return (
    <div className={classes.finalize}>
      <DisabledReasonButton
        fullWidth
        size="md"
        leftSection={<IconLock size={18} stroke={1.6} aria-hidden />}
        reason={stops > 0 ? things : undefined}
        onClick={() => void onBefore().then((isSaved) => (isSaved ? setAsking(true) : toastUnsaved(['the fees'])))}
      >
        Finalize version {data.next_version}
      </DisabledReasonButton>
      <p className={classes.detail}>{stops > 0 ? things : `Draft, version ${data.next_version}`}</p>
      {asking && (
        <FinalizeDialog
          caseId={caseRecord.id}
          version={data.next_version}
          total={checked.totals.complete}
          warnings={checks.filter(({ tone }) => tone === 'warn')}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
};
