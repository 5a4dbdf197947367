import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { paths } from '../../paths.ts';
import { TimeAgo } from '../../ui/time/time-ago.tsx';
import classes from './case-page.module.css';

/** When a case was opened, by whom and from what. */
export const CaseOrigin = ({ kase }: { kase: Case }) => (
  <p className={classes.origin}>
    Opened <TimeAgo at={kase.created_at} />
    {kase.created_by_name && ` by ${kase.created_by_name}`} at {kase.funeral_home_name}
    {kase.source_submission_id && (
      <>
        {' '}
        from a{' '}
        <Anchor component={Link} to={paths.submission(kase.source_submission_id)} inherit underline="always">
          submission of the family
        </Anchor>
      </>
    )}
    {kase.source_first_call_id && (
      <>
        {' '}
        from a{' '}
        <Anchor component={Link} to={paths.firstCall(kase.source_first_call_id)} inherit underline="always">
          first call
        </Anchor>
      </>
    )}
  </p>
);
