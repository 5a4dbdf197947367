import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '../api/api-context.ts';
import { AuditList } from '../audit/parts/audit-list.tsx';
import type { AuditText } from '../audit/parts/case-audit-text.ts';
import { detailFields, publicPageFields } from './homes/home-fields.ts';
import { homeHistoryQuery } from './homes/queries.ts';

const others: Readonly<Record<string, string>> = {
  price_list: 'Price list',
  price_list_items: 'Items',
  price_list_containers: 'Containers for direct cremation',
  form: 'Public form',
  form_slug: 'Form address',
  form_title: 'Title',
  form_condolence_message: 'Form condolence message',
  form_notice: 'Notice',
  form_emergency_phone: 'Form emergency phone',
  form_show_logo: 'Show logo',
  form_color: 'Color',
  form_switched_off: 'Left out',
  form_cemeteries: 'Cemeteries',
  form_certificate_copies: 'Suggested number of certified copies',
  form_questions: 'Questions',
  form_spanish: 'In Spanish',
  form_version: 'Published version',
  form_status: 'Form status',
  pattern: 'Case number pattern',
  prefix: 'Case number prefix',
  location_code: 'Case number location code',
  padding: 'Number of digits',
  reset_yearly: 'Restarts at 1 each year',
  next_value: 'Next value',
};

const effectiveFrom = { label: 'Effective from', kind: 'date' } as const;

export const homeAuditText: AuditText = {
  fieldOf: (name) =>
    [...detailFields, ...publicPageFields].find((field) => field.name === name) ??
    (name === 'price_list_effective_from' ? effectiveFrom : undefined) ??
    (others[name] ? { label: others[name], kind: 'text' } : undefined),
};

export const HomeHistory = ({ homeId }: { homeId: string }) => {
  const query = useInfiniteQuery(homeHistoryQuery(useApi(), homeId));
  return <AuditList query={query} text={homeAuditText} />;
};
