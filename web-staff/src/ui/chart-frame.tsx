import classes from './chart-frame.module.css';

export interface ChartPoint {
  name: string;
  /** Axis label, if it differs from the name: '' where columns are too close for names. */
  axis?: string;
  value: number;
}

interface ChartFrameProps {
  title: string;
  figure: string;
  delta?: string;
  points: readonly ChartPoint[];
  format: (value: number) => string;
}

/** Includes a table of the same data for screen readers. */
export const ChartFrame = ({ title, figure, delta, points, format }: ChartFrameProps) => {
  const top = Math.max(1, ...points.map(({ value }) => value));
  const named = points.flatMap(({ axis, name }, at) => ((axis ?? name) === '' ? [] : [at]));
  /** On a phone every other name is shown, including the last one. */
  const isSpare = (at: number): boolean => named.length > 6 && (named.length - 1 - named.indexOf(at)) % 2 === 1;
  return (
    <figure className={classes.frame}>
      <figcaption className={classes.caption}>{title}</figcaption>
      <div className={classes.figure}>{figure}</div>
      {delta && <div className={classes.delta}>{delta}</div>}
      {points.length > 0 && (
        <>
          <div className={classes.columns} aria-hidden>
            {points.map(({ name, value }) => (
              <div
                key={name}
                className={classes.column}
                style={{ height: `${(value / top) * 100}%` }}
                title={`${name}: ${format(value)}`}
              />
            ))}
          </div>
          <div className={classes.names} aria-hidden>
            {points.map(({ name, axis = name }, at) => (
              <span key={name} data-spare={isSpare(at)}>
                {axis}
              </span>
            ))}
          </div>
          <details className={classes.table}>
            <summary>Show as table</summary>
            <table>
              <tbody>
                {points.map(({ name, value }) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    <td>{format(value)}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </details>
        </>
      )}
    </figure>
  );
};
