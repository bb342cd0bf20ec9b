import { Container, Title } from '@mantine/core';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { ErrorState } from './ErrorState.tsx';
import { PageTitle } from './PageTitle.tsx';

/** Shown when a page fails to load or to render. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  const retry = () => {
    reset();
    void router.invalidate();
  };
  return (
    <Container component="main" size="sm" py="xl">
      <PageTitle title="Error" />
      <Title order={1} px="md">
        Sorry, an error occurred.
      </Title>
      <ErrorState error={error} onRetry={retry} />
    </Container>
  );
}
