import { Link } from 'react-router';
import type { SyncRun } from '#domain/quickbooks/accounting-sync.schema.ts';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatMoney, parseMoney } from '#domain/shared/values/money.ts';
import { paths } from '../paths.ts';
import { Notice } from '../ui/feedback/notice.tsx';
import classes from './books.module.css';
import { counted, kindsLabels } from './quickbooks-labels.ts';
import { ScrollGroup } from './scroll-group.tsx';

const leftOf = ({ wanted, there }: SyncRun['kinds'][number]): number => wanted - there;
const amountLeft = ({ amount, there_amount }: SyncRun['kinds'][number]): string =>
  formatMoney((parseMoney(amount) ?? 0) - (parseMoney(there_amount) ?? 0));

/** How many records a preview has found that are not in QuickBooks yet. */
export const toSend = ({ kinds }: SyncRun): number => kinds.reduce((sum, kind) => sum + leftOf(kind), 0);

/** What a preview has found: how much of each kind would be sent, and the cases that somebody should look at before. */
export const WhatWouldBeSent = ({ run }: { run: SyncRun }) => (
  <>
    <h3 className={classes.part}>What would be sent, from {formatDate(run.from)}</h3>
    {run.records === 0 ? (
      <p className={classes.text}>No case has money or a Statement since that day.</p>
    ) : (
      <Kinds run={run} />
    )}
    {run.records > 0 && toSend(run) === 0 && <p className={classes.dim}>All of it is in QuickBooks already.</p>}
    {!run.is_compared && (
      <Notice tone="warning" title="Not compared with QuickBooks">
        QuickBooks did not answer, or has more payments than are read. Payments that somebody entered by hand are not
        told of here: look again later, or make sure of it yourself.
      </Notice>
    )}
    <ToLookAt run={run} />
  </>
);

const Kinds = ({ run }: { run: SyncRun }) => (
  <ScrollGroup label="What would be sent">
    <table className={classes.table} aria-label="What would be sent">
      <thead>
        <tr>
          <th scope="col">Kind</th>
          <th scope="col" className={classes.number}>
            To send
          </th>
          <th scope="col" className={classes.number}>
            Sum
          </th>
          <th scope="col" className={classes.number}>
            There already
          </th>
        </tr>
      </thead>
      <tbody>
        {run.kinds.map((kind) => (
          <tr key={kind.kind}>
            <th scope="row">{kindsLabels[kind.kind]}</th>
            <td className={classes.number}>{leftOf(kind).toLocaleString('en-US')}</td>
            <td className={classes.number}>{kind.kind === 'customer' ? '' : amountLeft(kind)}</td>
            <td className={classes.number}>{kind.there.toLocaleString('en-US')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollGroup>
);

const ToLookAt = ({ run: { attention, attention_count } }: { run: SyncRun }) =>
  attention.length === 0 ? null : (
    <>
      <h3 className={classes.part}>Look at these first</h3>
      <ul className={classes.cases} aria-label="Cases to look at">
        {attention.map((one) => (
          <li key={`${one.case_id} ${one.kind} ${one.what}`}>
            <Link to={paths.case(one.case_id)}>
              {one.case_number} {one.name}
            </Link>
            <p className={classes.text}>{one.what}</p>
            <p className={classes.dim}>{one.remedy}</p>
          </li>
        ))}
      </ul>
      {attention_count > attention.length && (
        <p className={classes.dim}>
          {counted(attention.length, 'note')} of {attention_count.toLocaleString('en-US')} are shown, of the oldest
          cases first.
        </p>
      )}
    </>
  );
