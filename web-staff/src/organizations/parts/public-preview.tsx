import type { ReactNode } from 'react';
import { defaultCondolence } from '#domain/intake/intake-wording.ts';
import { formBeginnings } from '#domain/managed-forms/form-presets.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import classes from './public-preview.module.css';

type PublicPreviewProps = Pick<
  FuneralHome,
  'name' | 'phone' | 'logo_url' | 'emergency_phone' | 'condolence_message'
> & {
  /** Title of a form of the home's own. */
  title?: string | undefined;
  notice?: string | undefined;
  color?: string | undefined;
  children?: ReactNode;
};

/** The head of the home's public page, with one phone number: the 24-hour one if there is one. */
export const PublicPreview = (home: PublicPreviewProps) => (
  <figure className={classes.frame}>
    <figcaption className={classes.caption}>What families see</figcaption>
    <div className={classes.page}>
      <div className={classes.emergency} style={home.color ? { background: home.color } : undefined}>
        {home.emergency_phone ? (
          <>
            Available 24/7: <strong>{formatPhone(home.emergency_phone)}</strong>
          </>
        ) : home.phone ? (
          <>
            Call us: <strong>{formatPhone(home.phone)}</strong>
          </>
        ) : (
          'You are not alone. We are here to help.'
        )}
      </div>
      <div className={classes.header}>
        <div className={classes.logo} aria-hidden>
          {home.logo_url ? <img src={home.logo_url} alt="" /> : home.name[0]}
        </div>
        <div className={classes.name}>{home.name}</div>
      </div>
      <div className={classes.body}>
        <div className={classes.title}>{home.title ?? formBeginnings.at_need.title}</div>
        <div className={classes.condolence}>{home.condolence_message ?? defaultCondolence}</div>
        {home.notice && <div className={classes.notice}>{home.notice}</div>}
        {home.children}
      </div>
    </div>
  </figure>
);
