import { Container, Title } from '@mantine/core';
import { Navigate, useSearch } from '@tanstack/react-router';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ButtonLink } from '../../../ui/links.tsx';
import { PageTitle } from '../../../ui/PageTitle.tsx';
import { callbackSearch, readState } from './connector-callback.ts';

/** Where every CRM sends people back to: passes them on to the callback page of the account that asked. */
export default function SharedRedirectPage() {
  const search = callbackSearch(useSearch({ strict: false }));
  const target = readState(search.state);
  if (target === null) {
    return (
      <Container component="main" size="sm" py="xl">
        <PageTitle title="Connect" />
        <Title order={1}>Connect a CRM</Title>
        <EmptyState
          title="This link does not say which account to connect"
          action={<ButtonLink to="/app">Go to your accounts</ButtonLink>}
        >
          Open Connectors in your account's settings and choose Connect there.
        </EmptyState>
      </Container>
    );
  }
  return (
    <Navigate
      to="/app/$clientName/settings/connectors/$connectorType"
      params={{ clientName: target.clientName, connectorType: target.type }}
      search={{ ...search, ...(target.isSandbox ? { sandbox: 'true' } : {}) }}
      replace
    />
  );
}
