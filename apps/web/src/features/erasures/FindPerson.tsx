import { Alert, Button, Card, Group, SegmentedControl, Stack, Text, TextInput, Title } from '@mantine/core';
import { findPeopleByName } from '@quarry/contracts';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call, messageOf } from '../../lib/api.ts';
import type { Sought } from './ErasuresPage.tsx';
import classes from './erasures.module.css';
import { PeopleByName } from './PeopleByName.tsx';

type Mode = 'names' | 'company';
const MODES = [
  { value: 'names', label: 'Email or profile' },
  { value: 'company', label: 'Name and company' },
] as const satisfies readonly { value: Mode; label: string }[];

/** Asks for whom to look: by what identifies a person, or by name, which leaves a choice. */
export function FindPerson({ onFind }: { onFind: (sought: Sought | null) => void }) {
  const [mode, setMode] = useState<Mode>('names');
  const [fields, setFields] = useState({ email: '', personUrl: '', name: '', company: '' });
  const byName = useMutation({ mutationFn: () => call(findPeopleByName, fields) });
  const field = (key: keyof typeof fields) => ({
    value: fields[key],
    onChange: (event: { currentTarget: { value: string } }) =>
      setFields({ ...fields, [key]: event.currentTarget.value }),
  });
  return (
    <Card withBorder component="section" aria-labelledby="find-person">
      <Title order={2} size="h4" id="find-person">
        Find a person
      </Title>
      <Text size="sm" c="dimmed" mt={4}>
        Looks in the universe and in every account, and changes nothing.
      </Text>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (mode === 'names') return onFind({ email: fields.email, personUrl: fields.personUrl });
          onFind(null);
          byName.mutate();
        }}
      >
        <Stack gap="sm" mt="md" align="flex-start">
          <SegmentedControl
            aria-label="Look by"
            data={[...MODES]}
            value={mode}
            onChange={(value) => {
              setMode(value);
              byName.reset();
              onFind(null);
            }}
          />
          {mode === 'names' ? (
            <Group grow align="flex-start" className={classes.fields}>
              <TextInput label="Email address" placeholder="ann@example.com" maxLength={320} {...field('email')} />
              <TextInput
                label="LinkedIn profile"
                placeholder="linkedin.com/in/ann-example, or ann-example"
                maxLength={2_048}
                {...field('personUrl')}
              />
            </Group>
          ) : (
            <Group grow align="flex-start" className={classes.fields}>
              <TextInput label="Name" placeholder="Ann Example" required maxLength={200} {...field('name')} />
              <TextInput
                label="Company"
                placeholder="Example Inc or example.com"
                required
                maxLength={255}
                {...field('company')}
              />
            </Group>
          )}
          <Button type="submit" size="xs" loading={byName.isPending}>
            Find
          </Button>
        </Stack>
      </form>
      <div aria-live="polite">
        {byName.isError ? (
          <Alert color="red" title="Error finding people" mt="sm">
            {messageOf(byName.error)}
          </Alert>
        ) : null}
        {byName.data ? (
          <PeopleByName
            found={byName.data}
            onChoose={({ companyId, contactId }) => onFind({ entry: { companyId, contactId } })}
          />
        ) : null}
      </div>
    </Card>
  );
}
