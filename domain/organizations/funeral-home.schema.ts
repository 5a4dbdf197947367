import * as z from 'zod';
import { isReference } from '#domain/families/family-code.ts';
import { version } from '#domain/shared/contract/wire.ts';
import { city, streetAddress, usZip } from '#domain/shared/values/address.ts';
import { licenseNumber } from '#domain/shared/values/codes.ts';
import { emailAddress } from '#domain/shared/values/email.ts';
import { taxRate } from '#domain/shared/values/money.ts';
import { phoneNumber } from '#domain/shared/values/phone.ts';
import { optionalText, required } from '#domain/shared/values/required.ts';
import { linkFreeName, multilineText, singleLineText } from '#domain/shared/values/text.ts';
import { jurisdictionCode } from '#domain/shared/values/us-state.ts';
import { reminderFrequencies } from '#domain/signatures/reminders.ts';

/** Returns whether a zone has a name: browsers accept offsets too, which have no daylight saving. */
const zoneExists = (name: string): boolean => {
  if (!/^[A-Z]/i.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name });
    return true;
  } catch {
    return false;
  }
};

/** Largest logo as a data URL: about 20 kB, to which the site scales a picture. */
export const logoLimit = 28_000;

/** Only formats that cannot contain scripts; the server checks the bytes. */
const logo = z
  .string()
  .max(logoLimit, 'The logo is too large. Please choose a smaller picture.')
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, 'The logo must be a PNG, JPEG or WebP picture');

const slug = singleLineText('Public address', 60)
  .min(3, 'Public address must be at least 3 characters long')
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'Public address can only contain lower-case letters, digits and single hyphens')
  .refine((text) => !isReference(text), 'This address looks like a reference number. Please choose another.');

/** Omitted fields stay as they are; blank or null clears them. */
export const FuneralHomeChange = z.object({
  version: version.optional(),
  name: required(linkFreeName('Name', 100), 'Name is required').optional(),
  slug: required(slug, 'Public address is required').optional(),
  logo_url: optionalText(logo),
  phone: optionalText(phoneNumber),
  emergency_phone: optionalText(phoneNumber),
  address: optionalText(streetAddress()),
  city: optionalText(city),
  state: optionalText(jurisdictionCode),
  zip_code: optionalText(usZip),
  license_number: optionalText(licenseNumber('License number')),
  time_zone: z.string().refine(zoneExists, 'Please select a valid time zone').optional(),
  sales_tax_rate: optionalText(taxRate('Sales tax rate')),
  services_tax_rate: optionalText(taxRate('Sales tax rate of services')),
  special_charges_tax_rate: optionalText(taxRate('Sales tax rate of special charges')),
  packages_tax_rate: optionalText(taxRate('Sales tax rate of packages')),
  cash_advances_tax_rate: optionalText(taxRate('Sales tax rate of cash advances')),
  tax_package_merchandise: z.boolean('Tax on merchandise in packages must be true or false').optional(),
  contract_follows_statement: z.boolean('Contract total follows must be true or false').optional(),
  condolence_message: optionalText(multilineText('Condolence message', 500)),
  include_territories: z.boolean('Include territories must be true or false').optional(),
  signature_reminders: z.enum(reminderFrequencies, 'Choose a frequency from the list').optional(),
  notification_emails: z.array(emailAddress).max(10, 'Enter at most 10 addresses').optional(),
});
export type FuneralHomeChange = z.output<typeof FuneralHomeChange>;

/** Maximum former addresses of a home: they are permanent, because printed matter shows them. */
export const maxFormerSlugs = 20;

/** Addresses used by the site itself. */
export const reservedSlugs: readonly string[] = ['status', 'api', 'assets', 'config', 'robots', 'favicon'];
