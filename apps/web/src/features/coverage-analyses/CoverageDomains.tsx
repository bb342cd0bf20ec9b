import { Alert, Button, Card, Group, Spoiler, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { checkCoverageDomains, type OutputOf } from '@quarry/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import { formatNumber, plural } from '../../lib/format.ts';
import { ReasonButton } from '../../ui/ReasonButton.tsx';
import { type CoverageDraft, domainsOf, domainsProblem } from './coverage-draft.ts';

type Checked = OutputOf<typeof checkCoverageDomains>;

/** The card with name, client and target domains, and the check of the domains. */
export function CoverageDomains(props: { draft: CoverageDraft; onChange: (part: Partial<CoverageDraft>) => void }) {
  const { draft, onChange } = props;
  const [text, setText] = useState(() => draft.domains.join('\n'));
  const problem = domainsProblem(draft.domains);
  const isNameBad = draft.clientName !== '' && !/^[a-z0-9_-]+$/.test(draft.clientName);
  const check = useMutation({ mutationFn: () => call(checkCoverageDomains, { domains: draft.domains }) });
  return (
    <Card withBorder component="section" aria-labelledby="coverage-targets">
      <Title order={2} id="coverage-targets">
        Targets
      </Title>
      <Stack gap="sm" mt="sm">
        <TextInput
          label="Name"
          maxLength={255}
          value={draft.name}
          onChange={(event) => onChange({ name: event.currentTarget.value })}
        />
        <TextInput
          label="Client"
          description="An existing client or a new name"
          maxLength={63}
          value={draft.clientName}
          error={isNameBad ? 'Name can only contain alphanumeric characters.' : null}
          onChange={(event) => onChange({ clientName: event.currentTarget.value.trim() })}
        />
        <Textarea
          label="Domains"
          description="One per line, at most 1,000"
          rows={10}
          value={text}
          error={text.trim() !== '' && problem !== null ? problem : null}
          onChange={(event) => {
            setText(event.currentTarget.value);
            check.reset();
            onChange({ domains: domainsOf(event.currentTarget.value) });
          }}
        />
        <Group justify="space-between">
          <Text size="xs" c="dimmed">
            {plural(draft.domains.length, 'domain')}
          </Text>
          <ReasonButton
            size="xs"
            variant="default"
            disabledReason={problem}
            loading={check.isPending}
            onClick={() => check.mutate()}
          >
            Check domains
          </ReasonButton>
        </Group>
        <div aria-live="polite">
          {check.isError ? (
            <Alert color="red" title="Domains check failed">
              {messageOf(check.error)}
            </Alert>
          ) : null}
          {check.data ? (
            <CheckedDomains
              checked={check.data}
              onKeepMatched={(domains) => {
                setText(domains.join('\n'));
                check.reset();
                onChange({ domains });
              }}
            />
          ) : null}
        </div>
      </Stack>
    </Card>
  );
}

function CheckedDomains({ checked, onKeepMatched }: { checked: Checked; onKeepMatched: (domains: string[]) => void }) {
  const { matchedDomains, notMatchedDomains, invalidDomains } = checked;
  const aliases = matchedDomains.filter(({ isAlias }) => isAlias);
  return (
    <Stack gap="xs">
      <Text size="sm">
        {`${formatNumber(matchedDomains.length)} matched, ${formatNumber(notMatchedDomains.length)} not matched, ${formatNumber(invalidDomains.length)} invalid`}
      </Text>
      {aliases.length === 0 ? null : (
        <List
          title="Matched under another domain"
          lines={aliases.map((each) => `${each.originalDomain} → ${each.domain}`)}
        />
      )}
      <List title="Not matched" lines={notMatchedDomains} />
      <List title="Invalid" lines={invalidDomains} />
      {notMatchedDomains.length + invalidDomains.length === 0 ? null : (
        <Group justify="flex-end">
          <Button
            size="compact-xs"
            variant="default"
            disabled={matchedDomains.length === 0}
            onClick={() => onKeepMatched(matchedDomains.map(({ originalDomain }) => originalDomain))}
          >
            Keep only the matched
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function List({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null;
  return (
    <div>
      <Text size="xs" fw={600}>{`${title} (${formatNumber(lines.length)})`}</Text>
      <Spoiler maxHeight={80} showLabel="Show all" hideLabel="Show less">
        <Text size="xs" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {lines.join('\n')}
        </Text>
      </Spoiler>
    </div>
  );
}
