import { Anchor, Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { Link } from 'react-router';
import type { CaseStatus } from '#domain/cases/case.schema.ts';
import { shownPercent } from '#domain/signatures/envelope-status.ts';
import { useApi } from '../../api/api-context.ts';
import classes from '../../cases/parts/case-sidebar.module.css';
import { paths } from '../../paths.ts';
import { useCan } from '../../team/parts/current-user.ts';
import { ProgressBar } from '../../ui/feedback/progress-bar.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { envelopesOfCaseQuery } from '../queries.ts';
import { EnvelopeBadge } from './envelope-badge.tsx';

interface CaseSignaturesProps {
  caseId: string;
  status: CaseStatus;
}

export const CaseSignatures = ({ caseId, status }: CaseSignaturesProps) => {
  const can = useCan();
  const { data, isError, error, refetch } = useQuery(envelopesOfCaseQuery(useApi(), caseId));
  return (
    <>
      {!data && isError && (
        <ErrorState title="Failed to load signatures" error={error} onRetry={() => void refetch()} />
      )}
      {data?.length === 0 && <p className={classes.none}>No signature requests yet</p>}
      <ul className={classes.list}>
        {(data ?? []).map((envelope) => (
          <li key={envelope.id} className={classes.entry}>
            <Anchor component={Link} to={paths.signature(envelope.id)} inherit>
              {envelope.title}
            </Anchor>
            <span>
              <EnvelopeBadge status={envelope.status} />
            </span>
            <ProgressBar label="Signed" percent={shownPercent(envelope)} />
          </li>
        ))}
      </ul>
      {can('signature:send') && status !== 'cancelled' && (
        <div className={classes.none}>
          <Button component={Link} to={paths.signatureNew(caseId)} variant="default" fullWidth>
            {status === 'draft' ? 'Prepare a request' : 'Request signatures'}
          </Button>
          {status === 'draft' && <p>It can be sent once the case is active.</p>}
        </div>
      )}
    </>
  );
};

export const SignaturesPanel = (props: CaseSignaturesProps) => {
  const isNarrow = useMediaQuery('(max-width: 80em)', undefined, { getInitialValueInEffect: false });
  const heading = useId();
  return (
    isNarrow && (
      <section className={classes.panel} aria-labelledby={heading} style={{ marginTop: '1rem' }}>
        <div className={classes.head}>
          <h2 id={heading} className={classes.title}>
            Signatures
          </h2>
        </div>
        <CaseSignatures {...props} />
      </section>
    )
  );
};
