import { Group, Input, SegmentedControl, Stack, Switch } from '@mantine/core';
import { MAX_CONTACTS_PER_COMPANY, type SearchOptions } from '@quarry/contracts';
import { useFeatureFlag } from '../../../lib/client-context.tsx';
import { CountInput } from '../../../ui/CountInput.tsx';

const CONTACTS = Array.from({ length: MAX_CONTACTS_PER_COMPANY }, (_, at) => String(at + 1));
const MAX_CREDITS = 10_000_000;

/** How many contacts to find at each company, and what they need. */
export function SearchOptionsForm(props: { value: SearchOptions; onChange: (value: SearchOptions) => void }) {
  const { value, onChange } = props;
  const hasPhoneNumbers = useFeatureFlag('phoneNumbers');
  return (
    <Stack gap="sm">
      <Group gap="lg" align="flex-start">
        <Input.Wrapper label="Contacts per company" labelElement="div">
          <div>
            <SegmentedControl
              aria-label="Contacts per company"
              data={CONTACTS}
              value={String(value.numContactsRequiredPerCompany)}
              onChange={(count) => onChange({ ...value, numContactsRequiredPerCompany: Number(count) })}
            />
          </div>
        </Input.Wrapper>
        <CountInput
          label="Credit limit"
          description="The most contact credits that one search may spend"
          placeholder="No limit"
          inputWrapperOrder={['label', 'input', 'description']}
          w={260}
          max={MAX_CREDITS}
          value={value.maxCredits}
          onChange={(maxCredits) => onChange({ ...value, maxCredits })}
        />
      </Group>
      <Switch
        label="Require an email address"
        description="Takes only people with an address that can be reached"
        checked={value.isEmailRequired}
        onChange={(event) => onChange({ ...value, isEmailRequired: event.currentTarget.checked })}
      />
      {hasPhoneNumbers && (
        <Switch
          label="Find phone numbers"
          description="Uses one phone number credit for each number found"
          checked={value.checkPhoneNumber}
          onChange={(event) => onChange({ ...value, checkPhoneNumber: event.currentTarget.checked })}
        />
      )}
    </Stack>
  );
}
