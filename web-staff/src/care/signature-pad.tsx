import { Button } from '@mantine/core';
import { type PointerEvent, type ReactNode, useId, useRef } from 'react';
import type { CustodyEntry } from '#domain/care/care.schema.ts';
import { asString } from '#domain/shared/values/as-string.ts';
import type { ValuesForm } from '../ui/fields/use-values-form.ts';
import ofCase from './case-care.module.css';
import classes from './signature-pad.module.css';

/** The units of a signature's path. */
const padSize = { width: 300, height: 100 } as const;

/** Nearer points show no difference at the size of a receipt. */
const minStep = 2;
/** The server's limit. */
const maxLength = 4000;

/** Returns the path with a further point in whole units within the pad; `isStart` begins a new line. */
export const extendedBy = (path: string, [x, y]: readonly [number, number], isStart: boolean): string => {
  const [atX, atY] = [
    Math.round(Math.min(Math.max(x, 0), padSize.width)),
    Math.round(Math.min(Math.max(y, 0), padSize.height)),
  ];
  const [, lastX, lastY] = /(\d+) (\d+)$/.exec(path) ?? [];
  if (!isStart && Math.hypot(Number(lastX) - atX, Number(lastY) - atY) < minStep) return path;
  // A tap is a dot: a line of no length.
  const next = isStart ? `${path}M${atX} ${atY}L${atX} ${atY}` : `${path}L${atX} ${atY}`;
  return next.length > maxLength ? path : next;
};

interface SignaturePadProps {
  label: string;
  form: ValuesForm;
  /** The form's value: an SVG path in the pad's units; '' if nothing is drawn. */
  name: string;
}

export const SignaturePad = ({ label, form, name }: SignaturePadProps) => {
  const id = useId();
  const field = form.bind({ name, label, kind: 'signature' });
  const value = asString(field.value);
  // Several events may arrive between two renders.
  const latest = useRef(value);
  if (value === '') latest.current = '';
  const draw = (event: PointerEvent<SVGSVGElement>, isStart: boolean) => {
    const box = event.currentTarget.getBoundingClientRect();
    const point = [
      ((event.clientX - box.left) / (box.width || 1)) * padSize.width,
      ((event.clientY - box.top) / (box.height || 1)) * padSize.height,
    ] as const;
    const path = extendedBy(latest.current, point, isStart);
    if (path === latest.current) return;
    latest.current = path;
    field.onChange(path);
  };
  return (
    <fieldset
      ref={field.inputRef}
      tabIndex={-1}
      className={classes.pad}
      aria-describedby={field.error ? `${id}-error` : undefined}
    >
      <legend className={classes.label}>{label}</legend>
      <svg
        className={classes.paper}
        viewBox={`0 0 ${padSize.width} ${padSize.height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={value ? `${label}: signed` : `${label}: empty`}
        data-signed={value !== '' || undefined}
        data-error={field.error !== undefined || undefined}
        onPointerDown={(event) => {
          if (!event.isPrimary || event.button !== 0) return;
          event.currentTarget.setPointerCapture?.(event.pointerId);
          draw(event, true);
        }}
        onPointerMove={(event) => event.isPrimary && event.buttons === 1 && latest.current !== '' && draw(event, false)}
      >
        <path d={value} vectorEffect="non-scaling-stroke" />
      </svg>
      <div className={classes.foot}>
        <span id={`${id}-error`} className={classes.error}>
          {field.error}
        </span>
        <Button variant="subtle" size="compact-sm" disabled={value === ''} onClick={() => field.onChange('')}>
          Clear
        </Button>
      </div>
    </fieldset>
  );
};

interface SignaturesProps {
  of: Pick<CustodyEntry, 'gave' | 'took' | 'signatures'> & { witness?: CustodyEntry['witness'] };
  children: ReactNode;
}

export const Signatures = ({ of, children }: SignaturesProps) => (
  <span className={ofCase.signatures}>
    {of.signatures.map(({ of: signer, path }) => (
      <svg
        key={signer}
        className={classes.drawn}
        viewBox={`0 0 ${padSize.width} ${padSize.height}`}
        role="img"
        aria-label={`Signature of ${of[signer]?.name ?? signer}`}
      >
        <path d={path} />
      </svg>
    ))}
    {children}
  </span>
);
