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
import { RecordLoadState, RowsSkeleton } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { LinkTabs } from '../ui/page/link-tabs.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { funeralHomeQuery } from './homes/queries.ts';
import classes from './location-page.module.css';
import { PublicAddress } from './parts/public-address.tsx';
import { DetailsView, NumberingView, PublicPageView } from './read-only-views.tsx';

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
