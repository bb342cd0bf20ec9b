import { Popover, Progress, Stack, Text } from '@mantine/core';
import type { Client, CreditType } from '@quarry/contracts';
import { IconCoins } from '@tabler/icons-react';
import { useClient } from '../../lib/client-context.tsx';
import classes from './CreditsBadge.module.css';
import { NavRowButton, NavTooltip } from './NavRow.tsx';

const CREDITS: readonly { type: CreditType; label: string }[] = [
  { type: 'CONTACT', label: 'Contact credits' },
  { type: 'ENRICHMENT', label: 'Enrichment credits' },
  { type: 'PHONE_NUMBER', label: 'Phone number credits' },
];

const whole = new Intl.NumberFormat('en-US');
const compact = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

function CompanyUsage({ client }: { client: Client }) {
  const limit = client.limits.companies;
  const usage = client.usageCounts.companies;
  const percent = limit ? Math.min(100, (usage / limit) * 100) : 0;
  return (
    <div>
      <div className={classes.line}>
        <Text size="sm">Companies</Text>
        <Text size="sm">
          {whole.format(usage)}
          {limit === null ? '' : ` of ${whole.format(limit)}`}
        </Text>
      </div>
      {limit === null ? null : (
        <Progress
          value={percent}
          size="sm"
          mt={4}
          color={usage > limit ? 'red' : 'teal'}
          aria-label="Companies used of the limit"
        />
      )}
    </div>
  );
}

/** Credits left, as a row of the navigation; details and the use of the company limit on click. */
export function CreditsBadge(props: { isCollapsed: boolean }) {
  const client = useClient();
  const balances = CREDITS.flatMap(({ type, label }) => {
    const balance = client.creditBalances[type];
    return balance === null ? [] : [{ label, balance }];
  });
  const total = balances.reduce((sum, { balance }) => sum + balance, 0);
  return (
    <Popover position="right-end" offset={14} width={260} trapFocus returnFocus>
      <NavTooltip label="Credits" isCollapsed={props.isCollapsed}>
        <Popover.Target>
          <NavRowButton
            icon={<IconCoins size={19} stroke={1.7} />}
            label="Credits"
            end={balances.length > 0 ? <span className={classes.badge}>{compact.format(total)}</span> : undefined}
            data-tour="credits"
          />
        </Popover.Target>
      </NavTooltip>
      <Popover.Dropdown aria-label="Credits">
        <Stack gap="xs" tabIndex={-1} data-autofocus>
          {balances.map(({ label, balance }) => (
            <div key={label} className={classes.line}>
              <Text size="sm">{label}</Text>
              <Text size="sm" fw={600} c={balance === 0 ? 'red' : undefined}>
                {whole.format(balance)}
              </Text>
            </div>
          ))}
          <CompanyUsage client={client} />
        </Stack>
      </Popover.Dropdown>
    </Popover>
  );
}
