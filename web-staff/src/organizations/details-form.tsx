import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { detailFields } from './home-field-sets.ts';
import { HomeForm } from './homes/home-form.tsx';

export const DetailsForm = ({ home }: { home: FuneralHome }) => <HomeForm home={home} fields={detailFields} />;
