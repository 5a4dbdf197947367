import { Anchor } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearchParams } from 'react-router';
import { formatMoney, parseMoney, toCents, toDecimal } from '#domain/shared/values/money.ts';
import type { PriceItem, PriceList } from '#domain/statements/price-lists/price-list.schema.ts';
import { differencesBetween, type PricedItem, targetLabel } from '#domain/statements/price-lists/price-list-rules.ts';
import { useApi } from '../../../api/api-context.ts';
import { Chip } from '../../../ui/chip.tsx';
import { EmptyState, QueryState } from '../../../ui/feedback/states.tsx';
import { DraftEditor } from '../draft-editor.tsx';
import classes from '../price-lists.module.css';
import type { VersionContext } from '../queries.ts';
import { priceListQuery, priceListsQuery } from '../queries.ts';
import { priceText, Versions, VersionView, versionLink, versionName } from '../version-view.tsx';

const priced = ({ price, price_to, ...item }: PriceItem): PricedItem => ({
  ...item,
  price_cents: toCents(price),
  price_to_cents: price_to === null ? null : parseMoney(price_to),
});

const itemText = (item: PricedItem | undefined, other: PricedItem | undefined) => {
  if (!item) return <span className={classes.quiet}>Not on the list</span>;
  const { code, description, includes, fills, price_cents, price_to_cents } = item;
  const texts = [
    other && code !== other.code ? code : '',
    other && description !== other.description ? description : '',
    other && includes !== other.includes ? includes || 'Includes nothing' : '',
    other && fills !== other.fills ? targetLabel(fills) : '',
  ];
  return (
    <>
      <strong>
        {priceText({
          price: toDecimal(price_cents),
          price_to: price_to_cents === null ? null : toDecimal(price_to_cents),
        })}
      </strong>
      <div className={classes.quiet}>{texts.filter(Boolean).join(' · ')}</div>
    </>
  );
};

const changeText = { added: 'New', removed: 'Removed', changed: 'Changed' } as const;

/** Returns the price change; '' for a new, removed or unchanged price. */
const step = (before: PricedItem | undefined, next: PricedItem | undefined): string => {
  const cents = before && next ? next.price_cents - before.price_cents : 0;
  return cents === 0 ? '' : ` ${cents > 0 ? '+' : ''}${formatMoney(cents)}`;
};

const CompareView = ({ homeId, list, withId }: VersionContext & { list: PriceList; withId: string }) => {
  const query = useQuery(priceListQuery(useApi(), homeId, withId));
  if (!query.data) return <QueryState query={query} rows={6} height={61} />;
  const orderOf = ({ effective_from, created_at }: PriceList) => effective_from ?? `9999 ${created_at}`;
  const [before, next] = [list, query.data].toSorted((a, b) => orderOf(a).localeCompare(orderOf(b)));
  if (!before || !next) return null;
  const differences = differencesBetween(before.items.map(priced), next.items.map(priced));
  return (
    <>
      <Anchor component={Link} to={versionLink(list.id)} className={classes.back}>
        Back to version
      </Anchor>
      <h3 className={classes.caption}>Changes between two versions of the {list.caption.toLowerCase()}</h3>
      {differences.length === 0 ? (
        <EmptyState title="No differences in items or prices" />
      ) : (
        <table className={classes.compared}>
          <thead>
            <tr>
              <th>Item</th>
              <th>{versionName(before)}</th>
              <th>{versionName(next)}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ change, before: was, next: is }) => (
              <tr key={`${was?.id ?? ''} ${is?.id ?? ''}`}>
                <td data-item>
                  {(is ?? was)?.code} {(is ?? was)?.description}{' '}
                  <Chip tone={change === 'changed' ? 'info' : 'neutral'}>
                    {changeText[change]}
                    {step(was, is)}
                  </Chip>
                </td>
                <td data-side={versionName(before)}>{itemText(was, is)}</td>
                <td data-side={versionName(next)}>{itemText(is, was)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
};

interface PriceListsPartProps {
  homeId: string;
  edits: boolean;
}

export const PriceListsPart = ({ homeId, edits }: PriceListsPartProps) => {
  const [params] = useSearchParams();
  const query = useQuery(priceListsQuery(useApi(), homeId));
  if (!query.data) return <QueryState query={query} rows={4} height={61} />;
  const { today, results } = query.data;
  const shown = params.get('list');
  if (!shown) return <Versions homeId={homeId} edits={edits} versions={results} />;
  return (
    <OneVersion
      key={shown}
      {...{ homeId, edits, today, versions: results }}
      listId={shown}
      withId={params.get('with') ?? undefined}
    />
  );
};

const OneVersion = ({
  listId,
  withId,
  ...context
}: VersionContext & { listId: string; withId?: string | undefined }) => {
  const query = useQuery(priceListQuery(useApi(), context.homeId, listId));
  if (!query.data) return <QueryState query={query} rows={6} height={61} />;
  const list = query.data;
  if (withId) return <CompareView {...context} list={list} withId={withId} />;
  if (list.status === 'draft' && context.edits) return <DraftEditor key={list.id} {...context} list={list} />;
  return <VersionView {...context} list={list} />;
};
