import { Anchor, Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import type { PriceItem, PriceList } from '#domain/statements/price-lists/price-list.schema.ts';
import {
  fillsOf,
  type StatementSection,
  sectionOfFill,
  statementSections,
} from '#domain/statements/price-lists/price-list-fills.ts';
import { PaperButton } from '../../documents/parts/paper-button.tsx';
import classes from './price-lists.module.css';
import type { VersionContext } from './version-context.ts';
import { allVersionsLink, priceText, VersionChip, versionLink, versionName } from './version-text.tsx';
import { useNewDraft } from './versions.tsx';

const sections = Object.keys(statementSections) as StatementSection[];

/** The sentences that stand at the top of a list, or beside an item. */
const Sentences = ({ list, beside }: { list: PriceList; beside: string | null }) =>
  list.disclosures
    .filter((one) => one.beside === beside)
    .map(({ id, text, cite }) => (
      <p key={id} className={classes.disclosure}>
        {text} <span className={classes.cite}>{cite}</span>
      </p>
    ));

const ItemRow = ({ item }: { item: PriceItem }) => (
  <tr>
    <td className={classes.code}>{item.code}</td>
    <td data-item>
      {item.description}
      {item.includes && <div className={classes.quiet}>{item.includes}</div>}
    </td>
    <td data-figure>{priceText(item)}</td>
  </tr>
);

/** The list as it is handed out: who issues it, from when on, the items by section with the sentences that belong to them. */
export const PriceListPaper = ({ list }: { list: PriceList }) => {
  const order = fillsOf(list.kind).map(({ value }) => value);
  const items = list.items.toSorted((a, b) => order.indexOf(a.fills) - order.indexOf(b.fills));
  return (
    <article className={classes.paper} aria-label={list.caption}>
      <header className={classes.issuer}>
        <strong>{list.issuer.name}</strong>
        <span>{[list.issuer.address, formatPhone(list.issuer.phone)].filter(Boolean).join(' · ')}</span>
        <span>{list.caption}</span>
        {list.effective_from && <span>Prices effective {formatDate(list.effective_from)}</span>}
      </header>
      <Sentences list={list} beside={null} />
      {sections.map((section) => {
        const own = items.filter(({ fills }) => sectionOfFill(fills) === section);
        return (
          own.length > 0 && (
            <table key={section} className={classes.items}>
              <caption>{statementSections[section]}</caption>
              <tbody>
                {own.map((item, at) => (
                  <FollowedItem key={item.id} list={list} item={item} last={own[at + 1]?.fills !== item.fills} />
                ))}
              </tbody>
            </table>
          )
        );
      })}
    </article>
  );
};

/** An item, and under the last that fills its fee what must be said beside that. */
const FollowedItem = ({ list, item, last }: { list: PriceList; item: PriceItem; last: boolean }) => (
  <>
    <ItemRow item={item} />
    {last && list.disclosures.some(({ beside }) => beside === item.fills) && (
      <tr>
        <td />
        <td colSpan={2}>
          <Sentences list={list} beside={item.fills} />
        </td>
      </tr>
    )}
  </>
);

/** A version to read, with the ways on from it. */
export const VersionView = ({ homeId, edits, list, versions }: VersionContext & { list: PriceList }) => {
  const { begin, isPending } = useNewDraft(homeId);
  return (
    <>
      <VersionHead list={list} versions={versions}>
        <PaperButton paper="priceList" id={list.id} homeId={homeId}>
          Print
        </PaperButton>
        {edits && (
          <Button loading={isPending} onClick={() => void begin(list.kind, list)}>
            Copy into a new draft
          </Button>
        )}
      </VersionHead>
      <PriceListPaper list={list} />
    </>
  );
};

interface VersionHeadProps {
  list: PriceList;
  versions: VersionContext['versions'];
  children?: ReactNode;
}

/** Which version it is, the way back to all, and another one to compare it with. */
export const VersionHead = ({ list, versions, children }: VersionHeadProps) => {
  const navigate = useNavigate();
  const others = versions.filter(({ id, kind }) => kind === list.kind && id !== list.id);
  return (
    <div className={classes.head}>
      <div>
        <Anchor component={Link} to={allVersionsLink} className={classes.back}>
          All versions
        </Anchor>
        <h3 className={classes.caption}>
          {list.caption} <VersionChip status={list.status} />
        </h3>
        <p className={classes.quiet}>
          {versionName(list)}
          {list.published_by_name && `, put in force by ${list.published_by_name}`}
        </p>
      </div>
      <div className={classes.tools}>
        {others.length > 0 && (
          <NativeSelect
            label="Compare with"
            value=""
            data={[
              { value: '', label: 'Choose a version' },
              ...others.map((one) => ({ value: one.id, label: versionName(one) })),
            ]}
            onChange={({ currentTarget: { value } }) => value && void navigate(`${versionLink(list.id)}&with=${value}`)}
          />
        )}
        {children}
      </div>
    </div>
  );
};
