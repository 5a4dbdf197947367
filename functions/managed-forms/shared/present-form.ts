import {
  colorsOf,
  type FormSettings,
  type ManagedForm,
  type ManagedFormRow,
  type ManagedFormVersion,
} from '#domain/managed-forms/managed-form.schema.ts';
import type { PublicForm } from '#domain/managed-forms/public-form.ts';
import { toDecimal } from '#domain/shared/values/money.ts';
import type { ManagedFormRecord, PublishedForm, StoredSettings } from '#functions/managed-forms/repository.ts';

const presentSettings = ({ cemeteries, ...settings }: StoredSettings): FormSettings => ({
  ...settings,
  cemeteries:
    cemeteries?.map(({ cost_cents, ...cemetery }) => ({
      ...cemetery,
      cost: cost_cents === null ? null : toDecimal(cost_cents),
    })) ?? null,
});

export const presentFormRow = (record: ManagedFormRecord): ManagedFormRow => {
  const { organization_id: _organization, settings: _settings, versions, ...row } = record;
  const last = versions.at(-1);
  return { ...row, published_version: last?.number ?? null, published_at: last?.published_at ?? null };
};

export const presentForm = (record: ManagedFormRecord): ManagedForm => ({
  ...presentFormRow(record),
  settings: presentSettings(record.settings),
  versions: record.versions,
});

export const presentFormVersion = ({ number, published_at, settings }: PublishedForm): ManagedFormVersion => ({
  number,
  published_at,
  settings: presentSettings(settings),
});

export const presentPublicForm = ({ form_id, slug, kind, number, settings }: PublishedForm): PublicForm => {
  const {
    color,
    condolence_message: _message,
    emergency_phone: _number,
    show_logo: _logo,
    ...own
  } = presentSettings(settings);
  return {
    id: form_id,
    slug,
    kind,
    version: number,
    ...own,
    colors: color ? colorsOf(color) : null,
  };
};
