import { useQuery } from '@tanstack/react-query';
import { otherMethods } from '#domain/payments/payment-method.ts';
import { useApi } from '../../api/api-context.ts';
import { paymentsQuery } from '../queries.ts';

/** Descriptions to choose from for another method: those used recently, then defaults. */
export const useOtherMethods = (enabled: boolean): string[] => {
  const query = paymentsQuery(useApi(), { payment_method: 'other', page_size: '100' });
  const { data } = useQuery({ ...query, enabled });
  return otherMethods((data?.results ?? []).map(({ other_method_description }) => other_method_description));
};
