import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ProfileChange, UserProfile, userProfileEndpoints } from '#domain/team/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { FieldGrid } from '../../ui/fields/field-grid.tsx';
import { useRecordForm } from '../../ui/record-form/use-record-form.tsx';
import { teamKeys } from '../keys.ts';
import { useCurrentUser } from '../parts/current-user.ts';
import { profileKeys } from './keys.ts';
import { profileFields, requiredFields, valuesOf } from './profile-fields.ts';

/** Name, title, phone and licence of the signed-in person. */
export const ProfileForm = () => {
  const user = useCurrentUser();
  const call = useApi();
  const client = useQueryClient();
  const update = useMutation({
    mutationFn: (body: ProfileChange) => call(userProfileEndpoints.update, { params: { id: user.id }, body }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: teamKeys.all });
      return client.invalidateQueries({ queryKey: profileKeys.currentUser });
    },
  });
  const form = useRecordForm<UserProfile>({
    fields: profileFields,
    record: user,
    recordSchema: UserProfile,
    // Nobody else edits it but in the team's list, where the last save wins as well.
    versionOf: () => undefined,
    valuesOf,
    rules: () => ProfileChange,
    save: ({ values }) => update.mutateAsync(ProfileChange.parse(values)),
    onSaved: () => toastSuccess('Profile saved'),
  });
  return (
    <form noValidate onSubmit={form.submit}>
      <FieldGrid control={form.methods.control} fields={profileFields} required={requiredFields} />
      <Group justify="flex-end" mt="md">
        <Button type="submit" disabled={!form.dirty} loading={form.saving}>
          Save Changes
        </Button>
      </Group>
      {form.dialogs}
    </form>
  );
};
