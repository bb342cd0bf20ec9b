import { MAX_PREVIEW_DOMAINS } from '@quarry/contracts';
import { useState } from 'react';
import { readStored, writeStored } from '../../lib/storage.ts';

/** The domains in a text, which commas, semicolons or white space separate. */
export function domainsOf(text: string): string[] {
  const domains = text.split(/[\s,;]+/).filter((domain) => domain !== '');
  return [...new Set(domains)].slice(0, MAX_PREVIEW_DOMAINS);
}

/** The domains that people looked for in the previews of an account, kept in this browser. */
export function usePreviewDomains(clientName: string, userId: string): [string, (text: string) => void] {
  const key = `quarry-preview-domains:${userId}:${clientName}`;
  const [text, setText] = useState(() => readStored(key) ?? '');
  return [
    text,
    (next) => {
      setText(next);
      writeStored(key, next.trim() === '' ? null : next);
    },
  ];
}
