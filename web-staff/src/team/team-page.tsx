import { Button } from '@mantine/core';
import { IconMail, IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { actorOf, isAllowed } from '#domain/registry/policies.ts';
import { type Role, roleLabels } from '#domain/shared/access/roles.ts';
import { type MailProblem, mailProblemText } from '#domain/shared/email/mail-problem.ts';
import type { TeamInvitation } from '#domain/team/team.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { ConfirmDialog, DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { lazyComponent, lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { SecondaryLine, SpaceBetween } from '../ui/lists/cells.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { SectionCard } from '../ui/page/section-card.tsx';
import { StatusBadge } from '../ui/status-badge.tsx';
import { TimeAgo } from '../ui/time/time-ago.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import { MembersList } from './members-list.tsx';
import { useCancelInvitation, useResendInvitation } from './mutations.ts';
import { useCan, useCurrentUser } from './parts/current-user.ts';
import { invitationsQuery, membersQuery, usePendingInvitations } from './queries.ts';
import classes from './row-list.module.css';
import { RowList } from './row-list.tsx';
import { unmanageableReason } from './team-rights.ts';

const isOpen = ({ status }: TeamInvitation): boolean => status === 'pending' || status === 'expired';

const whatToDo: Readonly<Record<MailProblem, string>> = {
  no_mailbox: 'Check the address. If it is wrong, revoke this invitation and invite the right one.',
  not_taken: 'Ask your colleague to look into their mailbox, then send it again.',
  complaint: 'Revoke this invitation and invite your colleague at another address.',
  rejected: 'Send it again. If that does not help, ask your operator.',
  delayed: 'Wait some hours before you send it again: the earlier link would stop working.',
};

const Progress = ({ status, sent_at, expires_at, mail_problem }: TeamInvitation) => {
  if (mail_problem)
    return (
      <>
        <strong>{mailProblemText[mail_problem]}</strong>
        <SecondaryLine>{whatToDo[mail_problem]}</SecondaryLine>
      </>
    );
  if (status === 'expired') return <>Expired {exactTime(expires_at)}</>;
  if (sent_at === null) return <>Sending email…</>;
  return (
    <>
      Sent <TimeAgo at={sent_at} />
      <SecondaryLine>Expires {exactTime(expires_at)}</SecondaryLine>
    </>
  );
};

const InvitationsList = () => {
  const call = useApi();
  const user = useCurrentUser();
  const manages = useCan()('team:manage');
  const query = useQuery(invitationsQuery(call));
  const [earlierShown, showEarlier] = useState(false);
  const [cancelling, setCancelling] = useState<TeamInvitation>();
  const resend = useResendInvitation();
  const open = query.data?.filter(isOpen) ?? [];
  const earlier = query.data?.filter((one) => !isOpen(one)) ?? [];

  const actions = (one: TeamInvitation) => {
    const person = { role: one.role, homeId: one.funeral_home };
    const manageable = isAllowed(actorOf(user), 'member:manage', person);
    const reason = unmanageableReason({ ...one, manageable });
    if (reason) return <span className={classes.reason}>{reason}</span>;
    return (
      <>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={`Send again to ${one.email}`}
          loading={resend.isPending && resend.variables === one.id}
          onClick={() =>
            resend.mutate(one.id, {
              onSuccess: () => toastSuccess(`New invitation sent to ${one.email}. The old link no longer works.`),
              onError: toastFailure,
            })
          }
        >
          Send again
        </Button>
        <Button
          variant="subtle"
          size="compact-sm"
          color="gray"
          aria-label={`Revoke invitation for ${one.email}`}
          onClick={() => setCancelling(one)}
        >
          Revoke
        </Button>
      </>
    );
  };

  return (
    <>
      <RowList
        label="Invitations"
        query={query}
        rows={open}
        titleHeader="Email"
        title={(one) => (
          <>
            {one.email}
            <SecondaryLine>Invited by {one.invited_by_name}</SecondaryLine>
          </>
        )}
        columns={[
          { header: 'Role', cell: ({ role }) => roleLabels[role] },
          { header: 'Funeral home', cell: (row) => row.funeral_home_name },
          { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
          { header: 'Link', cell: (one) => <Progress {...one} /> },
        ]}
        card={(one) => (
          <>
            <SpaceBetween>
              {roleLabels[one.role]}
              <StatusBadge status={one.status} />
            </SpaceBetween>
            <SecondaryLine>{one.funeral_home_name}</SecondaryLine>
            <div>
              <Progress {...one} />
            </div>
          </>
        )}
        actions={manages ? actions : undefined}
        empty={
          <EmptyState
            icon={<IconMail size={40} stroke={1.2} />}
            title="No pending invitations"
            text={
              manages
                ? 'Invite a colleague by email; they choose their own name and password.'
                : 'Owners and administrators can invite people.'
            }
          />
        }
      />
      {earlier.length > 0 && (
        <div className={classes.earlier}>
          <SectionCard
            id="earlier"
            title="Earlier invitations"
            summary={String(earlier.length)}
            open={earlierShown}
            onToggle={() => showEarlier(!earlierShown)}
          >
            <ul className={classes.cards} aria-label="Earlier invitations">
              {earlier.map((one) => (
                <li key={one.id} className={classes.card}>
                  <SpaceBetween>
                    <span className={classes.title}>{one.email}</span>
                    <StatusBadge status={one.status} />
                  </SpaceBetween>
                  <SecondaryLine>
                    {roleLabels[one.role]} at {one.funeral_home_name}, invited by {one.invited_by_name},{' '}
                    <TimeAgo at={one.created_at} />
                  </SecondaryLine>
                </li>
              ))}
            </ul>
          </SectionCard>
        </div>
      )}
      {cancelling && <CancelDialog invitation={cancelling} onClose={() => setCancelling(undefined)} />}
    </>
  );
};

const CancelDialog = ({ invitation, onClose }: { invitation: TeamInvitation; onClose: () => void }) => {
  const cancel = useCancelInvitation();
  return (
    <ConfirmDialog
      title="Revoke this invitation?"
      confirmLabel="Revoke the invitation"
      cancelLabel="Keep invitation"
      danger
      action={async () => {
        await cancel.mutateAsync(invitation.id);
        toastSuccess(`Invitation for ${invitation.email} revoked`);
      }}
      text={`The link that was emailed to ${invitation.email} will stop working.`}
      onClose={onClose}
    />
  );
};

const SignInPanel = lazyComponent(async () => (await import('./sign-in-panel.tsx')).SignInPanel);
const DeletedRecords = lazyComponent(async () => (await import('./deleted-records.tsx')).DeletedRecords);
const InviteDialog = lazyDialog(async () => (await import('./parts/invite-dialog.tsx')).InviteDialog);

const leadFor = (role: Role): string => {
  if (role === 'super_admin') return 'Everyone on your team, including pending invitations.';
  if (role === 'funeral_home_admin') return 'You manage people at your own location, except owners.';
  return 'Everyone on your team. Owners and administrators can change roles and access.';
};

export const TeamPage = () => {
  useDocumentTitle('Team');
  const call = useApi();
  const { role } = useCurrentUser();
  const can = useCan();
  const [manages, setsRules, forgets] = [can('team:manage'), can('organization:edit'), can('history:forget')];
  const [params, setParams] = useSearchParams();
  const members = useQuery(membersQuery(call));
  const pending = usePendingInvitations().data?.count ?? 0;
  const tabs = [
    { id: 'members', label: 'Members' },
    { id: 'invitations', label: 'Invitations', note: pending > 0 ? `${pending} pending` : undefined },
    ...(setsRules ? [{ id: 'sign-in', label: 'Sign-in' } as const] : []),
    ...(forgets ? [{ id: 'deleted', label: 'Deleted records' } as const] : []),
  ] as const;
  const shown = tabs.find(({ id }) => id === params.get('tab'))?.id ?? 'members';

  return (
    <>
      <PageHeader
        title="Team"
        lead={leadFor(role)}
        actions={
          manages && (
            <DialogOpener
              variant="filled"
              leftSection={<IconMailPlus size={18} stroke={1.6} aria-hidden />}
              dialog={(onClose) => (
                <InviteDialog
                  members={members.data ?? []}
                  onClose={onClose}
                  onInvited={() => setParams({ tab: 'invitations' })}
                />
              )}
            >
              Invite a colleague
            </DialogOpener>
          )
        }
      />
      <LinkTabs label="Team" tabs={tabs} shown={shown} />
      {shown === 'members' && <MembersList />}
      {shown === 'invitations' && <InvitationsList />}
      {shown === 'sign-in' && <SignInPanel />}
      {shown === 'deleted' && <DeletedRecords />}
    </>
  );
};
