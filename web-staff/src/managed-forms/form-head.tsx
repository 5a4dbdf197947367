import { Anchor, Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formKindLabels } from '#domain/managed-forms/form-kinds.ts';
import { type ManagedForm, mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { PublicAddress } from '../organizations/parts/public-address.tsx';
import { publicLink } from '../organizations/parts/public-link.ts';
import { usePublicSite } from '../organizations/parts/public-site.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastError, toastSuccess } from '../ui/feedback/toasts.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { useRestoreFocus } from '../ui/restore-focus.ts';
import { allFormsLink, FormChip, formPath, versionText } from './form-text.tsx';
import classes from './forms.module.css';

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/**
 * A link that looks like a button, to be pasted into the home's own website. No frame: a page that asks for a Social
 * Security Number is not shown inside of another one.
 */
const embedCode = (link: string, title: string, color: string): string =>
  `<a href="${escaped(link)}" rel="noopener" style="display:inline-block;padding:12px 24px;border-radius:8px;` +
  `background:${color};color:#ffffff;font:600 16px/1.4 sans-serif;text-decoration:none">${escaped(title)}</a>`;

const standardColor = '#2f4a4d';

interface ShareDialogProps {
  form: ManagedForm;
  path: string;
  onClose: () => void;
}

/** How families come to the form: a code for their phone, and a button for the home's own website. */
const ShareDialog = ({ form, path, onClose }: ShareDialogProps) => {
  useRestoreFocus();
  const site = usePublicSite();
  const link = site ? publicLink(site, path) : undefined;
  const code = link && embedCode(link, form.settings.title, form.settings.color ?? standardColor);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code ?? '');
      toastSuccess('Code copied');
    } catch {
      toastError('The code could not be copied. Select it and copy it by hand.');
    }
  };
  return (
    <Modal opened onClose={onClose} title="Link and QR code" centered size="lg">
      <Stack gap="md">
        {form.status !== 'published' && (
          <Notice tone="info">
            {form.slug === mainForm
              ? 'This form is not open to the public: until it is published, families find another one at this address.'
              : 'This form is not open to the public: the link works once it is published.'}
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
              description="A button for your own website, as HTML."
              readOnly
              autosize
              minRows={3}
              value={code}
              onFocus={({ currentTarget }) => currentTarget.select()}
            />
            <Button variant="default" onClick={() => void copy()}>
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
  /** What can be done to it. */
  children?: ReactNode;
}

/** Which form this is, how it stands and where families find it. */
export const FormHead = ({ home, form, children }: FormHeadProps) => {
  const [sharing, setSharing] = useState(false);
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
            <Button
              variant="default"
              leftSection={<IconQrcode size={18} stroke={1.6} aria-hidden />}
              onClick={() => setSharing(true)}
            >
              Link and QR code
            </Button>
          )}
          {children}
        </div>
      </div>
      {sharing && <ShareDialog form={form} path={path} onClose={() => setSharing(false)} />}
    </header>
  );
};
