import type { CaseStatus } from '#domain/cases/case.schema.ts';
import type { SubmissionStatus } from '#domain/submissions/submission.schema.ts';
import type { TeamInvitation, TeamMember } from '#domain/team/team.endpoints.ts';
import classes from './status-badge.module.css';

type Status = SubmissionStatus | CaseStatus | TeamMember['status'] | TeamInvitation['status'];

/** A status in its own colour (D2 §2); the word is always there, so that nothing hangs on the colour. */
export const StatusBadge = ({ status }: { status: Status }) => (
  <span className={classes.badge} data-status={status}>
    {status.charAt(0).toUpperCase() + status.slice(1)}
  </span>
);
