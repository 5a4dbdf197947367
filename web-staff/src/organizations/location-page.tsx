import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useParams, useSearchParams } from 'react-router';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { actorOf, denialReason } from '#domain/registry/policies.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { lazyComponent } from '../ui/feedback/lazy-component.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { QueryState, RecordLoadState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { EmailLink, FieldList, valueText } from '../ui/fields/field-list.tsx';
import { SecondaryLine } from '../ui/lists/cells.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { ZoneClock } from '../ui/time/zone-clock.tsx';
import { detailFields, publicPageFields, timeZoneOptions } from './homes/home-fields.ts';
import { funeralHomeQuery } from './homes/queries.ts';
import classes from './location-page.module.css';
import { PublicPreview } from './parts/public-preview.tsx';
import { PublicAddress } from './parts/public-site.tsx';
import publicPage from './public-page-form.module.css';
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
          <ul className={publicPage.addresses}>
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
  <div className={publicPage.columns}>
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

// Each tab is fetched when opened: reading needs no form, and few users change the numbering.
const rows = { waiting: <RowsSkeleton rows={5} height={61} /> };
const numbering = () => import('./numbering/case-numbering-form.tsx');
const DetailsForm = lazyComponent(async () => (await import('./homes/home-form.tsx')).DetailsForm, rows);
const PublicPageForm = lazyComponent(async () => (await import('./public-page-form.tsx')).PublicPageForm, rows);
const CaseNumberingForm = lazyComponent(async () => (await numbering()).CaseNumberingForm, rows);
const PriceListsPart = lazyComponent(
  async () => (await import('../statements/price-lists/parts/price-lists-part.tsx')).PriceListsPart,
  rows,
);
const FormsPart = lazyComponent(async () => (await import('../managed-forms/parts/forms-part.tsx')).FormsPart, rows);
const PlacesPart = lazyComponent(async () => (await import('../care/parts/places-part.tsx')).PlacesPart, rows);
const HomeHistory = lazyComponent(async () => (await import('./home-history.tsx')).HomeHistory, rows);

const everyTab = [
  { id: 'details', label: 'Details' },
  { id: 'public', label: 'Public page' },
  { id: 'forms', label: 'Forms' },
  { id: 'places', label: 'Places' },
  { id: 'numbering', label: 'Case numbering' },
  { id: 'prices', label: 'Price lists' },
  { id: 'history', label: 'History' },
] as const;
type TabId = (typeof everyTab)[number]['id'];

export const LocationPage = () => {
  const { id = '' } = useParams();
  const call = useApi();
  // Forms start from the server's current values, not from a cached list.
  const query = useQuery({ ...funeralHomeQuery(call, id), refetchOnMount: 'always' });
  useDocumentTitle(query.data ? query.data.name : 'Funeral home');
  if (!query.data || !query.isFetchedAfterMount) {
    return (
      <RecordLoadState query={query} noun="Funeral home" back={{ to: paths.funeralHomes, label: 'Funeral homes' }} />
    );
  }
  return <LocationView key={id} home={query.data} />;
};

const LocationView = ({ home }: { home: FuneralHome }) => {
  const user = useCurrentUser();
  const tabs = useCan()('home:edit') ? everyTab : everyTab.filter((tab) => tab.id !== 'history');
  const wanted = useSearchParams()[0].get('tab');
  const shown = tabs.find((tab) => tab.id === wanted)?.id ?? 'details';
  const reason = denialReason(actorOf(user), 'home:edit', { homeId: home.id })?.detail;
  const editable: Record<TabId, ReactNode> = {
    details: <DetailsForm home={home} />,
    public: <PublicPageForm home={home} />,
    forms: <FormsPart home={home} edits />,
    places: <PlacesPart homeId={home.id} edits />,
    numbering: <CaseNumberingForm homeId={home.id} />,
    prices: <PriceListsPart homeId={home.id} edits />,
    history: <HomeHistory homeId={home.id} />,
  };
  const readable: Record<TabId, ReactNode> = {
    details: <DetailsView home={home} />,
    public: <PublicPageView home={home} />,
    forms: <FormsPart home={home} edits={false} />,
    places: <PlacesPart homeId={home.id} edits={false} />,
    numbering: <NumberingView homeId={home.id} />,
    prices: <PriceListsPart homeId={home.id} edits={false} />,
    history: <HomeHistory homeId={home.id} />,
  };
  return (
    <>
      <PageHeader
        back={{ to: paths.funeralHomes, label: 'Funeral homes' }}
        title={home.name}
        lead={<PublicAddress slug={home.slug} home={home.name} />}
      />
      <LinkTabs label={home.name} tabs={tabs} shown={shown} />
      {reason && shown !== 'history' && (
        <div className={classes.reason}>
          <Notice tone="info">{reason} You can view everything here.</Notice>
        </div>
      )}
      <section className={classes.panel} data-part={shown} aria-labelledby="home-part">
        <VisuallyHidden component="h2" id="home-part">
          {everyTab.find((tab) => tab.id === shown)?.label}
        </VisuallyHidden>
        {(reason ? readable : editable)[shown]}
      </section>
    </>
  );
};
