import { useQuery } from '@tanstack/react-query';
import type { FuneralHome } from '#domain/funeral-homes/funeral-home.endpoints.ts';
import { useApi } from '#web-kit/api-context.ts';
import { FieldList } from '#web-kit/field-list.tsx';
import { ErrorState, RowsSkeleton } from '#web-kit/states.tsx';
import { caseNumberingQuery } from '../../session/funeral-homes.ts';
import { detailFields, publicPageFields } from './home-field-sets.ts';
import formClasses from './public-page-form.module.css';
import { PublicPreview } from './public-preview.tsx';

export const DetailsView = ({ home }: { home: FuneralHome }) => <FieldList fields={detailFields} values={home} />;

export const PublicPageView = ({ home }: { home: FuneralHome }) => (
  <div className={formClasses.columns}>
    <FieldList fields={publicPageFields.filter(({ name }) => name !== 'logo_url')} values={home} />
    <PublicPreview {...home} />
  </div>
);

const line = { kind: 'text' } as const;
const numberingFields = [
  { name: 'next_number', label: 'Next number', ...line },
  { name: 'pattern', label: 'Pattern', ...line },
  { name: 'prefix', label: 'Prefix', ...line },
  { name: 'location_code', label: 'Location code', ...line },
  { name: 'padding', label: 'Length of the count', ...line },
  { name: 'reset_yearly', label: 'Begins again with 1 every year', ...line },
] as const;

export const NumberingView = ({ homeId }: { homeId: string }) => {
  const query = useQuery(caseNumberingQuery(useApi(), homeId));
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!query.data) return <RowsSkeleton rows={3} height={61} />;
  return <FieldList fields={numberingFields} values={{ ...query.data, padding: String(query.data.padding) }} />;
};
