import { Button, NativeSelect, Stack } from '@mantine/core';
import type { AccountingStatus } from '#domain/quickbooks/accounting.schema.ts';
import { useCan } from '../team/parts/current-user.ts';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { SettingsCard, SettingsFacts } from '../ui/page/settings-card.tsx';
import classes from './books.module.css';
import { useChooseCompany } from './mutations.ts';
import { useConnect } from './use-connect.ts';

type Home = AccountingStatus['homes'][number];
const notConnected = 'Its company is not connected';

/** In which company each home keeps its books: all in one, or some in companies of their own. */
export const HomesCard = ({ status: { companies, homes } }: { status: AccountingStatus }) => {
  const may = useCan()('accounting:connect');
  const connect = useConnect();
  const isWaiting = homes.some(({ realm_id }) => realm_id === null);
  const isChoice = companies.length > 1 || isWaiting;
  // Without a first company there is nothing to be connected beside it.
  const mayAdd = may && companies.some(({ is_first }) => is_first);
  const nameOf = ({ realm_id }: Home): string =>
    companies.find((one) => one.realm_id === realm_id)?.company_name ?? notConnected;
  return (
    <SettingsCard
      title="Books of each home"
      actions={
        mayAdd && (
          <Button variant="default" loading={connect.isPending} onClick={() => connect.mutate(true)}>
            Connect another company
          </Button>
        )
      }
    >
      <Stack gap="xs" mb={isChoice ? 'md' : 0}>
        <p className={classes.text}>
          {isChoice
            ? 'A case goes to the company of its home. Cases that are booked already stay in the company where they are, and wait while it is not connected.'
            : 'All homes keep their books in this company. Connect another one for homes that have books of their own.'}
        </p>
        {isWaiting && (
          <p className={classes.text}>
            Where it says that a company is not connected, money waits: connect that company again, or choose another
            one.
          </p>
        )}
      </Stack>
      {may && isChoice ? (
        <Stack gap="md">
          {homes.map((home) => (
            <CompanyOfHome key={home.id} home={home} companies={companies} />
          ))}
        </Stack>
      ) : (
        <SettingsFacts facts={homes.map((home) => ({ label: home.name, value: nameOf(home) }))} />
      )}
    </SettingsCard>
  );
};

interface CompanyOfHomeProps {
  home: Home;
  companies: AccountingStatus['companies'];
}

const CompanyOfHome = ({ home, companies }: CompanyOfHomeProps) => {
  const choose = useChooseCompany(home.id, (company) => {
    const chosen = companies.find((one) => one.realm_id === company);
    toastSuccess(`New cases of ${home.name} go to ${chosen?.company_name}`);
  });
  return (
    <NativeSelect
      label={home.name}
      data={[
        ...(home.realm_id === null ? [{ value: '', label: notConnected, disabled: true }] : []),
        ...companies.map((one) => ({ value: one.realm_id, label: one.company_name })),
      ]}
      // What was chosen stands there while it is being saved.
      value={choose.isPending ? choose.variables : (home.realm_id ?? '')}
      disabled={choose.isPending}
      onChange={({ currentTarget: { value } }) => choose.mutate(value)}
    />
  );
};
