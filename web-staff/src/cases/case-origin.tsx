import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { paths } from '../paths.ts';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import classes from './case-page.module.css';

/** When a case was opened, by whom and from what. */
export const CaseOrigin = ({ kase: caseRecord }: { kase: Case }) => (
  <p className={classes.origin}>
    Opened <TimeAgo at={caseRecord.created_at} />
    {caseRecord.created_by_name && ` by ${caseRecord.created_by_name}`} at {caseRecord.funeral_home_name}
    {caseRecord.source_submission_id && (
      <>
        {' '}
        from a{' '}
        <Anchor component={Link} to={paths.submission(caseRecord.source_submission_id)} inherit underline="always">
          submission of the family
        </Anchor>
      </>
    )}
    {caseRecord.source_first_call_id && (
      <>
        {' '}
        from a{' '}
        <Anchor component={Link} to={paths.firstCall(caseRecord.source_first_call_id)} inherit underline="always">
          first call
        </Anchor>
      </>
    )}
  </p>
);
