import { Modal, Skeleton, Stack, TextInput } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type Organization, organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { profileKeys } from '../team/profile/keys.ts';
import { DialogButtons } from '../ui/feedback/dialog-buttons.tsx';
import { faultsByField } from '../ui/feedback/field-errors.ts';
import { ErrorState } from '../ui/feedback/states.tsx';
import { toastFailure, toastSuccess } from '../ui/feedback/toasts.tsx';
import { organizationKeys } from './organization/keys.ts';
import { organizationQuery } from './organization/queries.ts';

/** Another name for the organization. */
export const OrganizationDialog = ({ onClose }: { onClose: () => void }) => {
  const query = useQuery({ ...organizationQuery(useApi()), staleTime: 0, gcTime: 0 });
  return (
    <Modal opened onClose={onClose} title="Name of the organization" centered>
      {query.data ? (
        <NameForm organization={query.data} onClose={onClose} />
      ) : query.isError ? (
        <ErrorState error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <Skeleton height={120} role="status" aria-label="Loading" />
      )}
    </Modal>
  );
};

const NameForm = ({ organization, onClose }: { organization: Organization; onClose: () => void }) => {
  const call = useApi();
  const client = useQueryClient();
  // As it was when the dialog opened: what a colleague saves meanwhile is not silently replaced.
  const [{ name: known, version }] = useState(organization);
  const [name, setName] = useState(known);
  const [problem, setProblem] = useState<string>();
  const change = useMutation({
    mutationFn: () => call(organizationEndpoints.update, { body: { name, version } }),
    onSuccess: async () => {
      toastSuccess('The organization has a new name');
      onClose();
      await Promise.all(
        [organizationKeys.all, profileKeys.currentUser].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
    onError: (error) => {
      const refused = faultsByField(error, 400).name?.[0];
      if (refused) setProblem(refused);
      else toastFailure(error);
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (change.isPending) return;
    if (name === known) onClose();
    else change.mutate();
  };
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        <TextInput
          label="Name"
          description="Your staff see it above every page, and in the mails that invite them. Families see the name of the home."
          required
          maxLength={100}
          data-autofocus
          value={name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setProblem(undefined);
          }}
          error={problem}
        />
        <DialogButtons submit="Save Changes" busy={change.isPending} onCancel={onClose} />
      </Stack>
    </form>
  );
};
