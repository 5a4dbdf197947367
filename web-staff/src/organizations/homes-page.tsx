import { Modal } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { completeNumbering, formatCaseNumber } from '#domain/cases/case-number.ts';
import type { FuneralHome } from '#domain/organizations/funeral-home.endpoints.ts';
import { type Organization, organizationEndpoints } from '#domain/organizations/organization.endpoints.ts';
import { useApi } from '../api/api-context.ts';
import { paths } from '../paths.ts';
import { useCan, useCurrentUser } from '../team/parts/current-user.ts';
import { profileKeys } from '../team/profile/keys.ts';
import { DialogOpener } from '../ui/feedback/confirm-dialog.tsx';
import { DialogForm } from '../ui/feedback/form-dialog.tsx';
import { EmptyState, QueryState } from '../ui/feedback/states.tsx';
import { FormFields } from '../ui/fields/field-input.tsx';
import { PhoneLink } from '../ui/fields/field-list.tsx';
import { type FieldShape, useSentForm } from '../ui/fields/use-values-form.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import { PageHeader } from '../ui/page/page-header.tsx';
import { ZoneClock } from '../ui/time/zone-clock.tsx';
import { funeralHomesQuery } from './homes/queries.ts';
import classes from './homes-page.module.css';
import { PublicAddress } from './parts/public-site.tsx';
import { organizationKeys, organizationQuery } from './queries.ts';

const OrganizationDialog = ({ onClose }: { onClose: () => void }) => {
  const query = useQuery({ ...organizationQuery(useApi()), staleTime: 0, gcTime: 0 });
  return (
    <Modal opened onClose={onClose} title="Organization name" centered>
      {query.data ? (
        <NameForm organization={query.data} onClose={onClose} />
      ) : (
        <QueryState query={query} rows={2} height={60} />
      )}
    </Modal>
  );
};

const nameField: FieldShape = {
  name: 'name',
  label: 'Name',
  kind: 'text',
  maxLength: 100,
  requiredIf: true,
  isFirst: true,
  help: 'Staff see this name at the top of every page and in invitation emails. Families see the funeral home’s name.',
};

const NameForm = ({ organization, onClose }: { organization: Organization; onClose: () => void }) => {
  const call = useApi();
  const client = useQueryClient();
  // The version when the dialog opened, so that a colleague's change is not silently replaced.
  const [{ name, version }] = useState(organization);
  const { form, onSubmit, busy } = useSentForm({
    start: { name },
    send: (values) => call(organizationEndpoints.update, { body: { ...values, version } }),
    done: 'Organization renamed',
    onDone: () => {
      onClose();
      return Promise.all(
        [organizationKeys.all, profileKeys.currentUser].map((queryKey) => client.invalidateQueries({ queryKey })),
      );
    },
  });
  return (
    <DialogForm submit="Save Changes" busy={busy} onSubmit={form.isChanged ? onSubmit : onClose} onClose={onClose}>
      <FormFields form={form} fields={[nameField]} />
    </DialogForm>
  );
};

export const HomesPage = () => {
  useDocumentTitle('Funeral homes');
  const call = useApi();
  const { role } = useCurrentUser();
  const can = useCan();
  const edits = can('home:edit');
  // Settings must be current; other pages cache locations for half an hour.
  const query = useQuery({ ...funeralHomesQuery(call), staleTime: 0 });
  const lead = edits
    ? role === 'super_admin'
      ? 'Names, addresses, public pages and case numbering for each location.'
      : 'You manage your own location. The others are view-only.'
    : 'Your organization’s locations. Owners and administrators can change them.';
  return (
    <>
      <PageHeader
        title="Funeral homes"
        lead={lead}
        actions={
          can('organization:edit') && (
            <DialogOpener dialog={(onClose) => <OrganizationDialog onClose={onClose} />}>
              Rename the organization
            </DialogOpener>
          )
        }
      />
      <Homes query={query} />
    </>
  );
};

const Homes = ({ query }: { query: ReturnType<typeof useQuery<{ results: FuneralHome[] }>> }) => {
  if (query.data === undefined) {
    return <QueryState query={query} rows={3} height={120} />;
  }
  const { results } = query.data;
  if (results.length === 0)
    return <EmptyState title="No funeral home yet" text="Contact Stillwater support to add one." />;
  return (
    <ul className={classes.list} aria-label="Funeral homes">
      {results.map((home) => (
        <Home key={home.id} home={home} />
      ))}
    </ul>
  );
};

const recipientsText = (emails: readonly string[]): string => {
  const [only] = emails;
  if (only === undefined) return 'No email notifications';
  return emails.length === 1 ? `Emailed to ${only}` : `Emailed to ${emails.length} addresses`;
};

const Home = ({ home }: { home: FuneralHome }) => {
  const own = useCurrentUser().funeral_home === home.id;
  const year = new Date().getFullYear();
  return (
    <li className={classes.home}>
      <div className={classes.head}>
        <div className={classes.logo} aria-hidden>
          {home.logo_url ? <img src={home.logo_url} alt="" /> : home.name[0]}
        </div>
        <div>
          <h2 className={classes.name}>
            <Link to={paths.funeralHome(home.id)} className={classes.link}>
              {home.name}
            </Link>
          </h2>
          <div className={classes.place}>{[home.city, home.state].filter(Boolean).join(', ')}</div>
        </div>
        {own && <span className={classes.own}>Your location</span>}
      </div>
      <dl className={classes.facts}>
        <dt>Public page</dt>
        <dd>
          <PublicAddress slug={home.slug} home={home.name} />
        </dd>
        <dt>New submissions</dt>
        <dd className={home.notification_emails.length === 0 ? classes.nobody : undefined}>
          {recipientsText(home.notification_emails)}
        </dd>
        <dt>Phone</dt>
        <dd>{home.phone ? <PhoneLink phone={home.phone} /> : '—'}</dd>
        <dt>Time</dt>
        <dd>
          <ZoneClock zone={home.time_zone} />
        </dd>
        <dt>Case numbers</dt>
        <dd>like {formatCaseNumber(completeNumbering(home.case_numbering), year, 7)}</dd>
      </dl>
    </li>
  );
};
