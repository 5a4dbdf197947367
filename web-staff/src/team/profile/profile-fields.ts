import { fieldBuilders } from '#domain/shared/forms/field-builders.ts';
import { ProfileChange, type UserProfile } from '#domain/team/user-profile.endpoints.ts';
import type { FormValues } from '../../ui/fields/field-control.tsx';

const form = fieldBuilders<never>();
const { shape } = ProfileChange;

/** What somebody may say of themselves, as the form asks for it. */
export const profileFields = [
  form.name('first_name', 'First name', { width: 'half', schema: shape.first_name }),
  form.name('last_name', 'Last name', { width: 'half', schema: shape.last_name }),
  form.line('title', 'Title', {
    width: 'half',
    maxLength: 100,
    schema: shape.title,
  }),
  form.phone('phone', 'Phone', { width: 'half', schema: shape.phone }),
  form.line('license_number', 'License number', { width: 'half', maxLength: 20, schema: shape.license_number }),
];

export const requiredFields: ReadonlySet<string> = new Set(['first_name', 'last_name']);

/** A profile as the form holds it: '' for nothing. */
export const valuesOf = (profile: UserProfile | undefined): FormValues =>
  Object.fromEntries(profileFields.map(({ name }) => [name, profile?.[name] ?? '']));
