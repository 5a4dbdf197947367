import { Button, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { actorOf } from '#domain/shared/access/policies.ts';
import { roleLabels } from '#domain/shared/access/roles.ts';
import type { TeamMember } from '#domain/team/team.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { ConfirmModal } from '../ui/feedback/confirm-modal.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import { SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import { SearchBox } from '../ui/lists/search-box.tsx';
import { useStableOrder } from '../ui/lists/use-steady-order.ts';
import { StatusBadge } from '../ui/status-badge.tsx';
import { MemberDialog } from './member-dialog.tsx';
import { MemberHistory } from './member-history.tsx';
import { MemberMenu } from './member-menu.tsx';
import { useSetMemberStatus } from './mutations.ts';
import { useCan, useCurrentUser } from './parts/current-user.ts';
import { membersQuery } from './queries.ts';
import { ResetAuthenticatorDialog } from './reset-authenticator-dialog.tsx';
import classes from './row-list.module.css';
import { RowList } from './row-list.tsx';
import { deactivationRefusal, isLastOwner, unmanageableReason } from './team-rights.ts';
import { matching } from './team-search.ts';

/** From this many people on the list can be searched. */
const searchableFrom = 8;

export const MembersList = () => {
  const call = useApi();
  const user = useCurrentUser();
  const manages = useCan()('team:manage');
  const query = useQuery(membersQuery(call));
  const members = useStableOrder(query.data ?? []);
  const [search, setSearch] = useState('');
  const [changing, setChanging] = useState<TeamMember>();
  const [turning, setTurning] = useState<TeamMember>();
  const [lookingAt, setLookingAt] = useState<TeamMember>();
  const [resetting, setResetting] = useState<TeamMember>();
  const rows = matching(members, search);

  const you = (member: TeamMember) => (member.id === user.id ? ' (you)' : '');
  const actions = (member: TeamMember) => {
    const reason = unmanageableReason(member);
    if (reason) return <span className={classes.reason}>{reason}</span>;
    const kept = member.status === 'active' ? deactivationRefusal(member, actorOf(user), members) : undefined;
    return (
      <>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Edit role and home of ${member.full_name}`}
          onClick={() => setChanging(member)}
        >
          Edit
        </Button>
        <DisabledReasonButton
          variant="subtle"
          size="compact-sm"
          color="gray"
          reason={kept}
          aria-label={`${member.status === 'active' ? 'Deactivate' : 'Reactivate'} ${member.full_name}`}
          onClick={() => setTurning(member)}
        >
          {member.status === 'active' ? 'Deactivate' : 'Reactivate'}
        </DisabledReasonButton>
        <MemberMenu
          member={member}
          onResetAuthenticator={() => setResetting(member)}
          onHistory={() => setLookingAt(member)}
        />
      </>
    );
  };

  return (
    <>
      {members.length >= searchableFrom && (
        <search className={classes.search}>
          <SearchBox
            label="Search the team"
            placeholder="Search by name, email, role or home…"
            value={search}
            onSearch={setSearch}
          />
        </search>
      )}
      <RowList
        label="Members"
        query={query}
        rows={rows}
        titleHeader="Name"
        title={(member) => (
          <>
            {member.full_name}
            {you(member)}
            <SecondaryLine>{member.email}</SecondaryLine>
          </>
        )}
        columns={[
          { header: 'Role', cell: ({ role }) => roleLabels[role] },
          { header: 'Funeral home', cell: (row) => row.funeral_home_name },
          { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        ]}
        card={(member) => (
          <>
            <SpaceBetween>
              {roleLabels[member.role]}
              <StatusBadge status={member.status} />
            </SpaceBetween>
            <SecondaryLine>{member.funeral_home_name}</SecondaryLine>
          </>
        )}
        actions={manages ? actions : undefined}
        empty={
          <EmptyState
            icon={<IconUsers size={40} stroke={1.2} />}
            title="Nobody matches"
            text="Try another name, email, role or home."
            action={
              <Button variant="default" onClick={() => setSearch('')}>
                Clear the search
              </Button>
            }
          />
        }
      />
      {changing && (
        <MemberDialog
          member={changing}
          lastOwner={isLastOwner(changing, members)}
          onClose={() => setChanging(undefined)}
        />
      )}
      {resetting && <ResetAuthenticatorDialog member={resetting} onClose={() => setResetting(undefined)} />}
      {lookingAt && <MemberHistory member={lookingAt} onClose={() => setLookingAt(undefined)} />}
      {turning && <StatusDialog member={turning} onClose={() => setTurning(undefined)} />}
    </>
  );
};

/** Says by name what happens to whom, before it does. */
const StatusDialog = ({ member, onClose }: { member: TeamMember; onClose: () => void }) => {
  const change = useSetMemberStatus();
  const leaving = member.status === 'active';
  const name = member.full_name;
  const confirm = () =>
    change.mutate(
      { id: member.id, status: leaving ? 'deactivated' : 'active' },
      {
        onSuccess: () => toastSuccess(leaving ? `${name} was deactivated` : `${name} has access again`),
        onError: toastFailure,
        onSettled: onClose,
      },
    );
  return (
    <ConfirmModal
      opened
      title={leaving ? `Deactivate ${name}?` : `Reactivate ${name}?`}
      confirmLabel={leaving ? 'Deactivate' : 'Reactivate'}
      danger={leaving}
      busy={change.isPending}
      onClose={onClose}
      onConfirm={confirm}
    >
      {leaving ? (
        <Text>
          {name} ({member.email}) is signed out everywhere and access ends at once. What they did stays on record. You
          can reactivate them at any time.
        </Text>
      ) : (
        <Text>
          {name} ({member.email}) can sign in again with their password, as {roleLabels[member.role].toLowerCase()} at{' '}
          {member.funeral_home_name}.
        </Text>
      )}
    </ConfirmModal>
  );
};
