import { Anchor, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useLocation, useNavigate } from 'react-router';
import { signInPath } from '../session/return-path.ts';
import { useSession, useSessionStatus } from '../session/session-context.ts';
import { useCurrentUser } from '../team/parts/current-user.ts';
import { lazyComponent } from '../ui/feedback/lazy-component.tsx';
import { discardUnsavedChanges, hasUnsavedChanges } from '../ui/record-form/use-record-form.tsx';

const SignInFlow = lazyComponent(async () => (await import('../team/sign-in/sign-in-flow.tsx')).SignInFlow);

/**
 * Shown once for any number of rejected calls. Without unsaved changes it leads to the sign-in page and back; otherwise
 * the same user signs in here, and the form stays.
 */
export const SessionEndedModal = () => {
  const ended = useSessionStatus() === 'ended';
  const session = useSession();
  const { email } = useCurrentUser();
  const navigate = useNavigate();
  const location = useLocation();
  const unsaved = ended && hasUnsavedChanges();

  const leave = () => {
    discardUnsavedChanges();
    void navigate(signInPath(location));
  };

  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      title="Your session has ended"
      centered
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      {unsaved ? (
        <Stack gap="md">
          <Text>You have unsaved changes on this page. Sign in here to keep them.</Text>
          <SignInFlow email={email} emailFixed onSignedIn={session.begin} />
          <Anchor component="button" type="button" onClick={leave}>
            Discard changes and go to sign-in
          </Anchor>
        </Stack>
      ) : (
        <Stack gap="lg">
          <Text>
            To protect families’ privacy, sessions end after a period of inactivity and when a password or authenticator
            app changes. Sign in again to continue where you left off.
          </Text>
          <Group data-dialog-foot justify="flex-end">
            <Button onClick={leave} data-autofocus>
              Sign in again
            </Button>
          </Group>
        </Stack>
      )}
    </Modal>
  );
};
