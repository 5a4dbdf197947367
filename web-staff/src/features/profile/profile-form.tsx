import { Button, Group } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { ApiError, fieldErrors } from '#domain/contract/client.ts';
import { ProfileChange, userProfileEndpoints } from '#domain/profiles/user-profile.endpoints.ts';
import { useApi } from '../../api/api-context.ts';
import { useCurrentUser } from '../../entities/profile/current-user.ts';
import { profileKeys } from '../../entities/profile/keys.ts';
import { teamKeys } from '../../entities/team/keys.ts';
import { FieldGrid, type FormValues } from '../../ui/fields/field-control.tsx';
import { schemaResolver } from '../../ui/record-form/schema-resolver.ts';
import { useUnsavedChanges } from '../../ui/record-form/unsaved-changes.tsx';
import { toastFailure, toastSuccess } from '../../ui/toasts.tsx';
import { profileFields, requiredFields, valuesOf } from './profile-fields.ts';

const resolver = schemaResolver<FormValues>(ProfileChange);

/** Name, title, phone and licence of the signed-in person. */
export const ProfileForm = () => {
  const user = useCurrentUser();
  const call = useApi();
  const client = useQueryClient();
  const form = useForm<FormValues>({ defaultValues: valuesOf(user), mode: 'onTouched', resolver });
  const { isDirty } = form.formState;
  const guard = useUnsavedChanges(isDirty);
  const update = useMutation({
    mutationFn: (values: FormValues) =>
      call(userProfileEndpoints.update, { params: { id: user.id }, body: ProfileChange.parse(values) }),
    onSuccess: (profile) => {
      form.reset(valuesOf(profile));
      toastSuccess('Profile saved');
      void client.invalidateQueries({ queryKey: teamKeys.all });
      return client.invalidateQueries({ queryKey: profileKeys.currentUser });
    },
    onError: (error) => {
      const fields = error instanceof ApiError && error.status === 400 ? Object.entries(fieldErrors(error.body)) : [];
      for (const [name, messages] of fields) form.setError(name, { type: 'server', message: messages[0] });
      if (fields.length === 0) toastFailure(error);
    },
  });
  return (
    <form noValidate onSubmit={form.handleSubmit((values) => update.mutate(values))}>
      <FieldGrid control={form.control} fields={profileFields} required={requiredFields} />
      <Group justify="flex-end" mt="md">
        <Button type="submit" disabled={!isDirty} loading={update.isPending}>
          Save Changes
        </Button>
      </Group>
      {guard.dialog}
    </form>
  );
};
