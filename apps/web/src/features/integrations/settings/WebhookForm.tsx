import { Button, Group, PasswordInput, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { type Integration, type RecordType, WEBHOOK_BATCH_MAX } from '@quarry/contracts';
import { useId, useState } from 'react';
import { useClient } from '../../../lib/client-context.tsx';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { CountInput } from '../../../ui/CountInput.tsx';
import { TextLink } from '../../../ui/links.tsx';
import classes from '../connectors.module.css';
import { examplePayload } from '../webhook/example-payload.ts';
import { SendTest } from '../webhook/SendTest.tsx';
import { type ConnectorDraft, isMasked, type WebhookProblems } from './connector-draft.ts';
import { WebhookHeaders } from './WebhookHeaders.tsx';

/** Where a webhook sends to, and how. */
export default function WebhookForm(props: {
  draft: ConnectorDraft;
  problems: WebhookProblems;
  /** Undefined while it has not been saved. */
  integration: Integration | undefined;
  isDirty: boolean;
  onChange: (changes: Partial<ConnectorDraft>) => void;
}) {
  const { draft, problems, integration, onChange } = props;
  const titleId = useId();
  const { clientName } = useClient();
  // An address is not wrong before anything was typed.
  const [isTouched, setTouched] = useState(false);
  const hasSecret = isMasked(draft.hmacSecret);
  return (
    <section className={classes.section} aria-labelledby={titleId}>
      <Title order={3} id={titleId}>
        Addresses
      </Title>
      <Text size="sm">
        Each new and each changed record is sent as a POST request. Any answer from 200 to 299 within 15 seconds means
        that it arrived. Without an answer, and after 408, 425, 429 or 500 and above, it is tried again up to four
        times; any other answer is final. Redirects are not followed.
      </Text>
      <TextInput
        label="Companies URL"
        required
        placeholder="https://"
        autoComplete="off"
        value={draft.accountUrl}
        error={isTouched || integration !== undefined || draft.accountUrl !== '' ? problems.accountUrl : null}
        onBlur={() => setTouched(true)}
        onChange={(event) => onChange({ accountUrl: event.currentTarget.value })}
      />
      <TextInput
        label="Contacts URL"
        description="Without it, no contacts are sent"
        placeholder="https://"
        autoComplete="off"
        value={draft.contactsUrl}
        error={problems.contactsUrl}
        onChange={(event) => onChange({ contactsUrl: event.currentTarget.value })}
      />
      <CountInput
        label="Batch size"
        description={`How many records a request contains, 1 to ${WEBHOOK_BATCH_MAX}. Blank or 1 sends entries singly.`}
        w={320}
        allowsZero
        max={9_999}
        value={draft.batchSize}
        error={problems.batchSize}
        onChange={(batchSize) => onChange({ batchSize })}
      />
      <WebhookHeaders
        headers={draft.headers}
        problems={problems.headers}
        onChange={(headers) => onChange({ headers })}
      />
      <Group align="flex-end" gap="xs">
        <PasswordInput
          label="HMAC secret"
          description="Signs each request: X-Quarry-Hmac-Sha256 is the HMAC-SHA256 of the body in hexadecimal. Leave empty to send unsigned requests."
          flex={1}
          autoComplete="new-password"
          placeholder={hasSecret ? 'A secret is set. Type to replace it.' : 'No secret'}
          value={hasSecret ? '' : (draft.hmacSecret ?? '')}
          onChange={(event) => onChange({ hmacSecret: event.currentTarget.value || null })}
        />
        {draft.hmacSecret !== null && (
          <Button variant="default" onClick={() => onChange({ hmacSecret: null })}>
            Remove secret
          </Button>
        )}
      </Group>
      <Example batchSize={draft.batchSize} />
      {integration !== undefined && (
        <Group gap="sm">
          <SendTest
            integration={integration}
            hasContacts={(integration.credentials?.contactsUrl ?? null) !== null}
            disabledReason={props.isDirty ? 'Save your changes first' : null}
          />
          <TextLink
            size="sm"
            to="/app/$clientName/settings/connector-logs"
            params={{ clientName }}
            search={{ connector: 'WEBHOOK' }}
          >
            Show deliveries
          </TextLink>
        </Group>
      )}
    </section>
  );
}

function Example({ batchSize }: { batchSize: number | null }) {
  const [recordType, setRecordType] = useState<RecordType>('company');
  const isBatch = batchSize !== null && batchSize > 1;
  return (
    <Stack gap={6}>
      <Group justify="space-between">
        <Text size="sm" fw={600}>
          {isBatch ? `Example payload, up to ${batchSize} records` : 'Example payload'}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label="Example of"
          data={[
            { value: 'company', label: 'Company' },
            { value: 'contact', label: 'Contact' },
          ]}
          value={recordType}
          onChange={(value) => setRecordType(value === 'contact' ? 'contact' : 'company')}
        />
      </Group>
      <CodeBlock label="Example payload" text={examplePayload(recordType, batchSize)} />
    </Stack>
  );
}
