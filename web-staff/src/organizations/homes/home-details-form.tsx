import type { ComponentProps } from 'react';
import { homeDetailFields } from './home-fields.ts';
import { HomeForm } from './home-form.tsx';

export const HomeDetailsForm = (props: Omit<ComponentProps<typeof HomeForm>, 'fields'>) => (
  <HomeForm {...props} fields={homeDetailFields} />
);
