import type { Client } from '@quarry/contracts';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useClient } from '../../lib/client-context.tsx';
import classes from './Banners.module.css';

function bannersOf(client: Client): string[] {
  const { creditBalances, limits, usageCounts, bannerAlerts } = client;
  const banners = [...bannerAlerts];
  // A null balance means that this kind of credit does not apply.
  if (creditBalances.CONTACT === 0) banners.push('You are out of contact credits.');
  if (creditBalances.ENRICHMENT === 0) banners.push('You are out of enrichment credits.');
  if (creditBalances.PHONE_NUMBER === 0) banners.push('You are out of phone number credits.');
  if (limits.companies !== null && usageCounts.companies > limits.companies) {
    banners.push('You are over your account company limit.');
  }
  return banners;
}

/** Announcements and account-wide warnings: no credits left, company limit exceeded. */
export function Banners() {
  const banners = bannersOf(useClient());
  if (banners.length === 0) return null;
  return (
    <div role="status" className={classes.banners}>
      {banners.map((banner) => (
        <p key={banner} className={classes.banner}>
          <IconAlertTriangle size={16} aria-hidden />
          {banner}
        </p>
      ))}
    </div>
  );
}
