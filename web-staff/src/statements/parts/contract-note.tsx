import { useQuery } from '@tanstack/react-query';
import type { Case } from '#domain/cases/case-wire.schema.ts';
import { formatMoney, toCents } from '#domain/shared/values/money.ts';
import { useApi } from '../../api/api-context.ts';
import { useLocations } from '../../organizations/homes/queries.ts';
import { statementsQuery } from '../queries.ts';
import classes from './fees.module.css';

export const ContractNote = ({ caseRecord }: { caseRecord: Case }) => {
  const follows = useLocations().some(
    ({ id, contract_follows_statement }) => id === caseRecord.funeral_home_id && contract_follows_statement,
  );
  const { data } = useQuery({ ...statementsQuery(useApi(), caseRecord.id), enabled: follows });
  const latest = data?.statements[0];
  const total = Math.max(0, toCents(latest?.complete_total ?? ''));
  const difference = toCents(caseRecord.contract_total ?? '') - total;
  if (!follows) return null;
  return (
    <p className={classes.detail}>
      The contract total follows the latest final Statement.
      {latest &&
        difference !== 0 &&
        ` It was typed over: it is ${formatMoney(Math.abs(difference))} ${difference > 0 ? 'above' : 'below'} the ${formatMoney(total)} of version ${latest.version}.`}
    </p>
  );
};
