import { Button, Group, Text, Title } from '@mantine/core';
import { useRouteError } from 'react-router';
import classes from './error-page.module.css';

/** A chunk that is gone: the site was published anew while this tab was open. */
const isStale = (error: unknown): boolean =>
  error instanceof TypeError && /dynamically imported module|module script failed/i.test(error.message);

/** What a page that broke shows in its place; inside the shell the navigation stays usable. */
export const ErrorPage = ({ inside = false }: { inside?: boolean }) => {
  const stale = isStale(useRouteError());
  return (
    <div className={classes.page} role="alert">
      <Title order={1}>{stale ? 'A new version is ready' : 'An unexpected error occurred'}</Title>
      <Text>
        {stale
          ? 'Stillwater was updated while this page was open. Load it again to go on.'
          : 'This page ran into a problem. Nothing that was saved is lost.'}
      </Text>
      <Group gap="xs">
        <Button onClick={() => window.location.reload()}>Load the page again</Button>
        {!inside && (
          <Button variant="default" component="a" href="/">
            Go to Home
          </Button>
        )}
      </Group>
    </div>
  );
};
