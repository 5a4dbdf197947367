import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { HomeForm } from './homes/home-form.tsx';
import { detailFields } from './home-field-sets.ts';

/** What a home is called, where it is, and how it works. */
export const DetailsForm = ({ home }: { home: FuneralHome }) => <HomeForm home={home} fields={detailFields} />;
