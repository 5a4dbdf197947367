import type { CaseGates } from '#domain/gates/gate.schema.ts';
import classes from './gates.module.css';

export const stateLabels = {
  missing: 'Missing',
  overridden: 'Overridden',
  met: 'Met',
  not_needed: 'Not needed',
} as const;

/** One segment per needed check: met filled, overridden hatched, missing outlined. */
export const GateProgress = ({ gate: { checks } }: { gate: CaseGates['gates'][number] }) => {
  const states = (['met', 'overridden', 'missing'] as const)
    .map((state) => ({ state, count: checks.filter((one) => one.state === state).length }))
    .filter(({ count }) => count > 0);
  return (
    <span
      className={classes.progress}
      role="img"
      aria-label={states.map(({ state, count }) => `${count} ${stateLabels[state].toLowerCase()}`).join(', ')}
    >
      {states.flatMap(({ state, count }) =>
        Array.from({ length: count }, (_, at) => `${state}-${at}`).map((key) => (
          <span key={key} className={classes.pip} data-state={state} />
        )),
      )}
    </span>
  );
};
