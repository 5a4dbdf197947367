import { type Control, useWatch } from 'react-hook-form';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import type { DrawField, FormValues } from '../ui/fields/field-control.tsx';
import { AddressInput } from './address-input.tsx';
import { publicPageFields } from './home-field-sets.ts';
import { HomeForm } from './homes/home-form.tsx';
import { LogoInput } from './logo-input.tsx';
import { PublicPreview } from './parts/public-preview.tsx';

const text = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value : null);

/** What families see of the home, with the head of the page as it would be. */
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

/** Follows what is typed, apart from the fields. */
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
