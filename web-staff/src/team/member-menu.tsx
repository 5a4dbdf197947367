import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconHistory, IconShieldOff } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { TeamMember } from '#domain/team/team.endpoints.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from './parts/current-user.ts';

interface MemberMenuProps {
  member: TeamMember;
  onResetAuthenticator: () => void;
  onHistory: () => void;
}

/** What is seldom done with a member. */
export const MemberMenu = ({ member, onResetAuthenticator, onHistory }: MemberMenuProps) => {
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
