import { Anchor, Button, List, Text } from '@mantine/core';
import { Link } from 'react-router';
import type { Onboarding } from '#domain/organizations/onboarding.endpoints.ts';
import { paths } from '../../paths.ts';
import { useCurrentUser } from '../../team/parts/current-user.ts';
import { Notice } from '../../ui/feedback/notice.tsx';
import { PublicAddress } from '../parts/public-address.tsx';
import classes from './onboarding-page.module.css';
import { onboardingTitles } from './queries.ts';

interface FinishStepProps {
  onboarding: Onboarding;
  busy: boolean;
  onFinish: () => void;
}

/** What is still open, what must not be forgotten, and where families find the home from now on. */
export const FinishStep = ({ onboarding, busy, onFinish }: FinishStepProps) => {
  const { funeral_home_details: home } = useCurrentUser();
  const open = onboarding.steps.filter(({ done }) => !done);
  return (
    <>
      {open.length === 0 ? (
        <Text>Everything is in place. Once you finish, this page is no longer shown.</Text>
      ) : (
        <>
          <Text>You can finish now. Not done yet:</Text>
          <List mt="xs">
            {open.map(({ id }) => (
              <List.Item key={id}>
                <Anchor component={Link} to={paths.onboardingStep(id)} inherit>
                  {onboardingTitles[id]}
                </Anchor>
              </List.Item>
            ))}
          </List>
        </>
      )}
      {home.notification_emails.length === 0 && (
        <div className={classes.part}>
          <Notice tone="warning" title="Nobody is told of new submissions">
            No email goes out when a family reports a death to {home.name}.{' '}
            <Anchor component={Link} to={paths.onboardingStep('settings')} inherit c="inherit" underline="always">
              Add an address
            </Anchor>
          </Notice>
        </div>
      )}
      <Text mt="sm">
        Families report a death to {home.name} here. Put this link on your own web site:
        <br />
        <PublicAddress slug={home.slug} home={home.name} />
      </Text>
      <div className={classes.foot}>
        <Button loading={busy} onClick={onFinish}>
          Finish the set-up
        </Button>
      </div>
    </>
  );
};
