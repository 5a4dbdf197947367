import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../../paths.ts';

/** Without a connection no one can sign in, but a user of this device can take a first call. */
export const CallInstead = () => {
  const [name, setName] = useState<string>();
  const [isLost, setLost] = useState(false);
  useEffect(() => {
    const look = () =>
      void fetch('/config.json', { cache: 'no-store' }).then(
        () => setLost(false),
        () => setLost(true),
      );
    look();
    window.addEventListener('online', look);
    window.addEventListener('offline', look);
    return () => {
      window.removeEventListener('online', look);
      window.removeEventListener('offline', look);
    };
  }, []);
  useEffect(() => {
    if (!isLost) return;
    // Loads only now, because a sign-in with a connection must not wait for it.
    import('../../session/device/device-person.ts')
      .then(({ devicePerson }) => devicePerson())
      .then(
        (person) => setName(person?.name),
        () => undefined,
      );
  }, [isLost]);
  if (!isLost || !name) return null;
  return (
    <Stack gap="sm" mt="lg" role="status">
      <Text>
        You are offline. You can take a first call without signing in. It is encrypted on this device and sent when{' '}
        {name} signs in again.
      </Text>
      <Button component={Link} to={paths.firstCallHere} variant="default">
        Take a call
      </Button>
    </Stack>
  );
};
