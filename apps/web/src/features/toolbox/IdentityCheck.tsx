import { Alert, Box, Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { type OutputOf, testIdResolution } from '@quarry/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { Fact, Facts } from '../../ui/Facts.tsx';

type Check = OutputOf<typeof testIdResolution>;

const RULES: Readonly<Record<Check['rule'], string>> = {
  override: 'An override of the domain',
  linkedin: 'The LinkedIn id is known',
  domain: 'The domain is known',
  alias: 'The domain is another name of the company',
  new: 'Nothing is known: it would be a new company',
};

/** The card that tells which company a domain and a LinkedIn page belong to, and why. */
export function IdentityCheck() {
  const [domain, setDomain] = useState('');
  const [linkedInUrl, setLinkedInUrl] = useState('');
  const check = useMutation({ mutationFn: () => call(testIdResolution, { domain, linkedInUrl }) });
  return (
    <Card withBorder component="section" aria-labelledby="identity-check">
      <Title order={2} id="identity-check">
        Identity Resolution Check
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        Tells which company a row with these names would belong to, which rule decides, and which company would lose.
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          check.mutate();
        }}
      >
        <Stack gap="xs" mt="md">
          <Group gap="xs" grow align="flex-start">
            <TextInput
              label="Domain"
              placeholder="acme.com"
              value={domain}
              onChange={(event) => setDomain(event.currentTarget.value)}
            />
            <TextInput
              label="LinkedIn URL"
              placeholder="linkedin.com/company/acme-inc"
              value={linkedInUrl}
              onChange={(event) => setLinkedInUrl(event.currentTarget.value)}
            />
          </Group>
          <Group justify="flex-end">
            <Button type="submit" size="xs" loading={check.isPending}>
              Check
            </Button>
          </Group>
        </Stack>
      </form>
      <div aria-live="polite">
        {check.isError ? (
          <Alert color="red" title="Error resolving!" mt="sm">
            {messageOf(check.error)}
          </Alert>
        ) : null}
        {check.data ? (
          <Box mt="md">
            <Result check={check.data} />
          </Box>
        ) : null}
      </div>
    </Card>
  );
}

function Result({ check }: { check: Check }) {
  const { company, loser } = check;
  return (
    <Facts>
      <Fact label="Company">{company === null ? 'None' : <Names of={company} />}</Fact>
      <Fact label="Rule">{RULES[check.rule]}</Fact>
      {check.overriddenLinkedInId === null ? null : <Fact label="Override">{check.overriddenLinkedInId}</Fact>}
      <Fact label="Lost">{loser === null ? 'No other company has one of the names' : <Names of={loser} />}</Fact>
      <Fact label="Looked up">{[check.domain, check.linkedInId].filter((name) => name !== null).join(' · ')}</Fact>
    </Facts>
  );
}

function Names({ of }: { of: NonNullable<Check['company']> }) {
  return (
    <>
      <strong>{of.name}</strong> {[of.domain, of.linkedInId].filter(Boolean).join(' · ')}
      <Text size="xs" c="dimmed">
        {`Id ${of.companyId}`}
      </Text>
    </>
  );
}
