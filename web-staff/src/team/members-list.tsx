import { ActionIcon, Button, Menu, Text } from '@mantine/core';
import { IconDots, IconHistory, IconShieldOff, IconUsers } from '@tabler/icons-react';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { actorOf, assignableRoles } from '#domain/registry/policies.ts';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { addDays, formatDate } from '#domain/shared/values/calendar-date.ts';
import type { ListedMember, TeamMember } from '#domain/team/team.endpoints.ts';
import { dayOfWork, teamMessages } from '#domain/team/team.rules.ts';
import { useApi } from '../api/api-context.ts';
import { AuditList } from '../audit/parts/audit-list.tsx';
import type { AuditText } from '../audit/parts/case-audit-text.ts';
import { paths } from '../paths.ts';
import { ConfirmDialog } from '../ui/feedback/confirm-dialog.tsx';
import { FormDialog } from '../ui/feedback/form-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { useSentForm } from '../ui/fields/use-values-form.ts';
import { DisabledReasonButton } from '../ui/gated-button.tsx';
import { SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import { SearchBox } from '../ui/lists/list-page.tsx';
import { SidePanel } from '../ui/page/side-panel.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { useChangeMember, useResetAuthenticator, useSetMemberStatus } from './mutations.ts';
import { useCan, useCurrentUser } from './parts/current-user.ts';
import { HomeChoice, homeField, RoleChoice, roleField } from './parts/role-choice.tsx';
import { memberHistoryQuery, membersQuery } from './queries.ts';
import classes from './row-list.module.css';
import { RowList } from './row-list.tsx';
import { deactivationRefusal, isLastOwner, unmanageableReason } from './team-rights.ts';

interface MemberDialogProps {
  member: TeamMember;
  lastOwner: boolean;
  onClose: () => void;
}

const MemberDialog = ({ member, lastOwner, onClose }: MemberDialogProps) => {
  const user = useCurrentUser();
  const change = useChangeMember(member.id);
  const { form, onSubmit, busy } = useSentForm({
    start: { role: member.role, funeral_home: member.funeral_home },
    send: change.mutateAsync,
    done: (_, { role }) =>
      role === member.role
        ? `${member.full_name} moved to another location`
        : `${member.full_name} is now ${roleLabels[role].toLowerCase()}`,
    onDone: onClose,
  });
  return (
    <FormDialog
      title={`${member.full_name}: role and location`}
      submit="Save Changes"
      busy={busy}
      onSubmit={form.isChanged ? onSubmit : onClose}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        {member.email}. Changes take effect right away.
      </Text>
      {member.id === user.id && form.isChanged && (
        <Notice tone="warning">
          This is your own account. If you change your role, you may not be able to change it back.
        </Notice>
      )}
      <RoleChoice
        roles={assignableRoles(actorOf(user))}
        {...form.bind(roleField)}
        fixed={lastOwner ? teamMessages.lastOwner : undefined}
      />
      <HomeChoice {...form.bind(homeField)} />
    </FormDialog>
  );
};

/**
 * Returns rows in the order first seen: a row just changed stays in place even if the server would sort it elsewhere.
 * New rows follow.
 */
const useStableOrder = <Row extends { id: string }>(rows: readonly Row[]): readonly Row[] => {
  const [ranks] = useState(() => new Map<string, number>());
  for (const { id } of rows) if (!ranks.has(id)) ranks.set(id, ranks.size);
  const rankOf = ({ id }: Row): number => ranks.get(id) ?? ranks.size;
  return rows.toSorted((a, b) => rankOf(a) - rankOf(b));
};

interface MemberMenuProps {
  member: TeamMember;
  onResetAuthenticator: () => void;
  onHistory: () => void;
}

const MemberMenu = ({ member, onResetAuthenticator, onHistory }: MemberMenuProps) => {
  const audits = useCan()('team:audit');
  const own = useCurrentUser().id === member.id;
  const icon = <IconShieldOff size={18} stroke={1.6} aria-hidden />;
  return (
    <Menu position="bottom-end" shadow="md">
      <Menu.Target>
        <ActionIcon variant="subtle" size="1.625rem" aria-label={`More for ${member.full_name}`}>
          <IconDots size={18} stroke={1.6} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {own ? (
          <Menu.Item component={Link} to={paths.profile} leftSection={icon}>
            Your authenticator app
          </Menu.Item>
        ) : (
          <Menu.Item leftSection={icon} disabled={member.status !== 'active'} onClick={onResetAuthenticator}>
            Reset the authenticator app
          </Menu.Item>
        )}
        {audits && (
          <Menu.Item leftSection={<IconHistory size={18} stroke={1.6} aria-hidden />} onClick={onHistory}>
            History and sign-ins
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
};

/** Asks twice, because a caller may impersonate the member. */
const ResetAuthenticatorDialog = ({ member, onClose }: { member: TeamMember; onClose: () => void }) => {
  const reset = useResetAuthenticator();
  const { id, full_name: name, email } = member;
  return (
    <ConfirmDialog
      title={`Reset the authenticator app of ${name}?`}
      confirmLabel="Reset"
      danger
      action={async () => {
        await reset.mutateAsync(id);
        toastSuccess(`Authenticator app reset for ${name}. They will get an email.`);
      }}
      text={
        <>
          <Text>
            {name} ({email}) will be signed out everywhere and can sign in with just a password until they set up an app
            again.
          </Text>
          <Text mt="xs">Make sure the request is really from them. Talk to them; do not rely on email.</Text>
        </>
      }
      onClose={onClose}
    />
  );
};

const memberAuditText: AuditText = { fieldOf: () => undefined };

/** Includes sign-ins: one that was started and is followed by no success has failed. */
const MemberHistory = ({ member, onClose }: { member: TeamMember; onClose: () => void }) => {
  const query = useInfiniteQuery(memberHistoryQuery(useApi(), member.id));
  return (
    <SidePanel title={`${member.full_name}: history`} closeLabel="Close the history" onClose={onClose}>
      <AuditList query={query} text={memberAuditText} />
    </SidePanel>
  );
};

const folded = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const matching = <Member extends TeamMember>(members: readonly Member[], search: string): Member[] => {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return members.filter((member) => {
    const text = folded(`${member.full_name} ${member.email} ${roleLabels[member.role]} ${member.funeral_home_name}`);
    return words.every((word) => text.includes(word));
  });
};

const lastSeenText = ({ last_seen_on: day }: ListedMember): string => {
  const today = dayOfWork(new Date());
  if (!day) return 'Not recorded yet';
  return day === today ? 'Today' : day === addDays(today, -1) ? 'Yesterday' : formatDate(day);
};
const twoStepText = ({ has_authenticator }: ListedMember): string =>
  has_authenticator ? 'Two-step sign-in on' : 'Two-step sign-in off';

const seen = {
  header: 'Last seen',
  cell: (member: ListedMember) => (
    <>
      {lastSeenText(member)}
      <SecondaryLine>{twoStepText(member)}</SecondaryLine>
    </>
  ),
};

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
          aria-label={`Edit role and location of ${member.full_name}`}
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
            placeholder="Search by name, email, role or location…"
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
          ...(manages ? [seen] : []),
        ]}
        card={(member) => (
          <>
            <SpaceBetween>
              {roleLabels[member.role]}
              <StatusBadge status={member.status} />
            </SpaceBetween>
            <SecondaryLine>{member.funeral_home_name}</SecondaryLine>
            {manages && (
              <SecondaryLine>
                Last seen: {lastSeenText(member)} · {twoStepText(member)}
              </SecondaryLine>
            )}
          </>
        )}
        actions={manages ? actions : undefined}
        empty={
          <EmptyState
            icon={<IconUsers size={40} stroke={1.2} />}
            title="No matches"
            text="Try a different name, email, role or location."
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

const StatusDialog = ({ member, onClose }: { member: TeamMember; onClose: () => void }) => {
  const change = useSetMemberStatus();
  const { id, full_name: name, email } = member;
  const leaving = member.status === 'active';
  return (
    <ConfirmDialog
      title={leaving ? `Deactivate ${name}?` : `Reactivate ${name}?`}
      confirmLabel={leaving ? 'Deactivate' : 'Reactivate'}
      danger={leaving}
      action={async () => {
        await change.mutateAsync({ id, status: leaving ? 'deactivated' : 'active' });
        toastSuccess(leaving ? `${name} was deactivated` : `${name} was reactivated`);
      }}
      text={
        leaving
          ? `${name} (${email}) will be signed out everywhere and lose access immediately. Their activity stays in the audit log. You can reactivate them anytime.`
          : `${name} (${email}) can sign in again with their password, as ${roleLabels[member.role].toLowerCase()} at ${member.funeral_home_name}.`
      }
      onClose={onClose}
    />
  );
};
