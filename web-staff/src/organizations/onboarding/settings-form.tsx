import type { ComponentProps } from 'react';
import { homeSettingFields } from '../homes/home-fields.ts';
import { HomeForm } from '../homes/home-form.tsx';

/** What families meet of a home, and who is told. */
export const SettingsForm = (props: Omit<ComponentProps<typeof HomeForm>, 'fields'>) => (
  <HomeForm {...props} fields={homeSettingFields} />
);
