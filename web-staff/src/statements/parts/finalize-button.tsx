import { Button } from '@mantine/core';
import { IconLock, IconWritingSign } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { actorOf, isAllowed } from '#domain/shared/access/policies.ts';
import { isSettledStatus } from '#domain/signatures/envelope-policy.ts';
import type { Check, StatementCheckInput } from '#domain/statements/checked-statement.ts';
import type { Statement } from '#domain/statements/statement.schema.ts';
import { useApi } from '../../api/api-context.ts';
import { paths } from '../../paths.ts';
import { envelopesOfCaseQuery } from '../../signatures/queries.ts';
import { useCan, useCurrentUser } from '../../team/parts/current-user.ts';
import { DisabledReasonButton } from '../../ui/gated-button.tsx';
import { toastUnsaved } from '../../ui/record-form/toast-unsaved.ts';
import { statementsQuery } from '../queries.ts';
import { FinalizeDialog } from './finalize-dialog.tsx';
import classes from './statement.module.css';

interface FinalizeButtonProps {
  kase: Case;
  checked: StatementCheckInput;
  checks: readonly Check[];
  /** Saves what still waits: what is frozen is what is kept. */
  /** Saves what waits; answers whether everything is saved. */
  onBefore: () => Promise<boolean>;
}

/** Nothing has changed since the last version: it is to be signed next. */
const UpToDate = ({ caseId, statement: { version, status } }: { caseId: string; statement: Statement }) => {
  const can = useCan();
  const { data: envelopes } = useQuery(envelopesOfCaseQuery(useApi(), caseId));
  const asked = envelopes?.find(
    (one) =>
      !isSettledStatus(one.status) && one.documents.some(({ statement_version }) => statement_version === version),
  );
  return (
    <div className={classes.finalize}>
      {status === 'final' && can('signature:send') && (
        <Button
          component={Link}
          to={asked ? paths.signature(asked.id) : paths.signatureOfStatement(caseId, version)}
          fullWidth
          size="md"
          leftSection={<IconWritingSign size={18} stroke={1.6} aria-hidden />}
        >
          {asked ? 'See signature request' : 'Request signatures'}
        </Button>
      )}
      <p className={classes.said}>Version {version} is finalized. Nothing has changed since.</p>
    </div>
  );
};

/** Freezes the fees as the next version; while something is to be mended it says so. */
export const FinalizeButton = ({ kase: caseRecord, checked, checks, onBefore }: FinalizeButtonProps) => {
  const { data } = useQuery(statementsQuery(useApi(), caseRecord.id));
  const viewer = actorOf(useCurrentUser());
  const [asking, setAsking] = useState(false);
  if (!data || !isAllowed(viewer, 'statement:finalize', caseRecord)) return null;
  const stops = checks.filter(({ tone }) => tone === 'stop').length;
  const [newest] = data.statements;
  if (newest && !data.has_changes) return <UpToDate caseId={caseRecord.id} statement={newest} />;
  const things = stops === 1 ? '1 thing to mend first' : `${stops} things to mend first`;
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
      <p className={classes.said}>{stops > 0 ? things : `Draft, version ${data.next_version}`}</p>
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
