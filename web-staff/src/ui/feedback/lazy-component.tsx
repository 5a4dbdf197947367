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
  waiting?: ReactNode;
  /** For an overlay, whose failure message is an overlay too: returns how to close it, if it can be closed. */
  over?: (props: Props) => (() => void) | undefined;
}

const title = 'Could not load this section';
const stay = () => undefined;

interface MissingProps {
  hasTried: boolean;
  onRetry: () => void;
}

/** Shown for a component that failed to load. Some browsers remember the failure until the page reloads. */
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

/** Import of a component. A failed import stays failed, so a new render or retry imports again. */
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
 * Returns a component that loads when first rendered. On failure it offers a retry in place; the page stays. The router
 * loads whole pages.
 */
export const lazyComponent = <Props extends object>(
  load: () => Promise<FunctionComponent<Props>>,
  options: PartOptions<Props> = {},
): FunctionComponent<Props> => {
  const fetch = () => lazy(async () => ({ default: await load() }));
  const source: Source<Props> = { fetch, next: fetch() };
  return (props) => <Fetched source={source} props={props} {...options} />;
};

export const lazyDialog = <Props extends { onClose: () => void }>(load: () => Promise<FunctionComponent<Props>>) =>
  lazyComponent(load, { over: ({ onClose }) => onClose });
