import { Radio, Stack } from '@mantine/core';
import { type Role, roleLabels } from '#domain/shared/access/roles.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import { useLocations } from '../../organizations/homes/queries.ts';
import { FieldInput } from '../../ui/fields/field-input.tsx';
import type { FieldInputProps } from '../../ui/fields/use-values-form.ts';
import { useCurrentUser } from './current-user.ts';

const roleSummaries: Record<Role, string> = {
  super_admin: 'Full access to all locations, including the team and owners.',
  funeral_home_admin: 'Manages a location: settings, team, exports and deletions.',
  funeral_director: 'Cases and families, including Social Security Numbers.',
  coordinator: 'Handles submissions and works on cases.',
  office_staff: 'Takes calls and payments, follows up on certificates and permits; view-only for cases.',
};

export const roleField = { name: 'role', label: 'Role', kind: 'radio' } as const;
export const homeField = { name: 'funeral_home', label: 'Funeral home', kind: 'chosen' } as const;

interface RoleChoiceProps extends FieldInputProps {
  roles: readonly Role[];
  fixed?: string | undefined;
}

export const RoleChoice = ({ roles, field, value, onChange, error, fixed, inputRef }: RoleChoiceProps) => (
  <Radio.Group label={field.label} value={asString(value)} error={error} description={fixed} onChange={onChange}>
    <Stack gap="xs" mt="xs">
      {roles.map((role, at) => (
        <Radio
          key={role}
          ref={at === 0 ? inputRef : undefined}
          value={role}
          label={roleLabels[role]}
          description={roleSummaries[role]}
          disabled={fixed !== undefined && role !== value}
        />
      ))}
    </Stack>
  </Radio.Group>
);

/** Owners assign all homes, administrators only their own. */
export const HomeChoice = (props: FieldInputProps) => {
  const { role } = useCurrentUser();
  const homes = useLocations();
  if (role !== 'super_admin' || homes.length < 2) return null;
  const options = homes.map(({ id, name }) => ({ value: id, label: name }));
  return <FieldInput {...props} field={{ ...props.field, options }} />;
};
