import { Button } from '@mantine/core';
import { IconShieldCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { AuditProof, TrailProblem } from '#domain/shared/audit/audit-log.schema.ts';
import { useVerifyAuditLog } from '../../cases/queries.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { toastFailure } from '../../ui/feedback/toasts.tsx';
import { exactTime } from '../../ui/time/time-text.ts';
import classes from './audit-drawer.module.css';

/** What was found, in words for people who have never heard of seals and chains. */
const problems: Readonly<Record<TrailProblem, string>> = {
  'entry-changed': 'An entry was changed after it was recorded',
  'entry-missing': 'An entry was removed',
  'entry-unsealed': 'An entry was put in afterwards',
  'batch-changed': 'The seal of some entries was changed',
  'batch-missing': 'The seal of some entries was removed',
  'batch-out-of-order': 'The seals of this log were put in another order',
  'batch-forged': 'The seal of some entries was not made by Stillwater',
  'trail-cut': 'Earlier entries were cut off',
  'trail-missing': 'The whole log was removed',
  'chain-cut': 'The newest seals of your organization were removed',
};

const entriesText = (count: number): string => `${count.toLocaleString('en-US')} ${count === 1 ? 'entry' : 'entries'}`;

/** 'All 12 entries are as they were recorded, up to Nov 22, 2026, 10:12 PM.' */
export const provenText = ({ sealed, waiting, through }: AuditProof): string => {
  const proven =
    sealed === 0
      ? 'No entry has been sealed yet.'
      : `${entriesText(sealed)} ${sealed === 1 ? 'is as it was' : 'are as they were'} recorded${
          through ? `, up to ${exactTime(through)}` : ''
        }.`;
  if (waiting === 0) return proven;
  return `${proven} ${entriesText(waiting)} of the last minutes ${waiting === 1 ? 'is' : 'are'} sealed in a moment: verify again then.`;
};

/** Proves on demand that nothing of the log was changed, removed or put in, and says what was where it was. */
export const AuditVerification = ({ caseId }: { caseId: string }) => {
  const verification = useVerifyAuditLog(caseId);
  const proof = verification.data;
  const button = useRef<HTMLButtonElement>(null);
  // While it works the button is off, and loses the focus of whoever pressed it.
  const { isIdle, isPending } = verification;
  useEffect(() => {
    if (!isIdle && !isPending && document.activeElement === document.body) button.current?.focus();
  }, [isIdle, isPending]);
  return (
    <div className={classes.verify}>
      <Button
        ref={button}
        variant="default"
        fullWidth
        loading={isPending}
        leftSection={<IconShieldCheck size={18} stroke={1.6} aria-hidden />}
        onClick={() => verification.mutate(undefined, { onError: toastFailure })}
      >
        Verify this log
      </Button>
      {proof && <Result proof={proof} />}
    </div>
  );
};

const Result = ({ proof }: { proof: AuditProof }) =>
  proof.whole ? (
    <Notice tone="info" title="Nothing was changed or removed">
      {provenText(proof)}
    </Notice>
  ) : (
    <Notice tone="problem" title="This log is not what was recorded">
      Tell whoever runs Stillwater for you at once. {provenText(proof)}
      <ul className={classes.findings}>
        {proof.findings.map(({ problem, entry_id, at }) => (
          <li key={`${problem} ${entry_id} ${at}`}>
            {problems[problem]}
            {at && `: ${exactTime(at)}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
