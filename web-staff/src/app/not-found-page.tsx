import { Button } from '@mantine/core';
import { Link } from 'react-router';
import { paths } from '../paths.ts';
import { EmptyState } from '../ui/feedback/states.tsx';
import { useDocumentTitle } from '../ui/page/document-title.ts';

export const NotFoundPage = () => {
  useDocumentTitle('Page not found');
  return (
    <EmptyState
      page
      title="Page not found"
      text="We could not find this page. The address may be mistyped, or the record may have been deleted."
      action={
        <Button component={Link} to={paths.home} variant="default">
          Go to Home
        </Button>
      }
    />
  );
};
