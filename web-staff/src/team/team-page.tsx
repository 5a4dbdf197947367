import { Button } from '@mantine/core';
import { IconMailPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Role } from '#domain/shared/access/roles.ts';
import { useApi } from '../api/api-context.ts';
import { lazyComponent, lazyDialog } from '../ui/feedback/lazy-component.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { InvitationsList } from './invitations-list.tsx';
import { MembersList } from './members-list.tsx';
import { useCan, useCurrentUser } from './parts/current-user.ts';
import { membersQuery, usePendingInvitations } from './queries.ts';

const SignInPanel = lazyComponent(async () => (await import('./sign-in-panel.tsx')).SignInPanel);
const DeletedRecords = lazyComponent(async () => (await import('./deleted-records.tsx')).DeletedRecords);
const InviteDialog = lazyDialog(async () => (await import('./parts/invite-dialog.tsx')).InviteDialog);

const leadFor = (role: Role): string => {
  if (role === 'super_admin') return 'Everybody who works with Stillwater here, and those who are invited.';
  if (role === 'funeral_home_admin') return 'You manage the people of your own funeral home, except owners.';
  return 'Everybody who works with Stillwater here. Owners and administrators change roles and access.';
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
  const [inviting, setInviting] = useState(false);
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
            <Button leftSection={<IconMailPlus size={18} stroke={1.6} aria-hidden />} onClick={() => setInviting(true)}>
              Invite a colleague
            </Button>
          )
        }
      />
      <LinkTabs label="Team" tabs={tabs} shown={shown} />
      {shown === 'members' && <MembersList />}
      {shown === 'invitations' && <InvitationsList />}
      {shown === 'sign-in' && <SignInPanel />}
      {shown === 'deleted' && <DeletedRecords />}
      {inviting && (
        <InviteDialog
          members={members.data ?? []}
          onClose={() => setInviting(false)}
          onInvited={() => setParams({ tab: 'invitations' })}
        />
      )}
    </>
  );
};
