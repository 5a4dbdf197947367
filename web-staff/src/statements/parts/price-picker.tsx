import { Button, Checkbox, Modal, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { CalendarDate } from '#domain/shared/values/calendar-date.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { type Cents, formatAmount, formatMoney, parseMoney, toCents } from '#domain/shared/values/money.ts';
import { foldForSearch } from '#domain/shared/values/search-text.ts';
import type { ChosenItem } from '#domain/statements/price-lists/fill-fees.ts';
import type { PriceItem, PriceList } from '#domain/statements/price-lists/price-list.schema.ts';
import { targetLabel } from '#domain/statements/price-lists/price-list-rules.ts';
import { useApi } from '../../api/api-context.ts';
import { EmptyState, QueryState } from '../../ui/feedback/states.tsx';
import { MoneyInput } from '../../ui/fields/typed-controls.tsx';
import { useRestoreFocus } from '../../ui/preserve-focus.ts';
import { pricesInForceQuery } from '../price-lists/queries.ts';
import classes from './price-picker.module.css';

interface PricePickerProps {
  homeId: string;
  date: CalendarDate;
  onChoose: (items: readonly ChosenItem[]) => void;
  onClose: () => void;
}

/** Returns the price in cents: the item's, or the one entered within its range; else null. */
const soldFor = ({ price, price_to }: PriceItem, entered: string | undefined): Cents | null => {
  if (price_to === null) return toCents(price);
  const amount = parseMoney(entered ?? '');
  return amount !== null && amount >= toCents(price) && amount <= toCents(price_to) ? amount : null;
};

export const PricePicker = ({ homeId, date, onChoose, onClose }: PricePickerProps) => {
  useRestoreFocus();
  const query = useQuery(pricesInForceQuery(useApi(), homeId, date));
  const [amounts, setAmounts] = useState<ReadonlyMap<string, string>>(new Map());
  const [words, setWords] = useState('');
  const lists = query.data?.lists ?? [];
  const all = lists.flatMap((list) => list.items.map((item) => ({ list, item })));
  const chosen = all.filter(({ item }) => amounts.has(item.id));
  const isWhole = chosen.every(({ item }) => soldFor(item, amounts.get(item.id)) !== null);
  const sum = chosen.reduce((total, { item }) => total + (soldFor(item, amounts.get(item.id)) ?? 0), 0);
  const set = (id: string, amount: string | undefined) =>
    setAmounts((now) =>
      amount === undefined
        ? new Map([...now].filter(([itemId]) => itemId !== id))
        : new Map([...now, [id, amount] as const]),
    );
  const fill = () =>
    onChoose(
      chosen.map(({ list, item }) => ({
        list: list.kind,
        version: list.id,
        item: item.id,
        fills: item.fills,
        description: item.description,
        includes: item.includes,
        cents: soldFor(item, amounts.get(item.id)) ?? 0,
      })),
    );
  const body = () => {
    if (!query.data) return <QueryState query={query} rows={6} />;
    if (all.length === 0)
      return (
        <EmptyState
          title={`No price list is effective on ${formatDate(date)}`}
          text="Owners and administrators publish price lists under Funeral homes > Price lists."
        />
      );
    return lists.map((list) => <ListItems key={list.id} list={list} words={words} amounts={amounts} onSet={set} />);
  };
  return (
    <Modal opened onClose={onClose} size="lg" title="Add from price lists">
      {all.length > 0 && (
        <TextInput
          data-autofocus
          label="Find an item"
          value={words}
          onChange={({ currentTarget: { value } }) => setWords(value)}
        />
      )}
      {body()}
      <div className={classes.foot}>
        <span role="status">
          {chosen.length === 0 ? 'Nothing selected' : `${chosen.length} selected, ${formatMoney(sum)}`}
        </span>
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button disabled={chosen.length === 0 || !isWhole} onClick={fill}>
          Add to fees
        </Button>
      </div>
    </Modal>
  );
};

interface ListItemsProps {
  list: PriceList;
  words: string;
  amounts: ReadonlyMap<string, string>;
  onSet: (id: string, amount: string | undefined) => void;
}

const ListItems = ({ list, words, amounts, onSet }: ListItemsProps) => {
  const searchTokens = foldForSearch(words).split(/\s+/).filter(Boolean);
  const matches = list.items.filter(({ code, description, fills }) => {
    const text = foldForSearch(`${code} ${description} ${targetLabel(fills)}`);
    return searchTokens.every((word) => text.includes(word));
  });
  if (matches.length === 0) return null;
  return (
    <fieldset className={classes.list}>
      <legend>
        {list.caption}
        {list.effective_from && <span className={classes.quiet}> effective {formatDate(list.effective_from)}</span>}
      </legend>
      {matches.map((item) => {
        const amount = amounts.get(item.id);
        return (
          <div key={item.id} className={classes.item}>
            <Checkbox
              checked={amount !== undefined}
              label={`${item.code} ${item.description}`}
              description={targetLabel(item.fills)}
              onChange={({ currentTarget: { checked } }) => onSet(item.id, checked ? '' : undefined)}
            />
            {amount !== undefined && item.price_to !== null ? (
              <MoneyInput
                label={`From ${formatAmount(item.price)} to ${formatAmount(item.price_to)}`}
                value={amount}
                error={amount !== '' && soldFor(item, amount) === null ? 'Outside the price range' : undefined}
                onChange={(value) => onSet(item.id, value)}
              />
            ) : (
              <span className={classes.price}>
                {formatAmount(item.price)}
                {item.price_to !== null && ` to ${formatAmount(item.price_to)}`}
              </span>
            )}
          </div>
        );
      })}
    </fieldset>
  );
};
