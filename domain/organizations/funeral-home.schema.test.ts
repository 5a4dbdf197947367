import { expect, it } from 'vitest';
import { FuneralHomeChange } from './funeral-home.schema.ts';

it.each([
  [{ name: ' ' }, 'Name is required'],
  [{ phone: '12' }, 'Phone number must be 10 digits'],
  [{ state: 'XX' }, 'Please select a valid US state'],
  [{ time_zone: 'Mars/Olympus' }, 'Please select a valid time zone'],
  [{ time_zone: '-05:00' }, 'Please select a valid time zone'],
  [{ slug: 'A B' }, 'Public address can only contain lower-case letters, digits and single hyphens'],
  [{ logo_url: 'data:image/svg+xml;base64,PHN2Zz4=' }, 'The logo must be a PNG, JPEG or WebP picture'],
  [{ notification_emails: ['nobody'] }, 'Please enter a valid email address'],
])('rejects the home setting %j: %s', (change, message) => {
  expect(FuneralHomeChange.safeParse(change).error?.issues.map((issue) => issue.message)).toEqual([message]);
});
