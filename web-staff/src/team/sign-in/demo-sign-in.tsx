import { Button, Stack, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { identity } from '../../session/identity.ts';
import { problemOf } from '../../session/problem-of.ts';
import { Notice } from '../../ui/feedback/notice.tsx';

interface Demo {
  password: string;
  accounts: { email: string; role: string; work: string }[];
}

/** The accounts of the demo, one click each. Only a local product names them in its configuration. */
export const DemoSignIn = ({ onSignedIn }: { onSignedIn: () => void }) => {
  const [demo, setDemo] = useState<Demo>();
  const [chosen, setChosen] = useState<string>();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    fetch('/config.json')
      .then((response) => response.json())
      .then((config: { demo?: Demo }) => setDemo(config.demo))
      .catch(() => undefined);
  }, []);
  if (!demo) return null;
  const signIn = (email: string) => {
    setChosen(email);
    setProblem(undefined);
    identity
      .signIn(email, demo.password)
      .then(onSignedIn)
      .catch((error: unknown) => setProblem(problemOf(error)))
      .finally(() => setChosen(undefined));
  };
  return (
    <Stack component="section" gap="xs" mt="xl" aria-labelledby="demo-accounts">
      <Text id="demo-accounts" component="h2" fw={600}>
        Try the demo as
      </Text>
      {problem && <Notice tone="problem">{problem}</Notice>}
      {demo.accounts.map(({ email, role, work }) => (
        <Button key={email} variant="default" fullWidth loading={chosen === email} onClick={() => signIn(email)}>
          {role} ({work})
        </Button>
      ))}
    </Stack>
  );
};
