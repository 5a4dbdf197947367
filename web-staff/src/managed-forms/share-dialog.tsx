import { Button, Modal, Stack, Text, Textarea } from '@mantine/core';
import { type ManagedForm, mainForm } from '#domain/managed-forms/managed-form.schema.ts';
import { publicLink } from '../organizations/parts/public-link.ts';
import { usePublicSite } from '../organizations/parts/public-site.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import { toastError, toastSuccess } from '../ui/feedback/toasts.tsx';
import { QrCode } from '../ui/qr-code.tsx';
import { useRestoreFocus } from '../ui/restore-focus.ts';
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
export const ShareDialog = ({ form, path, onClose }: ShareDialogProps) => {
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
