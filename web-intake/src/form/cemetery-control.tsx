import { Fragment } from 'react';
import { type OwnCemetery, ownChoice } from '#domain/managed-forms/form-options.ts';
import {
  type Cemetery,
  cemeteries,
  otherCemetery,
  undecidedCemetery,
} from '#domain/shared/reference-data/cemeteries.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { t } from '../language.ts';
import type { ControlProps } from './controls.tsx';
import { fieldId } from './focus-field.ts';
import { useFormSnapshot, useFormStore } from './form-store.ts';

const explained: Readonly<Record<string, string>> = {
  [undecidedCemetery]: 'For example cremation, or you would like to talk first',
  [otherCemetery]: 'A cemetery that is not in this list',
};

/** The home's own list, between what most families choose in the first night and what is not listed. */
const withOwn = (own: readonly OwnCemetery[]): readonly Cemetery[] => {
  const usual = (value: string) => cemeteries.filter((one) => one.value === value);
  const listed = own.map(({ name, cost, note, ...address }, index) => ({
    value: ownChoice(own[index] as OwnCemetery),
    ...{ name, address, approximateCost: cost === null ? null : parseMoney(cost) },
    ...(note ? { note } : {}),
  }));
  return [...usual(undecidedCemetery), ...listed, ...usual(otherCemetery)];
};

/** The cemeteries with their costs in one column; what is true for most in the first night stands first. */
export function CemeteryControl({ field, required, invalid, describedBy }: ControlProps) {
  const store = useFormStore();
  const value = useFormSnapshot(({ values }) => values[field.name]);
  const own = useFormSnapshot(({ form }) => form?.shape.cemeteries);
  const offered = own ? withOwn(own) : cemeteries;
  return (
    <div
      className="costs"
      role="radiogroup"
      aria-labelledby={`${fieldId(field.name)}-label`}
      aria-describedby={describedBy}
      aria-required={required || undefined}
      aria-invalid={invalid || undefined}
    >
      {offered.map((cemetery, index) => (
        <Fragment key={cemetery.value}>
          {index === 1 && !own && (
            <p className="label costs-town">{t('In and around {0}', cemetery.address?.city ?? '')}</p>
          )}
          <label className="choice">
            <input
              type="radio"
              name={field.name}
              id={index === 0 ? fieldId(field.name) : `${fieldId(field.name)}-${cemetery.value}`}
              value={cemetery.value}
              checked={value === cemetery.value}
              onChange={() => store.enter(field.name, cemetery.value)}
              onBlur={() => store.visit(field.name)}
            />
            <span className="costs-what">
              {t(cemetery.name)}
              <small>{t(explained[cemetery.value] ?? cemetery.address?.city ?? '')}</small>
            </span>
            <Cost cemetery={cemetery} />
          </label>
        </Fragment>
      ))}
    </div>
  );
}

function Cost({ cemetery: { approximateCost, note } }: { cemetery: Cemetery }) {
  if (note) return <small className="costs-note">{t(note)}</small>;
  if (approximateCost === null) return null;
  return (
    <span className="costs-cost">
      <small>{t('about')}</small> {formatMoney(approximateCost).replace('.00', '')}
    </span>
  );
}
