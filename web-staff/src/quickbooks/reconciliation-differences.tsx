import { Button } from '@mantine/core';
import { Link } from 'react-router';
import type { MonthDifference, MonthReconciliation } from '#domain/quickbooks/reconciliation.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { paths } from '../paths.ts';
import { useCan } from '../team/parts/current-user.ts';
import { EmptyState } from '../ui/feedback/states.tsx';
import { toastSuccess } from '../ui/feedback/toasts.tsx';
import { SettingsCard } from '../ui/page/settings-card.tsx';
import classes from './books.module.css';
import { useSendAgain } from './mutations.ts';
import { dollars } from './quickbooks-labels.ts';

/** Every difference of a month: what both sides have, why, and what to do about it. */
export const Differences = ({ made: { differences } }: { made: MonthReconciliation }) => (
  <SettingsCard title="Differences">
    {differences.length === 0 ? (
      <EmptyState title="Both sides are the same" />
    ) : (
      <ul className={classes.cases} aria-label="Differences">
        {differences.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one receipt may differ twice
          <Row key={`${one.kind} ${one.reference} ${index}`} one={one} />
        ))}
      </ul>
    )}
  </SettingsCard>
);

const sideText = (one: MonthDifference['ours']): string =>
  one ? `${dollars(one.amount)} on ${formatDate(one.date)}` : 'nothing';

const Row = ({ one }: { one: MonthDifference }) => {
  const may = useCan()('accounting:edit');
  const again = useSendAgain({ waits: false });
  const { entry } = one;
  const name = [one.reference || 'No receipt number', one.who].filter(Boolean).join(' · ');
  return (
    <li>
      {one.case_id ? <Link to={paths.case(one.case_id)}>{name}</Link> : <strong>{name}</strong>}
      <p className={classes.text}>
        Stillwater: {sideText(one.ours)}. QuickBooks: {sideText(one.theirs)}.
      </p>
      <p className={classes.text}>{one.what}</p>
      <p className={classes.dim}>{one.remedy}</p>
      {may && entry && one.kind !== 'twice_there' && (
        <Button
          variant="default"
          mt="xs"
          loading={again.isPending}
          disabled={again.isSuccess}
          onClick={() => again.mutate(entry, { onSuccess: () => toastSuccess('It is being sent again') })}
        >
          Send again
        </Button>
      )}
    </li>
  );
};
