import type { ComponentProps } from 'react';
import { homeSettingFields } from '../homes/home-fields.ts';
import { HomeForm } from '../homes/home-form.tsx';

export const SettingsForm = (props: Omit<ComponentProps<typeof HomeForm>, 'fields'>) => (
  <HomeForm {...props} fields={homeSettingFields} />
);
