import { Button } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { useApi } from '../../api/api-context.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { invitationsQuery, membersQuery } from '../../team/queries.ts';
import { lazyDialog } from '../../ui/feedback/lazy-component.tsx';
import { ErrorState, RowsSkeleton } from '../../ui/feedback/states.tsx';
import { SecondaryLine, SpaceBetween } from '../../ui/lists/cells.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import classes from './onboarding-page.module.css';

const InviteDialog = lazyDialog(async () => (await import('../../team/parts/invite-dialog.tsx')).InviteDialog);

interface TeamStepProps {
  aside: ReactNode;
  busy: boolean;
  onDone: () => void;
}

/** Who is here and who is invited, and the way to invite more. */
export const TeamStep = ({ aside, busy, onDone }: TeamStepProps) => {
  const call = useApi();
  const { id: self } = useCurrentUser();
  const members = useQuery(membersQuery(call));
  const invitations = useQuery(invitationsQuery(call));
  const [inviting, setInviting] = useState(false);
  const failed = members.isError ? members : invitations.isError ? invitations : undefined;
  const people = [
    ...(members.data ?? []).map((one) => ({
      ...one,
      name: one.id === self ? `${one.full_name} (you)` : one.full_name,
    })),
    ...(invitations.data ?? [])
      .filter(({ status }) => status === 'pending' || status === 'expired')
      .map((one) => ({ ...one, name: one.email })),
  ];
  return (
    <>
      {failed ? (
        <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
      ) : !members.data || !invitations.data ? (
        <RowsSkeleton rows={2} />
      ) : (
        <ul className={classes.people} aria-label="Members and invitations">
          {people.map(({ id, name, role, status, funeral_home_name }) => (
            <li key={id}>
              <SpaceBetween>
                <strong>{name}</strong>
                <StatusBadge status={status} />
              </SpaceBetween>
              <SecondaryLine>
                {roleLabels[role]} at {funeral_home_name}
              </SecondaryLine>
            </li>
          ))}
        </ul>
      )}
      <Button
        variant="light"
        className={classes.invite}
        leftSection={<IconMailPlus size={18} stroke={1.6} aria-hidden />}
        onClick={() => setInviting(true)}
      >
        Invite a colleague
      </Button>
      <div className={classes.foot}>
        {aside}
        <Button loading={busy} onClick={onDone}>
          Continue
        </Button>
      </div>
      {inviting && <InviteDialog members={members.data ?? []} onClose={() => setInviting(false)} />}
    </>
  );
};
