import { Avatar, Menu, Text, UnstyledButton } from '@mantine/core';
import { IconLogout, IconUser } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { roleLabels } from '#domain/access/roles.ts';
import { ConfirmModal } from '#web-kit/confirm-modal.tsx';
import { useCurrentUser } from '../session/current-user.ts';
import { useSession } from '../session/session-context.ts';
import { dropUnsavedChanges, hasUnsavedChanges } from '../ui/unsaved-changes.tsx';
import { paths } from './paths.ts';
import classes from './user-menu.module.css';

export const UserMenu = () => {
  const user = useCurrentUser();
  const session = useSession();
  const [asking, setAsking] = useState(false);
  const name = `${user.first_name} ${user.last_name}`;

  /** Loading the sign-in page anew leaves nothing of the session in the tab's memory. */
  const signOut = async () => {
    dropUnsavedChanges();
    await session.signOut();
    window.location.assign(paths.signIn);
  };

  return (
    <>
      <Menu position="bottom-end" width={296} shadow="md" withInitialFocusPlaceholder={false} withinPortal={false}>
        <Menu.Target>
          <UnstyledButton className={classes.target}>
            <Avatar size={32} radius="xl" color="pine" aria-hidden>
              {user.first_name.charAt(0)}
              {user.last_name.charAt(0)}
            </Avatar>
            <span className={classes.who}>
              <span className={classes.name}>{name}</span>
              <span className={classes.role}>{roleLabels[user.role]}</span>
            </span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes.card}>
            <Text fw={600}>{name}</Text>
            <Text size="sm" c="dimmed" className={classes.email}>
              {user.email}
            </Text>
            <Text size="sm" mt="xs">
              {roleLabels[user.role]}
            </Text>
            <Text size="sm">{user.funeral_home_details.name}</Text>
          </div>
          <Menu.Divider />
          <Menu.Item component={Link} to={paths.profile} leftSection={<IconUser size={18} stroke={1.6} aria-hidden />}>
            Your profile
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />}
            onClick={() => (hasUnsavedChanges() ? setAsking(true) : void signOut())}
          >
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <ConfirmModal
        opened={asking}
        title="Sign out without saving?"
        confirmLabel="Sign out"
        cancelLabel="Keep editing"
        danger
        onClose={() => setAsking(false)}
        onConfirm={() => void signOut()}
      >
        <Text>Your changes have not been saved and will be lost.</Text>
      </ConfirmModal>
    </>
  );
};
