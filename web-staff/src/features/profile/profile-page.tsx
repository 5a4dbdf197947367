import { Button, Text } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { roleLabels } from '#domain/access/roles.ts';
import { accountEndpoints } from '#domain/account/account.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { useCurrentUser } from '../../entities/profile/current-user.ts';
import { paths } from '../../paths.ts';
import { useSession } from '../../session/session-context.ts';
import { ConfirmModal } from '../../ui/confirm-modal.tsx';
import { useDocumentTitle } from '../../ui/document-title.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { dropUnsavedChanges } from '../../ui/record-form/unsaved-changes.tsx';
import { toastFailure } from '../../ui/toasts.tsx';
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
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState(false);
  /** Loading the sign-in page anew leaves nothing of the session in the tab's memory. */
  const leave = async () => {
    setBusy(true);
    try {
      await call(accountEndpoints.signOutEverywhere, { params: { id } });
      dropUnsavedChanges();
      await session.signOut();
      window.location.assign(paths.signIn);
    } catch (error) {
      toastFailure(error);
      setBusy(false);
    }
  };
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        Sign out everywhere
      </Button>
      <ConfirmModal
        opened={asking}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
        busy={busy}
        onClose={() => setAsking(false)}
        onConfirm={() => void leave()}
      >
        <Text>Every browser and device that is signed in as you has to sign in again, this one too.</Text>
      </ConfirmModal>
    </>
  );
};
