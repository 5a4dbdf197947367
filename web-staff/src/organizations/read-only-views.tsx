import { useQuery } from '@tanstack/react-query';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { QueryState } from '../ui/feedback/states.tsx';
import { EmailLink, FieldList, valueText } from '../ui/fields/field-list.tsx';
import { timeZoneOptions } from '../ui/fields/time-zone-options.ts';
import { SecondaryLine } from '../ui/lists/cells.tsx';
import { ZoneClock } from '../ui/time/zone-clock.tsx';
import { detailFields, publicPageFields } from './home-field-sets.ts';
import { PublicPreview } from './parts/public-preview.tsx';
import classes from './public-page-form.module.css';
import { caseNumberingQuery } from './queries.ts';

export const DetailsView = ({ home }: { home: FuneralHome }) => (
  <FieldList
    fields={detailFields}
    values={home}
    special={{
      time_zone: (
        <>
          {valueText({ kind: 'select', options: timeZoneOptions() }, home.time_zone)}
          <SecondaryLine>
            Now <ZoneClock zone={home.time_zone} />
          </SecondaryLine>
        </>
      ),
      notification_emails:
        home.notification_emails.length > 0 ? (
          <ul className={classes.addresses}>
            {home.notification_emails.map((email) => (
              <li key={email}>
                <EmailLink email={email} />
              </li>
            ))}
          </ul>
        ) : (
          'No one. No email is sent when a family reports a death.'
        ),
      include_territories: home.include_territories ? 'Yes' : 'No, 50 states only',
    }}
  />
);

export const PublicPageView = ({ home }: { home: FuneralHome }) => (
  <div className={classes.columns}>
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
  { name: 'padding', label: 'Number of digits', ...line },
  { name: 'reset_yearly', label: 'Restarts at 1 each year', ...line },
] as const;

export const NumberingView = ({ homeId }: { homeId: string }) => {
  const query = useQuery(caseNumberingQuery(useApi(), homeId));
  if (!query.data) return <QueryState query={query} rows={3} height={61} />;
  return <FieldList fields={numberingFields} values={{ ...query.data, padding: String(query.data.padding) }} />;
};
