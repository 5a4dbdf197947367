import { Box, Button, Modal, Text } from '@mantine/core';
import {
  Component,
  type FunctionComponent,
  type LazyExoticComponent,
  lazy,
  type ReactNode,
  Suspense,
  useState,
} from 'react';
import { useRestoreFocus } from '../preserve-focus.ts';
import { Notice } from './notice.tsx';

interface PartOptions<Props> {
  /** What stands in its place until it is there. */
  waiting?: ReactNode;
  /** For what stands over the page, as does then what is said instead of it: how that is closed, where it may be. */
  over?: (props: Props) => (() => void) | undefined;
}

const title = 'Could not load this section';
const stay = () => undefined;

interface MissingProps {
  hasTried: boolean;
  onRetry: () => void;
}

/** What is said of a part that did not come. Some browsers remember that it did not, until the page is loaded again. */
const Missing = ({ hasTried, onRetry }: MissingProps) => {
  useRestoreFocus();
  return (
    <>
      <Text inherit mb="xs">
        Check your connection. What you typed on this page is still here.
        {hasTried && ' If it doesn’t load, save your work and reload the page.'}
      </Text>
      <Button variant="default" onClick={onRetry}>
        Try again
      </Button>
    </>
  );
};

interface BoundaryProps {
  onBroken: () => void;
  instead: ReactNode;
  children: ReactNode;
}

/** Keeps what breaks to its own place: everything beside it stays, with what was typed into it. */
class Boundary extends Component<BoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch() {
    this.props.onBroken();
  }

  override render() {
    return this.state.isBroken ? this.props.instead : this.props.children;
  }
}

/** Where a part comes from. What failed once stays failed: whoever draws it next, or tries again, has it imported anew. */
interface Source<Props> {
  fetch: () => LazyExoticComponent<FunctionComponent<Props>>;
  next: LazyExoticComponent<FunctionComponent<Props>>;
}

interface FetchedProps<Props> extends PartOptions<Props> {
  source: Source<Props>;
  props: Props;
}

const Fetched = <Props extends object>({ source, props, waiting = null, over }: FetchedProps<Props>) => {
  const [{ Shown, tries }, setTried] = useState({ Shown: source.next, tries: 0 });
  const missing = <Missing hasTried={tries > 0} onRetry={() => setTried({ Shown: source.next, tries: tries + 1 })} />;
  const close = over?.(props);
  return (
    <Boundary
      key={tries}
      onBroken={() => {
        source.next = source.fetch();
      }}
      instead={
        over ? (
          <Modal opened onClose={close ?? stay} title={title} centered withCloseButton={close !== undefined}>
            {missing}
          </Modal>
        ) : (
          <Box role="alert" my="sm">
            <Notice tone="warning" title={title}>
              {missing}
            </Notice>
          </Box>
        )
      }
    >
      <Suspense fallback={waiting}>
        <Shown {...props} />
      </Suspense>
    </Boundary>
  );
};

/**
 * A part of a page that is fetched when it is first drawn. Where it does not come, its place says so and offers to try
 * again; the page around it stays. A whole page is the router's to fetch.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  options: PartOptions<Props> = {},
): FunctionComponent<Props> => {
  const fetch = () => lazy(async () => ({ default: await load() }));
  const source: Source<Props> = { fetch, next: fetch() };
  return (props) => <Fetched source={source} props={props} {...options} />;
};

/** The same for a dialog or a panel. */
export const lazyDialog = <Props extends { onClose: () => void }>(load: () => Promise<FunctionComponent<Props>>) =>
  lazyComponent(load, { over: ({ onClose }) => onClose });
