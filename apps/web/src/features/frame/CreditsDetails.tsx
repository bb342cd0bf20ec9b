import { Progress, Stack, Text } from '@mantine/core';
import type { Client } from '@quarry/contracts';
import { usePermission } from '../../lib/client-context.tsx';
import { formatNumber } from '../../lib/format.ts';
import { TextLink } from '../../ui/links.tsx';
import { PopupPanel } from '../../ui/popup/PopupPanel.tsx';
import type { Popup } from '../../ui/popup/use-popup.ts';
import classes from './CreditsBadge.module.css';

function CompanyUsage({ client }: { client: Client }) {
  const limit = client.limits.companies;
  const usage = client.usageCounts.companies;
  const percent = limit ? Math.min(100, (usage / limit) * 100) : 0;
  return (
    <div>
      <div className={classes.line}>
        <Text size="sm">Companies</Text>
        <Text size="sm">
          {formatNumber(usage)}
          {limit === null ? '' : ` of ${formatNumber(limit)}`}
        </Text>
      </div>
      {limit === null ? null : (
        <Progress
          value={percent}
          size="sm"
          mt={4}
          color={usage > limit ? 'red' : 'teal'}
          aria-label="Company limit used"
        />
      )}
    </div>
  );
}

export default function CreditsDetails(props: {
  popup: Popup;
  client: Client;
  balances: readonly { label: string; balance: number }[];
}) {
  const isAdmin = usePermission('ADMIN');
  return (
    <PopupPanel popup={props.popup} label="Credits" position="right-end" offset={14} width={260}>
      <Stack gap="xs" tabIndex={-1} data-autofocus>
        {props.balances.map(({ label, balance }) => (
          <div key={label} className={classes.line}>
            <Text size="sm">{label}</Text>
            <Text size="sm" fw={600} c={balance === 0 ? 'red' : undefined}>
              {formatNumber(balance)}
            </Text>
          </div>
        ))}
        <CompanyUsage client={props.client} />
        {isAdmin && (
          <TextLink
            to="/app/$clientName/credits"
            params={{ clientName: props.client.clientName }}
            search={{}}
            size="sm"
          >
            All entries
          </TextLink>
        )}
      </Stack>
    </PopupPanel>
  );
}
