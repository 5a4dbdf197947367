import { Button, Group, List, Text } from '@mantine/core';
import type { Onboarding } from '#domain/onboarding/onboarding.endpoints.ts';
import { onboardingTitles } from '../../session/onboarding.ts';

interface FinishStepProps {
  onboarding: Onboarding;
  busy: boolean;
  onFinish: () => void;
}

export const FinishStep = ({ onboarding, busy, onFinish }: FinishStepProps) => {
  const open = onboarding.steps.filter(({ done }) => !done);
  return (
    <>
      {open.length === 0 ? (
        <Text>Everything is in place. From now on this page is no longer shown.</Text>
      ) : (
        <>
          <Text>You can finish now. Not done yet:</Text>
          <List mt="xs">
            {open.map(({ id }) => (
              <List.Item key={id}>{onboardingTitles[id]}</List.Item>
            ))}
          </List>
        </>
      )}
      <Group justify="flex-end" mt="lg">
        <Button loading={busy} onClick={onFinish}>
          Finish the set-up
        </Button>
      </Group>
    </>
  );
};
