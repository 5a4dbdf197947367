import { Anchor, Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import { formKindLabels } from '#domain/managed-forms/form-kinds.ts';
import type { ManagedForm } from '#domain/managed-forms/managed-form.schema.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { PublicAddress } from '../organizations/parts/public-address.tsx';
import { allFormsLink, FormChip, formPath, versionText } from './form-text.tsx';
import classes from './forms.module.css';
import { ShareDialog } from './share-dialog.tsx';

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
