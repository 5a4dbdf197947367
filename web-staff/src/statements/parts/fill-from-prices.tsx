import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Values } from '#domain/shared/forms/rules.ts';
import { type CalendarDate, isCalendarDate } from '#domain/shared/values/calendar-date.ts';
import { applyPriceItems } from '#domain/statements/price-lists/fill-fees.ts';
import { toastSuccess } from '../../ui/feedback/toasts.tsx';
import { PricePicker } from './price-picker.tsx';

/** The day whose prices hold: that of the Statement, or today. */
export const dateOf = ({ date_of_statement: day }: Values, today: CalendarDate): CalendarDate =>
  typeof day === 'string' && isCalendarDate(day) ? day : today;

interface FillFromPricesProps {
  homeId: string;
  date: CalendarDate;
  /** What the fees are now. */
  values: Values;
  onFill: (values: Readonly<Record<string, unknown>>) => void;
}

/** Fills the fees by choosing items of the price lists that are in force. */
export const FillFromPrices = ({ homeId, date, values, onFill }: FillFromPricesProps) => {
  const [choosing, setChoosing] = useState(false);
  return (
    <div>
      <Button variant="default" onClick={() => setChoosing(true)}>
        Fill from the price lists
      </Button>
      {choosing && (
        <PricePicker
          homeId={homeId}
          date={date}
          onClose={() => setChoosing(false)}
          onChoose={(items) => {
            onFill(applyPriceItems(values, items, () => crypto.randomUUID()));
            setChoosing(false);
            toastSuccess(items.length === 1 ? '1 item filled in' : `${items.length} items filled in`);
          }}
        />
      )}
    </div>
  );
};
