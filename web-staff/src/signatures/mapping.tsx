import { Anchor, Button, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import type { FieldPreview, SignatureTemplate } from '#domain/signatures/signing-service.schema.ts';
import { useApi } from '../api/api-context.ts';
import { CaseCombobox } from '../cases/parts/case-combobox.tsx';
import { paths } from '../paths.ts';
import { Chip } from '../ui/chip.tsx';
import { Notice } from '../ui/feedback/notice.tsx';
import { ErrorState } from '../ui/feedback/states.tsx';
import { exactTime } from '../ui/time/time-text.ts';
import { fixLink, type MappedField, mappedFields } from './mapped-fields.ts';
import type { TemplatePatchBody } from './mutations.ts';
import { fieldPreviewQuery, sourcesQuery } from './queries.ts';
import classes from './signatures.module.css';

interface PanelProps {
  title: string;
  note?: ReactNode;
  children: ReactNode;
}

export const Panel = ({ title, note, children }: PanelProps) => {
  const heading = useId();
  return (
    <section className={classes.panel} aria-labelledby={heading}>
      <div className={classes.head}>
        <h2 id={heading} className={classes.title}>
          {title}
        </h2>
        {note && <div className={classes.note}>{note}</div>}
      </div>
      {children}
    </section>
  );
};

interface MappingProps {
  template: SignatureTemplate;
  isAllowed: boolean;
  underWay: NonNullable<TemplatePatchBody['mapping']>;
  onChange: (body: TemplatePatchBody) => void;
}

const undecided = '?';
const selectId = (name: string): string => `field-${name}`;
const goTo = (name: string): void => document.getElementById(selectId(name))?.focus();

export const Mapping = ({ template, isAllowed, underWay, onChange }: MappingProps) => {
  const call = useApi();
  const [params, setParams] = useSearchParams();
  const caseId = params.get('case') ?? '';
  const preview = useQuery({ ...fieldPreviewQuery(call, template.id, caseId), enabled: caseId !== '' });
  const shown = caseId === '' ? undefined : preview.data;
  const chooser = useRef<HTMLDivElement>(null);
  const isChosenHere = useRef(false);
  // The pressed control no longer exists, so the focus moves to what replaced it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows only the choice
  useEffect(() => {
    if (isChosenHere.current) chooser.current?.querySelector<HTMLElement>('input, button')?.focus();
  }, [caseId]);
  const fields = mappedFields(template, shown);
  if (fields.length === 0)
    return (
      <Panel title="Fields">
        <div className={classes.body}>
          {template.fields.length === 0
            ? 'Fields are loaded when you activate the template.'
            : 'None of its fields can be filled from a case. Signers fill them in.'}
        </div>
      </Panel>
    );
  const choose = (id: string | undefined) => {
    isChosenHere.current = true;
    setParams(id ? { case: id } : {}, { replace: true });
  };
  return (
    <>
      <Panel title="Sample case" note={shown && <ReadAt preview={shown} />}>
        <div className={classes.body} ref={chooser}>
          {caseId === '' ? (
            <CaseCombobox
              label="Preview with a case"
              placeholder="Case number or name"
              onPick={({ id }) => choose(id)}
            />
          ) : (
            <div className={classes.lead}>
              {shown?.case && (
                <Anchor component={Link} to={paths.case(shown.case.id)} inherit fw={600}>
                  {[shown.case.deceased_name, shown.case.case_number].filter(Boolean).join(', ')}
                </Anchor>
              )}
              <Button variant="default" onClick={() => choose(undefined)}>
                Choose another case
              </Button>
            </div>
          )}
        </div>
        {caseId !== '' && preview.isError && (
          <ErrorState error={preview.error} title="Could not load the case" onRetry={() => void preview.refetch()} />
        )}
      </Panel>
      <FieldsToFix fields={fields} preview={shown} />
      <Panel title="Fields" note={`${fields.length} can be filled from the case`}>
        <ul className={classes.rows}>
          {fields.map((field) => (
            <FieldRow
              key={field.name}
              id={selectId(field.name)}
              field={field}
              isAllowed={isAllowed}
              withValue={shown !== undefined}
              chosen={underWay[field.name]}
              onChoose={(source) => onChange({ mapping: { [field.name]: source } })}
            />
          ))}
        </ul>
      </Panel>
    </>
  );
};

/** Without a response from DocuSeal the fields may be old. */
const ReadAt = ({ preview }: { preview: FieldPreview }) =>
  Date.now() - Date.parse(preview.read_at) > 60_000 ? <>Last known fields {exactTime(preview.read_at)}</> : null;

const FieldsToFix = ({ fields, preview }: { fields: readonly MappedField[]; preview: FieldPreview | undefined }) => {
  const open = fields.filter((one) => one.isOpen);
  const empty = fields.filter((one) => one.missing);
  if (open.length + empty.length === 0)
    return preview ? <Notice tone="info">All case fields are filled.</Notice> : null;
  return (
    <Panel title="To fix" note={`${open.length + empty.length} of ${fields.length}`}>
      <ul className={classes.rows}>
        {open.map(({ name }) => (
          <li key={name} className={classes.row}>
            <span className={classes.grow}>
              <strong>{name}</strong>
              <br />
              <span className={classes.dim}>Not mapped yet.</span>
            </span>
            <Button variant="default" onClick={() => goTo(name)} aria-label={`Map ${name}`}>
              Map
            </Button>
          </li>
        ))}
        {empty.map(({ name, source, sourceLabel, missing }) => {
          const place = fixLink(source, preview?.case ?? null);
          return (
            <li key={name} className={classes.row}>
              <span className={classes.grow}>
                <strong>{name}</strong>
                <br />
                <span className={classes.dim}>
                  {missing}: {sourceLabel}
                </span>
              </span>
              {place && (
                <Button component={Link} to={place.to} variant="default" aria-label={`${place.label} for ${name}`}>
                  {place.label}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Panel>
  );
};

interface FieldRowProps {
  id?: string;
  field: MappedField;
  isAllowed: boolean;
  withValue: boolean;
  /** Not stored yet; null for undecided. */
  chosen: string | null | undefined;
  onChoose: (source: string | null) => void;
}

export const FieldRow = ({ id, field, isAllowed, withValue, chosen, onChoose }: FieldRowProps) => {
  const sources = useQuery(sourcesQuery(useApi())).data ?? [];
  const { name, about, isOpen, missing, source, value } = field;
  const stored = isOpen ? undecided : source;
  const options = [
    { value: undecided, label: 'Not mapped' },
    { value: '', label: 'Filled in by signer' },
    ...[...Map.groupBy(sources, ({ group }) => group)].map(([group, items]) => ({
      group,
      items: items.map(({ id, label }) => ({ value: id, label })),
    })),
  ];
  return (
    <li className={classes.mapped} data-with-value={withValue || undefined}>
      <span>
        <strong>{name}</strong>
        <br />
        <span className={classes.dim}>{about}</span>
      </span>
      <NativeSelect
        {...(id ? { id } : {})}
        aria-label={`${name} is filled with`}
        data={options}
        disabled={!isAllowed}
        value={chosen === undefined ? stored : (chosen ?? undecided)}
        onChange={({ currentTarget: { value } }) => onChoose(value === undecided ? null : value)}
      />
      {withValue && (
        <span className={classes.mappedValue}>
          {isOpen && <Chip tone="warn">Not mapped</Chip>}
          {missing && <Chip tone="warn">{missing}</Chip>}
          {!isOpen && source === '' && <span className={classes.dim}>Filled in by signer</span>}
          {value}
        </span>
      )}
      {!withValue && isOpen && (
        <span className={classes.mappedValue}>
          <Chip tone="warn">Not mapped</Chip>
        </span>
      )}
    </li>
  );
};
