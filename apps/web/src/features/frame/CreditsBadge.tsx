import { Loader, Popover } from '@mantine/core';
import type { CreditType } from '@quarry/contracts';
import { IconCoins } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { formatCompact } from '../../lib/format.ts';
import classes from './CreditsBadge.module.css';
import { NavRowButton, NavTooltip } from './NavRow.tsx';

const CreditsDetails = lazy(() => import('./CreditsDetails.tsx'));

const CREDITS: readonly { type: CreditType; label: string }[] = [
  { type: 'CONTACT', label: 'Contact credits' },
  { type: 'ENRICHMENT', label: 'Enrichment credits' },
  { type: 'PHONE_NUMBER', label: 'Phone number credits' },
];

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
            end={balances.length > 0 ? <span className={classes.badge}>{formatCompact(total)}</span> : undefined}
            data-tour="credits"
          />
        </Popover.Target>
      </NavTooltip>
      <Popover.Dropdown aria-label="Credits">
        <div tabIndex={-1} data-autofocus>
          <Suspense fallback={<Loader size="sm" />}>
            <CreditsDetails client={client} balances={balances} />
          </Suspense>
        </div>
      </Popover.Dropdown>
    </Popover>
  );
}
