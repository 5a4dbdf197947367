import { NativeSelect, Radio, Stack } from '@mantine/core';
import { type Role, roleLabels } from '#domain/shared/access/roles.ts';
import { useLocations } from '../../organizations/homes/queries.ts';
import { useCurrentUser } from './current-user.ts';

const roleSummaries: Record<Role, string> = {
  super_admin: 'Full access to all locations, including the team and owners.',
  funeral_home_admin: 'Manages a location: settings, team, exports and deletions.',
  funeral_director: 'Cases and families, including Social Security Numbers.',
  coordinator: 'Handles submissions and works on cases.',
  office_staff: 'Takes calls and payments, follows up on certificates and permits; view-only for cases.',
};

interface RoleChoiceProps {
  roles: readonly Role[];
  value: Role | '';
  onChange: (role: Role) => void;
  error?: string | undefined;
  fixed?: string | undefined;
}

export const RoleChoice = ({ roles, value, onChange, error, fixed }: RoleChoiceProps) => (
  <Radio.Group
    label="Role"
    value={value}
    error={error}
    description={fixed}
    onChange={(chosen) => {
      const role = roles.find((known) => known === chosen);
      if (role) onChange(role);
    }}
  >
    <Stack gap="xs" mt="xs">
      {roles.map((role) => (
        <Radio
          key={role}
          value={role}
          label={roleLabels[role]}
          description={roleSummaries[role]}
          disabled={fixed !== undefined && role !== value}
        />
      ))}
    </Stack>
  </Radio.Group>
);

interface HomeChoiceProps {
  value: string;
  onChange: (id: string) => void;
  error?: string | undefined;
}

/** Owners assign all homes, administrators only their own. */
export const HomeChoice = ({ value, onChange, error }: HomeChoiceProps) => {
  const { role } = useCurrentUser();
  const homes = useLocations();
  if (role !== 'super_admin' || homes.length < 2) return null;
  return (
    <NativeSelect
      label="Funeral home"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      data={homes.map(({ id, name }) => ({ value: id, label: name }))}
    />
  );
};
