import { EXPORT_STATUSES } from '@quarry/contracts';
import { expect, it } from 'vitest';
import { isActive, isDownloadable, noDownloadReason, statusBadge } from './export-status.ts';

it('has files only when complete and not expired; green when complete, red when failed, grey otherwise', () => {
  const states = EXPORT_STATUSES.map((status) => ({ status, isExpired: false }));
  expect(states.filter(isDownloadable).map(({ status }) => status)).toEqual(['COMPLETE']);
  expect(states.filter(isActive).map(({ status }) => status)).toEqual(['WAITING', 'PROCESSING']);
  expect(states.map((state) => statusBadge(state).state)).toEqual(['draft', 'draft', 'live', 'failed', 'draft']);
  const expired = { status: 'COMPLETE', isExpired: true } as const;
  expect(statusBadge(expired)).toEqual({ label: 'Expired', state: 'draft' });
  expect(noDownloadReason(expired)).toBe('Download has expired. Please request again.');
  expect([...states, expired].map((state) => noDownloadReason(state) === null)).toEqual(
    [...states, expired].map(isDownloadable),
  );
});
