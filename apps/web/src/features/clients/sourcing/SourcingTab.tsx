import { Stack, Switch, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ClientEditing } from '../use-client-editor.ts';
import { ConfigsSection } from './ConfigsSection.tsx';
import { CriteriaSection } from './CriteriaSection.tsx';
import { CrmPull } from './CrmPull.tsx';
import { CustomFields } from './CustomFields.tsx';
import { EnrichmentSection } from './EnrichmentSection.tsx';
import { FieldDefinitions } from './FieldDefinitions.tsx';

/** What a client gets: which companies, and what is known of them. */
export default function SourcingTab({ editor }: { editor: ClientEditing }) {
  const { draft, change, isEditing } = editor;
  return (
    <Stack gap="xl">
      <Section title="Sourcing criteria">
        <Switch
          mb="sm"
          label="Add companies that match"
          description="Without it, builds refresh the data of the companies that are there and add none"
          disabled={!isEditing}
          checked={draft.isSourcingEnabled}
          onChange={(event) => change('isSourcingEnabled', event.currentTarget.checked)}
        />
        <CriteriaSection editor={editor} />
      </Section>
      <Section title="Configurations">
        <ConfigsSection editor={editor} />
      </Section>
      <Section title="Field definitions">
        <FieldDefinitions editor={editor} />
      </Section>
      <Section title="Custom fields">
        <CustomFields editor={editor} />
      </Section>
      <Section title="Enrichment">
        <EnrichmentSection editor={editor} />
      </Section>
      <Section title="CRM data pull">
        <CrmPull editor={editor} />
      </Section>
    </Stack>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <Title order={2} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}
