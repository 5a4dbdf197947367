import { Anchor, Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { type FormKind, formKindLabels, isInquiry } from '#domain/managed-forms/form-kinds.ts';
import type { OptionalPart, OwnCemetery } from '#domain/managed-forms/form-options.ts';
import {
  type FormSettings,
  type ManagedForm,
  type ManagedFormRow,
  mainForm,
} from '#domain/managed-forms/managed-form.schema.ts';
import type { ManagedFormStatus } from '#domain/managed-forms/managed-form-lifecycle.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import { useApi } from '../api/api-context.ts';
import { PublicAddress, publicLink, usePublicSite } from '../organizations/parts/public-site.tsx';
import { Chip, type Tone } from '../ui/chip.tsx';
import { copyCode } from '../ui/copy-link.ts';
import { DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState } from '../ui/feedback/states.tsx';
import { FieldList } from '../ui/fields/field-list.tsx';
import { useRestoreFocus } from '../ui/preserve-focus.ts';
import { QrCode } from '../ui/qr-code.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import classes from './forms.module.css';
import { managedFormVersionQuery } from './queries.ts';

const statuses: Record<ManagedFormStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  published: { label: 'Published', tone: 'ok' },
  unpublished: { label: 'Unpublished', tone: 'warn' },
  archived: { label: 'Archived', tone: 'neutral' },
};

export const FormChip = ({ status }: { status: ManagedFormStatus }) => (
  <Chip tone={statuses[status].tone}>{statuses[status].label}</Chip>
);

export const partLabels: Record<OptionalPart, { label: string; silent: string }> = {
  cemetery: { label: 'Cemetery', silent: 'If left out, submissions show “Not decided, or no burial”.' },
  contact_time: { label: 'Preferred contact time', silent: 'If left out, submissions show “As Soon As Possible”.' },
  special_requests: { label: 'Special requests', silent: '' },
  alias: { label: 'Other names used', silent: '' },
};

/** Empty for the form at the home's own address. */
export const formPath = (homeSlug: string, slug: string): string =>
  slug === mainForm ? homeSlug : `${homeSlug}/${slug}`;

export const formLink = (id: string): string => `?tab=forms&form=${id}`;
const allFormsLink = '?tab=forms';

/** "Version 3", and whether the draft differs. */
export const versionText = ({ published_version, has_changes, status }: ManagedFormRow): string => {
  if (published_version === null) return 'Never published';
  return has_changes && status !== 'archived'
    ? `Version ${published_version}, changes not published`
    : `Version ${published_version}`;
};

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A link styled as a button, not a frame: a page that asks for a Social Security Number is never framed. */
const embedCode = (link: string, title: string, color: string): string =>
  `<a href="${escaped(link)}" rel="noopener" style="display:inline-block;padding:12px 24px;border-radius:8px;` +
  `background:${color};color:#ffffff;font:600 16px/1.4 sans-serif;text-decoration:none">${escaped(title)}</a>`;

const standardColor = '#2f4a4d';

interface ShareDialogProps {
  form: ManagedForm;
  path: string;
  onClose: () => void;
}

const ShareDialog = ({ form, path, onClose }: ShareDialogProps) => {
  useRestoreFocus();
  const site = usePublicSite();
  const link = site ? publicLink(site, path) : undefined;
  const code = link && embedCode(link, form.settings.title, form.settings.color ?? standardColor);
  return (
    <Modal opened onClose={onClose} title="Link and QR code" centered size="lg">
      <Stack gap="md">
        {form.status !== 'published' && (
          <Notice tone="info">
            {form.slug === mainForm
              ? 'This form is not published. Families see a different form at this address until you publish it.'
              : 'This form is not published. The link will work after you publish it.'}
          </Notice>
        )}
        {link && (
          <>
            <div className={classes.code}>
              <QrCode text={link} label={`QR code of ${link}`} />
            </div>
            <Text ta="center" className={classes.link}>
              {link}
            </Text>
            <Textarea
              label="Embed code"
              description="HTML for a button on your website."
              readOnly
              autosize
              minRows={3}
              value={code}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Button variant="default" onClick={() => void copyCode(code ?? '')}>
              Copy the embed code
            </Button>
          </>
        )}
      </Stack>
    </Modal>
  );
};

interface FormHeadProps {
  home: FuneralHome;
  form: ManagedForm;
  children?: ReactNode;
}

export const FormHead = ({ home, form, children }: FormHeadProps) => {
  const path = formPath(home.slug, form.slug);
  return (
    <header className={classes.formHead}>
      <Anchor component={Link} to={allFormsLink} className={classes.back}>
        All forms
      </Anchor>
      <div className={classes.head}>
        <div>
          <h3 className={classes.caption}>
            {form.name} <FormChip status={form.status} />
          </h3>
          <p className={classes.quiet}>
            {form.kind !== 'at_need' && `${formKindLabels[form.kind]} · `}
            {versionText(form)} · <PublicAddress slug={path} home={form.name} />
          </p>
        </div>
        <div className={classes.tools}>
          {form.status !== 'archived' && (
            <DialogOpener
              leftSection={<IconQrcode size={18} stroke={1.6} aria-hidden />}
              dialog={(onClose) => <ShareDialog form={form} path={path} onClose={onClose} />}
            >
              Link and QR code
            </DialogOpener>
          )}
          {children}
        </div>
      </div>
    </header>
  );
};

const line = { kind: 'text' } as const;
const fields = [
  { name: 'title', label: 'Title', ...line },
  { name: 'condolence_message', label: 'Condolence message', ...line },
  { name: 'notice', label: 'Notice', ...line },
  { name: 'emergency_phone', label: 'Emergency phone', ...line },
  { name: 'show_logo', label: 'Logo', ...line },
  { name: 'color', label: 'Color', ...line },
  { name: 'left_out', label: 'Left out', ...line },
  { name: 'cemeteries', label: 'Cemeteries', ...line },
  { name: 'copies', label: 'Certificate copies', ...line },
  { name: 'questions', label: 'Own questions', ...line },
  { name: 'spanish', label: 'In Spanish', ...line },
] as const;

const ofReports: ReadonlySet<string> = new Set(['left_out', 'cemeteries', 'copies']);

const cemeteryText = ({ name, cost, note }: OwnCemetery): string => {
  const details = [cost === null ? '' : formatMoney(parseMoney(cost) ?? 0), note].filter(Boolean).join(', ');
  return details ? `${name} (${details})` : name;
};

export const SettingsText = ({ kind, settings }: { kind: FormKind; settings: FormSettings }) => {
  const { certificate_copies: usual } = settings;
  const values = {
    title: settings.title,
    condolence_message: settings.condolence_message ?? 'Same as location',
    notice: settings.notice ?? 'None',
    emergency_phone: settings.emergency_phone ? formatPhone(settings.emergency_phone) : 'Location’s default',
    show_logo: settings.show_logo ? 'Shown' : 'Not shown',
    color: settings.color ?? 'Standard',
    left_out: settings.switched_off.map((part) => partLabels[part].label).join(', ') || 'Nothing',
    cemeteries: settings.cemeteries?.map(cemeteryText).join(', ') ?? 'The standard list',
    copies: usual === null ? 'Not answered' : usual === 0 ? 'Asked' : `Asked; suggests ${usual}`,
    questions:
      settings.questions.map(({ label, required }) => (required ? `${label} (required)` : label)).join(' · ') || 'None',
    spanish: settings.spanish
      ? [...Object.values(settings.spanish), ...settings.questions.map(({ spanish }) => spanish?.label)]
          .filter(Boolean)
          .join(' · ') || 'On, but no text yet'
      : 'English only',
  };
  const shown = isInquiry(kind) ? fields.filter(({ name }) => !ofReports.has(name)) : fields;
  return <FieldList fields={shown} values={values} />;
};

interface FormVersionsProps {
  form: ManagedForm;
  /** Copies a version's settings into the draft; absent if the form cannot be changed. */
  onTakeOver?: (settings: FormSettings) => void;
}

export const FormVersions = ({ form, onTakeOver }: FormVersionsProps) => {
  const [shown, setShown] = useState<number>();
  if (form.versions.length === 0) return null;
  return (
    <section className={classes.group}>
      <h3 className={classes.title}>Versions</h3>
      <ul className={classes.list}>
        {form.versions.toReversed().map(({ number, published_at, published_by_name }) => (
          <li key={number}>
            <Button
              variant="subtle"
              aria-expanded={shown === number}
              onClick={() => setShown(shown === number ? undefined : number)}
            >
              Version {number}
            </Button>
            <span className={classes.quiet}>
              {exactTime(published_at)}
              {published_by_name && ` by ${published_by_name}`}
            </span>
            {shown === number && <OneVersion form={form} number={number} onTakeOver={onTakeOver} />}
          </li>
        ))}
      </ul>
    </section>
  );
};

interface OneVersionProps {
  form: ManagedForm;
  number: number;
  onTakeOver: FormVersionsProps['onTakeOver'];
}

const OneVersion = ({ form: { id, kind }, number, onTakeOver }: OneVersionProps) => {
  const query = useQuery(managedFormVersionQuery(useApi(), id, number));
  if (!query.data) return <QueryState query={query} rows={3} height={32} />;
  const { settings } = query.data;
  return (
    <div className={classes.version}>
      <SettingsText kind={kind} settings={settings} />
      {onTakeOver && (
        <Button variant="default" onClick={() => onTakeOver(settings)}>
          Copy version {number} to draft
        </Button>
      )}
    </div>
  );
};
