import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Controller } from 'react-hook-form';
import { findCaseField } from '#domain/cases/sections/case-sections.ts';
import type { Values } from '#domain/shared/forms/rules.ts';
import { stringAt } from '#domain/shared/values/as-string.ts';
import { type Cents, formatMoney, toDecimal } from '#domain/shared/values/money.ts';
import type { FeeLine, StatementPart } from '#domain/statements/fee-sheet.ts';
import { detailsOf } from '#domain/statements/included-fees.ts';
import {
  type CaseSection,
  entriesOf,
  heldEntries,
  type SectionRuleInputs,
  sectionErrors,
} from '../../cases/parts/section-values.ts';
import { Chip } from '../../ui/chip.tsx';
import { FieldControl } from '../../ui/fields/field-grid.tsx';
import type { AnyRecordForm } from '../../ui/record-form/record-form.ts';
import { additions, besideLines, isInPart, partFields, withDetail } from './fee-entries.ts';
import { FeeRow, OwnRow } from './fee-row.tsx';
import classes from './fees.module.css';

interface PartReadingProps {
  part: Exclude<StatementPart, 'burial'>;
  lines: readonly FeeLine[];
  values: Values;
  total: Cents;
  /** Opens the line in the editor; undefined without permission. */
  onPick?: ((key: string) => void) | undefined;
}

/** Lists the charges of a part, and its fees without an amount below. */
export const PartReading = ({ part, lines, values, total, onPick }: PartReadingProps) => {
  const beside = besideLines(part, values, lines);
  const unused = partFields[part].fees.filter(
    (name) => lines.every(({ key }) => key !== name) && beside.every((candidate) => candidate.name !== name),
  );
  return (
    <>
      {lines.length > 0 && (
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={line.key} className={classes.line}>
              {onPick ? (
                // Only for the mouse: the lines share one button for the keyboard.
                <button type="button" className={classes.pick} tabIndex={-1} onClick={() => onPick(line.key)}>
                  <LineName line={line} part={part} />
                </button>
              ) : (
                <span>
                  <LineName line={line} part={part} />
                </span>
              )}
              <span className={classes.amount}>{formatMoney(line.amount)}</span>
            </li>
          ))}
        </ul>
      )}
      {beside.map(({ name, text }) => (
        <p key={name} className={classes.detail}>
          {findCaseField(`servicesFees.${name}`)?.label}: {text}
        </p>
      ))}
      {unused.length > 0 && (
        <p className={classes.detail}>
          Not used: {unused.map((name) => findCaseField(`servicesFees.${name}`)?.label).join(', ')}
        </p>
      )}
      <PartSum part={part} total={total} />
    </>
  );
};

export const PartSum = ({ part, total }: { part: StatementPart; total: Cents }) => (
  <div className={classes.sum}>
    <span>{sumLabels[part]}</span>
    <span className={classes.amount}>{formatMoney(total)}</span>
  </div>
);

const sumLabels: Record<StatementPart, string> = {
  services: 'Total A',
  merchandise: 'Total B',
  special: 'Total C',
  adjustments: 'Packages less discounts',
  burial: 'Burial fees total',
  advances: 'Total D',
};

const LineName = ({ line, part }: { line: FeeLine; part: StatementPart }) => (
  <>
    {line.label || 'Unnamed line'} {line.isEstimate && <Chip>estimate</Chip>}{' '}
    {line.isMarkedUp && <Chip tone="info">marked up</Chip>}{' '}
    {line.amount >= 0 && line.taxable && <Chip>{line.taxable === 'yes' ? 'taxable' : 'not taxable'}</Chip>}
    <span className={`${classes.detail} ${classes.under}`}>{detailsOf(line, part).join(' · ')}</span>
  </>
);

interface PartEditorProps {
  part: Exclude<StatementPart, 'burial'>;
  section: CaseSection;
  form: AnyRecordForm;
  surroundings: SectionRuleInputs;
  lines: readonly FeeLine[];
}

const nouns: Readonly<Record<string, string>> = { package: 'package', discount: 'discount' };

export const PartEditor = ({ part, section, form, surroundings, lines }: PartEditorProps) => {
  const { control, getValues } = form.methods;
  const { fees, list } = partFields[part];
  const isAdvance = part === 'advances';
  const words = section.fields.find(({ name }) => name === 'cash_advance_items_description');
  const root = useRef<HTMLDivElement>(null);
  const errorsAt = (name: string, place: number): Record<string, string> => {
    const prefix = `${name}.${place}.`;
    return Object.fromEntries(
      Object.entries(sectionErrors(section, surroundings, getValues())).flatMap(([path, [message]]) =>
        path.startsWith(prefix) && message ? [[path.slice(prefix.length), message] as const] : [],
      ),
    );
  };
  const computedOf = (entry: Values): string | undefined => {
    const line = lines.find(({ key, percent }) => percent > 0 && key === `line.${stringAt(entry, 'id')}`);
    return line && toDecimal(Math.abs(line.amount));
  };
  /** Renders the new line immediately and focuses its name, so that no keystroke is lost. */
  const begin = (add: () => void) => {
    flushSync(add);
    [...(root.current?.querySelectorAll<HTMLInputElement>('[data-name]') ?? [])]
      .findLast(({ value }) => !value)
      ?.focus();
  };
  return (
    <div ref={root}>
      <ul className={classes.lines}>
        <Controller
          control={control}
          name="fee_details"
          render={({ field }) => (
            <>
              {fees.map((name) => (
                <FeeRow
                  key={name}
                  form={form}
                  name={name}
                  isAdvance={isAdvance}
                  detail={entriesOf(field.value).find(({ fee }) => fee === name) ?? {}}
                  onDetail={(change) => field.onChange(heldEntries(withDetail(entriesOf(field.value), name, change)))}
                />
              ))}
            </>
          )}
        />
        {list && (
          <Controller
            control={control}
            name={list}
            render={({ field, fieldState: { error } }) => {
              const entries = entriesOf(field.value);
              const setEntries = (next: readonly Values[]) => field.onChange(heldEntries(next));
              return (
                <>
                  {entries.map((entry, place) =>
                    isInPart(part, entry) ? (
                      <OwnRow
                        key={stringAt(entry, 'id') || place}
                        entry={entry}
                        isAdvance={isAdvance}
                        noun={isAdvance ? 'cash advance' : (nouns[stringAt(entry, 'kind')] ?? 'line')}
                        computed={computedOf(entry)}
                        errors={error ? errorsAt(list, place) : {}}
                        onChange={(change) =>
                          setEntries(
                            entries.map((candidate, at) => (at === place ? { ...candidate, ...change } : candidate)),
                          )
                        }
                        onRemove={() => setEntries(entries.filter((_, at) => at !== place))}
                      />
                    ) : null,
                  )}
                  <li className={classes.add} data-add>
                    {additions[part]?.map(({ kind, label }) => (
                      <Button
                        key={label}
                        variant="subtle"
                        leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
                        onClick={() =>
                          begin(() => setEntries([...entries, { id: crypto.randomUUID(), ...(kind ? { kind } : {}) }]))
                        }
                      >
                        {label}
                      </Button>
                    ))}
                  </li>
                </>
              );
            }}
          />
        )}
      </ul>
      {isAdvance && words && <FieldControl control={control} field={words} />}
    </div>
  );
};
