import { expect, it } from 'vitest';
import { defaultSettings } from '#domain/google-calendar/google.schema.ts';
import { googleSettingsSchema } from './repository.ts';

it('upgrades settings that chose cremations to show other dispositions too', () => {
  const chosen = (event_kinds: string[]) => {
    const record = { ...defaultSettings, organization_id: 'o', connection: 'c', version: 1 };
    const item = { ...record, calendar_id: 'i', calendar_name: 'n', event_kinds, pk: 'p', sk: 's' };
    return googleSettingsSchema.parse({ ...item, shape: 1 }).event_kinds;
  };
  expect(chosen(['service', 'cremation', 'deadline'])).toEqual(['service', 'cremation', 'disposition', 'deadline']);
  expect(chosen(['service'])).toEqual(['service']);
});
