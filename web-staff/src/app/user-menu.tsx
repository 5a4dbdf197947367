import { Avatar, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconLogout, IconTransfer, IconUser } from '@tabler/icons-react';
import { Link } from 'react-router';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { paths } from '../paths.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import classes from './user-menu.module.css';

export const UserMenu = ({ onSignOut }: { onSignOut: () => void }) => {
  const user = useCurrentUser();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const name = `${user.first_name} ${user.last_name}`;
  return (
    <Menu position="bottom-end" width={296} shadow="md" withinPortal={false}>
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
        <Menu.Label>Appearance</Menu.Label>
        <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as typeof colorScheme)}>
          <Menu.RadioItem value="auto">System</Menu.RadioItem>
          <Menu.RadioItem value="light">Light</Menu.RadioItem>
          <Menu.RadioItem value="dark">Dark</Menu.RadioItem>
        </Menu.RadioGroup>
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={paths.handover}
          leftSection={<IconTransfer size={18} stroke={1.6} aria-hidden />}
        >
          Hand-over
        </Menu.Item>
        <Menu.Item component={Link} to={paths.profile} leftSection={<IconUser size={18} stroke={1.6} aria-hidden />}>
          Your profile
        </Menu.Item>
        <Menu.Item leftSection={<IconLogout size={18} stroke={1.6} aria-hidden />} onClick={onSignOut}>
          Sign out
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
};
