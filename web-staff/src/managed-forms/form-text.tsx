import type { OptionalPart } from '#domain/managed-forms/form-options.ts';
import { type ManagedFormRow, mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { ManagedFormStatus } from '#domain/managed-forms/managed-form-lifecycle.ts';
import { Chip, type Tone } from '../ui/chip.tsx';

const statuses: Record<ManagedFormStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  published: { label: 'Published', tone: 'ok' },
  unpublished: { label: 'Unpublished', tone: 'warn' },
  archived: { label: 'Archived', tone: 'neutral' },
};

export const FormChip = ({ status }: { status: ManagedFormStatus }) => (
  <Chip tone={statuses[status].tone}>{statuses[status].label}</Chip>
);

/** What a home may leave out, in the words of the editor. */
export const partLabels: Record<OptionalPart, { label: string; silent: string }> = {
  cemetery: { label: 'Cemetery', silent: 'Left out, reports say “Not decided, or no burial”.' },
  contact_time: { label: 'Preferred contact time', silent: 'Left out, reports say “As Soon As Possible”.' },
  special_requests: { label: 'Special requests', silent: '' },
  alias: { label: 'Other names of the deceased', silent: '' },
};

/** The form's part of the address behind the home's: nothing for the form at the home's own address. */
export const formPath = (homeSlug: string, slug: string): string =>
  slug === mainForm ? homeSlug : `${homeSlug}/${slug}`;

/** Where one of a home's forms is edited, and where all of them are listed. */
export const formLink = (id: string): string => `?tab=forms&form=${id}`;
export const allFormsLink = '?tab=forms';

/** "Version 3", and whether the draft says more. */
export const versionText = ({ published_version, has_changes, status }: ManagedFormRow): string => {
  if (published_version === null) return 'Never published';
  return has_changes && status !== 'archived'
    ? `Version ${published_version}, changes not published`
    : `Version ${published_version}`;
};
