import { VisuallyHidden } from '@mantine/core';
import type { CreditType } from '@quarry/contracts';
import { IconCoins } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { useClient } from '../../lib/client-context.tsx';
import { formatCompact } from '../../lib/format.ts';
import { usePopup } from '../../ui/popup/use-popup.ts';
import classes from './CreditsBadge.module.css';
import { NavRowButton, NavTooltip } from './NavRow.tsx';

const load = () => import('./CreditsDetails.tsx');
const CreditsDetails = lazy(load);

const CREDITS: readonly { type: CreditType; label: string }[] = [
  { type: 'CONTACT', label: 'Contact credits' },
  { type: 'ENRICHMENT', label: 'Enrichment credits' },
  { type: 'PHONE_NUMBER', label: 'Phone number credits' },
];

/** A navigation row with the credits left of each type; a click shows details and company usage. */
export function CreditsBadge(props: { isCollapsed: boolean }) {
  const client = useClient();
  const { trigger, popup, hasOpened } = usePopup({ kind: 'dialog', load });
  const balances = CREDITS.flatMap(({ type, label }) => {
    const balance = client.creditBalances[type];
    return balance === null ? [] : [{ label, balance }];
  });
  return (
    <>
      <NavTooltip label="Credits" isCollapsed={props.isCollapsed}>
        <NavRowButton
          {...trigger}
          icon={<IconCoins size={19} stroke={1.7} />}
          label="Credits"
          end={
            balances.length > 0 ? (
              <span className={classes.balances}>
                {balances.map(({ label, balance }) => (
                  <span key={label} className={balance === 0 ? classes.empty : undefined} data-hint={label}>
                    <VisuallyHidden>{label}: </VisuallyHidden>
                    {formatCompact(balance)}
                  </span>
                ))}
              </span>
            ) : undefined
          }
          data-tour="credits"
        />
      </NavTooltip>
      <Suspense>{hasOpened && <CreditsDetails popup={popup} client={client} balances={balances} />}</Suspense>
    </>
  );
}
