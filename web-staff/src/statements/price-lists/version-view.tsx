import { Anchor, Button, NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { formatDate } from '#domain/shared/values/calendar-date.ts';
import { formatAmount } from '#domain/shared/values/money.ts';
import { formatPhone } from '#domain/shared/values/phone.ts';
import type { PriceItem, PriceList, PriceListVersion } from '#domain/statements/price-lists/price-list.schema.ts';
import {
  fillsOf,
  type PriceListKind,
  priceListCaptions,
  priceListKinds,
  type StatementSection,
  sectionOfFill,
  statementSections,
  type VersionStatus,
} from '#domain/statements/price-lists/price-list-rules.ts';
import { useIdempotencyKey } from '../../api/idempotency-key.ts';
import { PaperButton } from '../../documents/parts/paper-button.tsx';
import { Chip, type Tone } from '../../ui/chip.tsx';
import { toastFailure, toastSuccess } from '../../ui/feedback/toasts.tsx';
import { useCreatePriceList } from './mutations.ts';
import classes from './price-lists.module.css';
import type { VersionContext } from './queries.ts';

const statuses: Record<VersionStatus, { label: string; tone: Tone }> = {
  draft: { label: 'Draft', tone: 'neutral' },
  scheduled: { label: 'Scheduled', tone: 'info' },
  in_force: { label: 'Current', tone: 'ok' },
  past: { label: 'Past', tone: 'neutral' },
};

const VersionChip = ({ status }: { status: VersionStatus }) => (
  <Chip tone={statuses[status].tone}>{statuses[status].label}</Chip>
);

/** 'Effective Mar 5, 2026', or the author of a draft. */
export const versionName = ({ effective_from, updated_at, updated_by_name }: PriceListVersion): string =>
  effective_from
    ? `Effective ${formatDate(effective_from)}`
    : `Draft of ${formatDate(updated_at.slice(0, 10))}${updated_by_name ? ` by ${updated_by_name}` : ''}`;
/** '$375.00', or '$160.00 to $9,500.00'. */
export const priceText = ({ price, price_to }: Pick<PriceItem, 'price' | 'price_to'>): string =>
  price_to === null ? formatAmount(price) : `${formatAmount(price)} to ${formatAmount(price_to)}`;

export const versionLink = (id: string): string => `?tab=prices&list=${id}`;
export const allVersionsLink = '?tab=prices';

const useNewDraft = (homeId: string) => {
  const creating = useCreatePriceList(homeId);
  const keyFor = useIdempotencyKey();
  const navigate = useNavigate();
  const begin = async (kind: PriceListKind, from?: PriceListVersion) => {
    const body = { kind, ...(from ? { copy_of: from.id } : {}) };
    try {
      // Each click creates a draft, but a retry of the same click does not.
      const created = await creating.mutateAsync({
        body,
        idempotencyKey: keyFor({ ...body, at: creating.submittedAt }),
      });
      toastSuccess(from ? 'Copied into a new draft' : 'Draft created');
      await navigate(versionLink(created.id));
    } catch (error) {
      toastFailure(error);
    }
  };
  return { begin, isPending: creating.isPending };
};

interface VersionsProps {
  homeId: string;
  edits: boolean;
  versions: readonly PriceListVersion[];
}

export const Versions = ({ homeId, edits, versions }: VersionsProps) => {
  const { begin, isPending } = useNewDraft(homeId);
  return (
    <div className={classes.kinds}>
      {priceListKinds.map((kind) => {
        const own = versions.filter((candidate) => candidate.kind === kind);
        return (
          <section key={kind} aria-label={priceListCaptions[kind]}>
            <div className={classes.head}>
              <h3 className={classes.caption}>{priceListCaptions[kind]}</h3>
              {edits && (
                <Button variant="default" loading={isPending} onClick={() => void begin(kind)}>
                  New draft<span className={classes.unseen}> of the {priceListCaptions[kind].toLowerCase()}</span>
                </Button>
              )}
            </div>
            {own.length === 0 ? (
              <p className={classes.quiet}>No price list yet. Enter fees manually until you publish one.</p>
            ) : (
              <ul className={classes.versions}>
                {own.map((version) => (
                  <li key={version.id}>
                    <Anchor component={Link} to={versionLink(version.id)} className={classes.version}>
                      {versionName(version)}
                    </Anchor>
                    <VersionChip status={version.status} />
                    <span className={classes.quiet}>
                      {version.item_count === 1 ? '1 item' : `${version.item_count} items`}
                    </span>
                  </li>
                ))}
              </ul>
            )}
          </section>
        );
      })}
    </div>
  );
};

const sections = Object.keys(statementSections) as StatementSection[];

const Sentences = ({ list, beside }: { list: PriceList; beside: string | null }) =>
  list.disclosures
    .filter((candidate) => candidate.beside === beside)
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

/** The list as handed out: issuer, effective date, and items by section with their disclosures. */
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

/** The last item of a fee is followed by the fee's disclosures. */
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

export const VersionHead = ({ list, versions, children }: VersionHeadProps) => {
  const navigate = useNavigate();
  const otherVersions = versions.filter(({ id, kind }) => kind === list.kind && id !== list.id);
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
          {list.published_by_name && `, published by ${list.published_by_name}`}
        </p>
      </div>
      <div className={classes.tools}>
        {otherVersions.length > 0 && (
          <NativeSelect
            label="Compare with"
            value=""
            data={[
              { value: '', label: 'Choose a version' },
              ...otherVersions.map((candidate) => ({ value: candidate.id, label: versionName(candidate) })),
            ]}
            onChange={({ currentTarget: { value } }) => value && void navigate(`${versionLink(list.id)}&with=${value}`)}
          />
        )}
        {children}
      </div>
    </div>
  );
};
