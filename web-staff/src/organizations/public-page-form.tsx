import { TextInput } from '@mantine/core';
import { type Control, useWatch } from 'react-hook-form';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import type { DrawField, FormValues } from '../ui/fields/field-grid.tsx';
import type { FieldInputProps } from '../ui/fields/use-values-form.ts';
import { publicPageFields } from './home-field-sets.ts';
import { HomeForm } from './homes/home-form.tsx';
import { LogoInput } from './logo-input.tsx';
import { PublicPreview } from './parts/public-preview.tsx';
import { publicLink, shortLink, usePublicSite } from './parts/public-site.ts';
import classes from './public-page-form.module.css';

/** Turns typed text into a valid address: lower case, hyphens for spaces. */
const asAddress = (typed: string): string => typed.toLowerCase().replace(/[\s_]+/g, '-');

const AddressInput = (props: FieldInputProps & { home: FuneralHome }) => {
  const { field, value, onChange, onBlur, error, inputRef, home } = props;
  const site = usePublicSite() ?? '';
  const slug = typeof value === 'string' ? value : '';
  const linkOf = (part: string) => shortLink(publicLink(site, part));
  const moves = slug !== home.slug && slug !== '' && !error;
  return (
    <div>
      <TextInput
        ref={inputRef}
        label={field.label}
        description={`Families find the form at ${linkOf(slug || home.slug)}`}
        error={error}
        withAsterisk
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={field.maxLength}
        data-field={field.name}
        value={slug}
        onChange={(event) => onChange(asAddress(event.currentTarget.value))}
        onBlur={onBlur}
      />
      {moves && (
        <div className={classes.note}>
          <Notice tone="info">
            Old links keep working: {linkOf(home.slug)} will redirect to the new address and cannot be used by another
            location.
          </Notice>
        </div>
      )}
      {home.former_slugs.length > 0 && (
        <p className={classes.former}>Also redirect here: {home.former_slugs.map(linkOf).join(', ')}</p>
      )}
    </div>
  );
};

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

export const PublicPageForm = ({ home }: { home: FuneralHome }) => {
  const special: Record<string, DrawField> = {
    slug: (props) => <AddressInput {...props} home={home} />,
    logo_url: (props) => <LogoInput {...props} name={home.name} />,
  };
  return (
    <HomeForm
      home={home}
      fields={publicPageFields}
      special={special}
      beside={(control) => <LivePreview home={home} control={control} />}
    />
  );
};

/** A separate component, so that typing renders only the preview. */
const LivePreview = ({ home, control }: { home: FuneralHome; control: Control<FormValues> }) => {
  const names = ['logo_url', 'emergency_phone', 'condolence_message'] as const;
  const [logo, phone, message] = useWatch({ control, name: names });
  return (
    <PublicPreview
      name={home.name}
      phone={home.phone}
      logo_url={text(logo)}
      emergency_phone={text(phone)}
      condolence_message={text(message)}
    />
  );
};
