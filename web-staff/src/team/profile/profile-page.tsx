import { Button, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { roleLabels } from '#domain/shared/access/roles.ts';
import { accountEndpoints } from '#domain/team/account.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { countKeptCalls } from '../../first-calls/parts/device.ts';
import { signOutHere } from '../../first-calls/parts/leave.ts';
import { useSession } from '../../session/session-context.ts';
import { ConfirmModal } from '../../ui/feedback/confirm-modal.tsx';
import { toastFailure } from '../../ui/feedback/toasts.tsx';
import { useDocumentTitle } from '../../ui/page/document-title.ts';
import { PageHeader } from '../../ui/page/page-header.tsx';
import { useCurrentUser } from '../parts/current-user.ts';
import { AuthenticatorCard } from './authenticator-card.tsx';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import classes from './profile-page.module.css';

/** One's own account. */
export const ProfilePage = () => {
  useDocumentTitle('Your profile');
  const user = useCurrentUser();
  return (
    <>
      <PageHeader
        title="Your profile"
        lead={`${user.email} · ${roleLabels[user.role]} · ${user.funeral_home_details.name}`}
      />
      <div className={classes.panels}>
        <Panel title="About you" lead="Your colleagues see this. Role and home are changed on the team page.">
          <ProfileForm />
        </Panel>
        <Panel title="Password" lead="A new password signs you out on every other device.">
          <PasswordForm />
        </Panel>
        <Panel title="Two-step verification">
          <AuthenticatorCard />
        </Panel>
        <Panel title="Sessions" lead="If you lost a device or left one signed in, end every session of yours at once.">
          <SignOutEverywhere />
        </Panel>
      </div>
    </>
  );
};

const Panel = ({ title, lead, children }: { title: string; lead?: string; children: ReactNode }) => {
  const id = useId();
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {lead && <p className={classes.lead}>{lead}</p>}
      {children}
    </section>
  );
};

const SignOutEverywhere = () => {
  const session = useSession();
  const call = useApi();
  const { id } = useCurrentUser();
  /** `unsent`: calls on this device that go with it. */
  const [asking, setAsking] = useState<{ unsent: number }>();
  const [busy, setBusy] = useState(false);
  const ask = async () => setAsking({ unsent: await countKeptCalls(id) });
  const leave = async () => {
    setBusy(true);
    try {
      await call(accountEndpoints.signOutEverywhere, { params: { id } });
      await signOutHere(session);
    } catch (error) {
      toastFailure(error);
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="default" onClick={() => void ask()}>
        Sign out everywhere
      </Button>
      <ConfirmModal
        opened={asking !== undefined}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        busy={busy}
        onClose={() => setAsking(undefined)}
        onConfirm={() => void leave()}
      >
        <Text>Every browser and device that is signed in as you has to sign in again, this one too.</Text>
        {asking !== undefined && asking.unsent > 0 && (
          <Text mt="xs">
            A call on this device was not sent. Signing out removes it from this device, with all that was answered.
            Send it first, under First calls.
          </Text>
        )}
      </ConfirmModal>
    </>
  );
};
