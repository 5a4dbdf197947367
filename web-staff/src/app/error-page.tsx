import { Button, Group, Text, Title } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useRouteError } from 'react-router';
import { paths } from '../paths.ts';
import { useDocumentTitle } from '../ui/page/document-title.ts';
import classes from './error-page.module.css';

/** A page did not come: the site was published anew while this tab was open, or the connection is lost. */
const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|module script failed|preload CSS/i.test(error.message);

/** Soon after a start, starting again would only go round in circles. */
const settledMs = 10_000;

/**
 * A page that failed once stays failed until it is loaded anew: browsers remember. That happens by itself, at once or
 * as soon as there is a connection; nothing is lost, since the form that was left is gone already. What is fetched
 * inside a page says for itself that it did not come (`ui/part.tsx`), and the page stays.
 */
const useFreshStart = (missing: boolean): boolean => {
  const [starting] = useState(() => missing && navigator.onLine && performance.now() > settledMs);
  useEffect(() => {
    if (!missing) return;
    const start = () => window.location.reload();
    if (starting) start();
    window.addEventListener('online', start);
    return () => window.removeEventListener('online', start);
  }, [missing, starting]);
  return starting;
};

const textFor = (missing: boolean): { title: string; text: string } => {
  if (!missing) {
    return {
      title: 'An unexpected error occurred',
      text: 'This page ran into a problem. Nothing that was saved is lost.',
    };
  }
  return {
    title: 'This page could not be loaded',
    text: navigator.onLine
      ? 'Please check your connection, and load the page again to go on.'
      : 'You are offline. The page is loaded again when the connection is back.',
  };
};

/** What a page that broke shows in its place; inside the shell the navigation stays usable. */
export const ErrorPage = ({ inside = false }: { inside?: boolean }) => {
  const missing = isMissingPart(useRouteError());
  const { title, text } = textFor(missing);
  useDocumentTitle(title);
  if (useFreshStart(missing)) return null;
  return (
    <div className={classes.page} role="alert">
      <Title order={1}>{title}</Title>
      <Text>{text}</Text>
      <Group gap="xs">
        <Button onClick={() => window.location.reload()}>Load the page again</Button>
        <Button variant="default" component="a" href={paths.status}>
          Is everything working?
        </Button>
        {!inside && (
          <Button variant="default" component="a" href="/">
            Go to Home
          </Button>
        )}
      </Group>
    </div>
  );
};
