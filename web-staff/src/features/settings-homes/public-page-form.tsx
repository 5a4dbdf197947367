import type { FuneralHome } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { HomeForm } from '../../entities/funeral-homes/home-form.tsx';
import type { DrawField } from '../../ui/fields/field-control.tsx';
import { AddressInput } from './address-input.tsx';
import { publicPageFields } from './home-field-sets.ts';
import { LogoInput } from './logo-input.tsx';
import { PublicPreview } from './public-preview.tsx';

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
      beside={(values) => (
        <PublicPreview
          name={home.name}
          phone={home.phone}
          logo_url={text(values.logo_url)}
          emergency_phone={text(values.emergency_phone)}
          condolence_message={text(values.condolence_message)}
        />
      )}
    />
  );
};
