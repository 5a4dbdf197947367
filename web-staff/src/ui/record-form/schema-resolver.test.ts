import { describe, expect, it } from 'vitest';
import { ProfileChange } from '#domain/profiles/user-profile.endpoints.ts';
import { problemsOf, schemaResolver } from './schema-resolver.ts';

describe('problemsOf', () => {
  it('has the first message of each wrong field, and nothing for the others', () => {
    expect(problemsOf(ProfileChange, { first_name: '', last_name: 'Ames', phone: '12', title: '' })).toEqual({
      first_name: 'First name is required',
      phone: 'Phone number must be 10 digits',
    });
  });
});

describe('schemaResolver', () => {
  const resolve = schemaResolver<{ name: string }>(ProfileChange, ({ name }) => ({ first_name: name }));
  const options = { fields: {}, shouldUseNativeValidation: false };

  it('passes what is right on as the form holds it', async () => {
    expect(await resolve({ name: ' Nora ' }, undefined, options)).toEqual({ values: { name: ' Nora ' }, errors: {} });
  });

  it('names the field and says what is wrong', async () => {
    expect(await resolve({ name: 'N0ra' }, undefined, options)).toEqual({
      values: {},
      errors: {
        first_name: {
          type: 'rule',
          message: 'First name can only contain letters, spaces, hyphens, apostrophes, and periods',
        },
      },
    });
  });
});
